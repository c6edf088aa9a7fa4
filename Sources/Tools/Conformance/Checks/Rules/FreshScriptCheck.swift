import GameApps
import GameRules
import MatchSessions
import Values

/// L3: a script that was used for other things, and one that was just loaded, come to the same.
///
/// Before the game the checked match plays some plies of another one in the same Lua state, and while it goes on, everything
/// that may be asked is asked often. A fresh Lua state that only replays the log must not know the difference.
struct FreshScriptCheck: PlyCheck {
    static let properties: [Property] = [.l3]

    /// Plies of another game that are played in the same Lua state first: what counts modulo 2, 3, 4, 5 or 6 is off after them.
    private static let warmUp = 7

    init() {}

    mutating func begin(_ game: Playout) throws(Finding) {
        do throws(GameError) {
            try game.match.restart(seed: game.setup.seed &+ 1)
            try game.match.playRandomMoves(atMost: Self.warmUp, using: &game.chance)
        } catch {
            // what fails in the other match comes up in a game of its own, with the moves that lead there: but a call that
            // takes too long isn't waited for twice
            let finding = Diagnosis.finding(error, standard: .l2)
            if finding.property == .b1 { throw Self.inOtherMatch(finding, game) }
        }
        try game.attempt(.l2) { () throws(GameError) in try game.match.restart(seed: game.setup.seed) }
    }

    /// A finding with the game that the match went through before the one that is checked.
    private static func inOtherMatch(_ finding: Finding, _ game: Playout) -> Finding {
        var finding = finding
        var setup = game.setup
        setup.seed = game.match.seed
        finding.setup = setup
        do throws(GameError) {
            let again = try Match(of: game.subject.script, seats: setup.seats, options: setup.options, seed: setup.seed)
            for entry in game.match.log {
                guard let step = try again.step(entry) else { break }
                finding.steps.append(step)
                try again.play(step)
            }
        } catch {
            // as far as it can be told
        }
        return finding
    }

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled else { return }
        try Self.compare(game)
        game.note(.l3)
    }

    /// What is kept outside of the state, if that may be why a game got stuck or a move failed; nil if nothing is.
    static func cause(of finding: Finding, in game: Playout) -> Finding? {
        guard finding.property == .m1 || finding.property == .m3 else { return nil }
        do throws(Finding) {
            try compare(game)
        } catch {
            return error.property == .l3 ? error : nil
        }
        return nil
    }

    private static func compare(_ game: Playout) throws(Finding) {
        let saved = try game.saved()
        let fresh: Match
        do throws(GameError) {
            fresh = try Match(replaying: saved, of: game.subject.script)
        } catch {
            guard case .request(let sentence) = error else { throw Diagnosis.finding(error, standard: .l3) }
            throw Finding(.l3, "In a fresh copy of the script the same moves can't be played: \(sentence)")
        }
        try game.compare(fresh, .l3, "a fresh copy of the script that replays the same moves comes to something else")
    }
}

extension Playout {
    /// The match as it would be saved.
    func saved() throws(Finding) -> SavedMatch {
        try attempt(.s1) { () throws(GameError) in try SavedMatch(match.save()) }
    }

    /// Throws unless another match stands where this one does, as everybody sees it.
    ///
    /// - Parameter what: What to say if it doesn't; the first difference follows.
    func compare(_ other: Match, _ property: Property, _ what: String) throws(Finding) {
        let bytes = try attempt(.s1) { () throws(GameError) in try match.stateBytes() }
        let theirs = try attempt(property) { () throws(GameError) in try other.stateBytes() }
        guard bytes == theirs else {
            throw Finding(property, "At ply \(ply) \(what): \(Value.difference(from: bytes, to: theirs))")
        }
        let standing = try attempt(property) { () throws(GameError) in try other.status }
        guard standing == status else {
            throw Finding(
                property, "At ply \(ply) \(what): \(Self.words(status)) here, \(Self.words(standing)) there")
        }
        for seat in status.turn {
            let moves = try attempt(property) { () throws(GameError) in try other.legalMoves(for: seat) }
            guard moves == legal[seat] ?? [] else {
                throw Finding(property, "At ply \(ply) \(what): the legal moves of seat \(seat) differ")
            }
        }
        for viewer in viewers {
            let mine = try attempt(.v1) { () throws(GameError) in try match.view(for: viewer) }
            let view = try attempt(property) { () throws(GameError) in try other.view(for: viewer) }
            try expect(view, equals: mine, property, "At ply \(ply) \(what)", root: "view")
        }
    }

    private static func words(_ status: MatchStatus) -> String {
        status.outcome.map { "the outcome is \($0.text)" } ?? "seats \(status.turn) are to move"
    }
}

extension Match {
    /// An entry of a log as the step that it was, for a match that stands before it; nil if it can't have been played here.
    func step(_ entry: LogEntry) throws(GameError) -> Step? {
        switch entry.choice {
        case .move(.index(let index)):
            // places in the list count moves that aren't legal here, too
            let moves = try legalMoves(for: entry.seat)
            return moves.first { $0.index == index && $0.typed == nil }.map { Step(seat: entry.seat, $0) }
        case .move(.typed(let name, let argument)):
            return Step(
                seat: entry.seat, action: .move(name: name, argument: argument),
                text: "\(name) \(GameOption.text(argument))")
        case .sealed: return nil  // no game that is checked has one
        case .leave(let why): return Step(leaving: entry.seat, why: why)
        }
    }
}
