import GameApps
import GameRules
import MatchSessions
import Values

/// V5: what a viewer is shown depends on the position alone. It doesn't depend on what was shown
/// before, to whom, in which order or how often.
///
/// The checked match was viewed all along. A fresh copy of it is viewed in any order, any number of
/// times. Both must show everybody the same, and viewing must not change them.
struct LookOrderCheck: PlyCheck {
    static let properties: [Property] = [.v5]

    /// Something that is shown to a viewer.
    private struct Look {
        let name: String
        let make: (Match) throws(GameError) -> Value
    }

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled else { return }
        let saved = try game.attempt(.s1) { () throws(GameError) in try game.match.save() }
        let copy = try game.attempt(.s2) { () throws(GameError) in try Match(loading: saved, of: game.subject.script) }
        // a separate generator, so that the game continues as it would without this check
        var random = SplitMix64(seed: game.setup.seed &+ UInt64(game.ply))
        let before = try Self.standing(copy, game)
        let looks = Self.looks(game)
        var shown: [Value] = []
        for look in looks { shown.append(try game.attempt(.v1) { () throws(GameError) in try look.make(game.match) }) }
        for number in looks.indices.shuffled(using: &random) {
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                try Self.compare(looks[number], copy, shown[number], game)
            }
        }
        let after = try Self.standing(copy, game)
        guard before.bytes == after.bytes, before.status == after.status else {
            throw Finding(
                .v5,
                "At ply \(game.ply) drawing changed the match: \(Value.difference(from: before.bytes, to: after.bytes))"
            )
        }
        game.note(.v5)
    }

    private static func compare(
        _ look: Look, _ match: Match, _ expected: Value, _ game: Playout
    ) throws(Finding) {
        let found = try game.attempt(.v1) { () throws(GameError) in try look.make(match) }
        guard found != expected else { return }
        // a look that differs each time is another fault: see `RenderingCheck`
        let again = try game.attempt(.v1) { () throws(GameError) in try look.make(match) }
        guard again == found else { return }
        try game.expect(
            found, equals: expected, .v5,
            "At ply \(game.ply) the \(look.name) differs if everything is drawn in another order",
            root: "look")
    }

    /// Returns the position of a match, to compare before and after.
    private static func standing(_ match: Match, _ game: Playout) throws(Finding) -> (
        bytes: [UInt8], status: MatchStatus
    ) {
        try game.attempt(.s1) { () throws(GameError) in (try match.stateBytes(), try match.status) }
    }

    /// Returns everything that may be shown at a position.
    private static func looks(_ game: Playout) -> [Look] {
        var looks: [Look] = []
        for viewer in game.viewers {
            let who = viewer.map { "seat \($0)" } ?? "a spectator"
            looks.append(Look(name: "view of \(who)") { match throws(GameError) in try match.view(for: viewer) })
            for style in RenderingCheck.styles {
                looks.append(
                    Look(name: "\(style) scene of \(who)") { match throws(GameError) in
                        try match.scene(for: viewer, style: style) ?? .null
                    })
            }
            guard let viewer, game.status.turn.contains(viewer) else { continue }
            looks.append(
                Look(name: "prompts of \(who)") { match throws(GameError) in
                    let prompts = try match.prompts(for: viewer)
                    return .map(Dictionary(uniqueKeysWithValues: prompts.map { (.string($0.key), .string($0.value)) }))
                })
            looks.append(
                Look(name: "list of moves of \(who)") { match throws(GameError) in
                    .array(try match.freshMoves(for: viewer).map { .string("\($0)") })
                })
        }
        if let step = game.steps.last {
            let event = MatchEvent(of: step, in: game.match).value
            looks.append(
                Look(name: "message") { match throws(GameError) in try match.message(of: event) ?? .null })
        }
        return looks
    }
}
