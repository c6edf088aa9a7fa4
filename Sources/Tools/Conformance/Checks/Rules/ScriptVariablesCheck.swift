import GameRules
import MatchSessions
import Values

/// L3: no function of the script changes a local variable outside of it, a table of the script, or
/// a module. Such a change is lost when the next function runs.
struct ScriptVariablesCheck: PlyCheck {
    static let properties: [Property] = [.l3]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        let changed = try game.attempt(.l3) { () throws(GameError) in try game.match.luaStates.changedVariable() }
        if let changed {
            throw Finding(.l3, "At ply \(game.ply) \(changed). The change is gone when the next function runs")
        }
        game.note(.l3)
    }
}

extension Playout {
    /// Returns the match as it would be saved.
    func saved() throws(Finding) -> SavedMatch {
        try attempt(.s1) { () throws(GameError) in try SavedMatch(match.save()) }
    }

    /// Throws a finding unless another match has the same position as this match, for every viewer.
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
    /// Returns the step of a log entry. The match must be at the position before the entry. Returns
    /// nil if the step can't have been played at that position.
    func step(_ entry: LogEntry) throws(GameError) -> Step? {
        switch entry.choice {
        case .move(.index(let index)):
            // the indices also number moves that aren't legal here, so compare each move's own
            // index
            let moves = try legalMoves(for: entry.seat)
            return moves.first { $0.index == index && $0.typed == nil }.map { Step(seat: entry.seat, $0) }
        case .move(.typed(let name, let argument)):
            return Step(
                seat: entry.seat, action: .move(name: name, argument: argument),
                text: "\(name) \(GameOption.text(argument))")
        case .sealed: return nil  // a checked game knows all its moves, so no entry is sealed
        case .leave(let why): return Step(leaving: entry.seat, why: why)
        }
    }
}
