import GameApps
import GameRules
import MatchSessions
import Values

/// L3: a script that was used for other things leads to the same results as one that was just
/// loaded.
///
/// Before the game, the checked match plays some plies of another game in the same Lua state.
/// During the game it is asked everything that may be asked, and often. A fresh Lua state that only
/// replays the log must not know the difference.
struct FreshScriptCheck: PlyCheck {
    static let properties: [Property] = [.l3]

    /// The plies of another game that the Lua state plays first. A counter modulo 2, 3, 4, 5 or 6
    /// is off after them.
    private static let warmUp = 7

    init() {}

    mutating func begin(_ game: Playout) throws(Finding) {
        do throws(GameError) {
            try game.match.restart(seed: game.setup.seed &+ 1)
            try game.match.playRandomMoves(atMost: Self.warmUp, using: &game.chance)
        } catch {
            // other failures occur in a game of their own, with the moves that lead there; but a
            // call that takes too long isn't waited for twice
            let finding = Diagnosis.finding(error, standard: .l2)
            if finding.property == .b1 { throw Self.inOtherMatch(finding, game) }
        }
        try game.attempt(.l2) { () throws(GameError) in try game.match.restart(seed: game.setup.seed) }
    }

    /// Returns the finding with the game that the match played before the one that is checked.
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
            // the steps up to here are enough
        }
        return finding
    }

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled else { return }
        try Self.compare(game)
        game.note(.l3)
    }

    /// Returns the finding that something is kept outside of the state, if that may be why a game
    /// got stuck or a move failed; else nil.
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
            throw Finding(.l3, "A fresh copy of the script can't play the same moves: \(sentence)")
        }
        try game.compare(fresh, .l3, "a fresh copy of the script that replays the same moves reaches another position")
    }
}

extension Playout {
    /// Returns the match as it would be saved.
    func saved() throws(Finding) -> SavedMatch {
        try attempt(.s1) { () throws(GameError) in try SavedMatch(match.save()) }
    }

    /// Throws unless another match has the same position as this one, as everybody sees it.
    ///
    /// - Parameter what: The words for a difference. The first difference follows them.
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
    /// Returns the step of a log entry, in a match at the position before it; nil if the step can't
    /// have been played here.
    func step(_ entry: LogEntry) throws(GameError) -> Step? {
        switch entry.choice {
        case .move(.index(let index)):
            // the index counts moves that aren't legal here, too
            let moves = try legalMoves(for: entry.seat)
            return moves.first { $0.index == index && $0.typed == nil }.map { Step(seat: entry.seat, $0) }
        case .move(.typed(let name, let argument)):
            return Step(
                seat: entry.seat, action: .move(name: name, argument: argument),
                text: "\(name) \(GameOption.text(argument))")
        case .sealed: return nil  // a checked game has none
        case .leave(let why): return Step(leaving: entry.seat, why: why)
        }
    }
}
