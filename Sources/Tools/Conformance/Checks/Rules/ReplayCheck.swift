import GameRules
import Values

/// S3, S5: undo and redo, and replaying the log, lead to the same bytes.
struct ReplayCheck: PlyCheck {
    static let properties: [Property] = [.s3, .s5]

    /// The most places of a game to which the check goes back.
    private static let mostPlaces = [Effort.quick: 6, .full: 1000]

    /// The bytes of the state, by the length of the log.
    private var passed: [Int: [UInt8]] = [:]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled, game.match.enteredInRound == 0 else { return }
        passed[game.match.log.count] = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
    }

    mutating func end(_ game: Playout) throws(Finding) {
        let end = game.match.log.count
        guard game.match.enteredInRound == 0 else { return }
        // if the time box ended the game, its last position hasn't been recorded yet
        let last = try game.attempt(.s1) { () throws(GameError) in try game.match.stateBytes() }
        passed[end] = last
        try replay(game, last)
        try goBack(game, end, last)
    }

    /// Replays the log in a Lua state of this thread, and in a Lua state of another thread, whose
    /// tables have another hash seed.
    private func replay(_ game: Playout, _ last: [UInt8]) throws(Finding) {
        let saved = try game.saved()
        let (script, runtime) = (game.subject.script, game.subject.runtime)
        let replay: @Sendable () -> Result<Replayed, GameError> = {
            Result { () throws(GameError) in
                let match = try runtime.replay(saved, script)
                return Replayed(bytes: try match.stateBytes(), status: try match.status)
            }
        }
        for (place, result) in [("", replay()), (" with another seed", SeparateThread.run(in: game.part, replay))] {
            guard let result else { continue }
            let found = try game.attempt(.s5) { () throws(GameError) in try result.get() }
            guard found.bytes == last else {
                throw Finding(
                    .s5,
                    "Replaying the log in another Lua state\(place) gives another state: "
                        + Value.difference(from: last, to: found.bytes))
            }
            guard found.status == game.status else {
                throw Finding(.s5, "Replaying the log in another Lua state\(place) gives another result.")
            }
        }
        game.note(.s5)
    }

    private struct Replayed: Sendable {
        let bytes: [UInt8]
        let status: MatchStatus
    }

    private func goBack(_ game: Playout, _ end: Int, _ last: [UInt8]) throws(Finding) {
        let places = passed.keys.sorted().dropLast()
        let few = places.shuffled(using: &game.chance).prefix(Self.mostPlaces[game.effort] ?? 6)
        for place in few.sorted(by: >) {
            try go(game, to: place, expecting: passed[place] ?? [])
            game.note(.s3)
        }
        try go(game, to: end, expecting: last)
    }

    private func go(_ game: Playout, to place: Int, expecting bytes: [UInt8]) throws(Finding) {
        let found = try game.attempt(.s3) { () throws(GameError) in
            try game.subject.runtime.go(game.match, place)
            return try game.match.stateBytes()
        }
        guard found == bytes else {
            throw Finding(
                .s3,
                "Undo and redo to ply \(place) give another state than playing to it: "
                    + Value.difference(from: bytes, to: found))
        }
    }
}
