import LuaRuntime
import Values

// A device in a conversation doesn't know what other seats have sealed. Its match plays such a ply as one of which only the seat
// is known, and goes on from there by the same script: what follows from the log's entries alone is what everybody knows. What
// depends on a seal that isn't known is believed, until `open` finds out.
extension Match {
    /// A seat seals a move that isn't known here.
    ///
    /// From then on its part of `state.secret` is unknown: any listed answer of its is taken, and a move whose `legal` reads the
    /// part. A hook for its own eyes sees what a spectator sees. What the rules make of the rest stays as it is.
    ///
    /// - Throws: ``GameError/rejected(_:)`` if it isn't the seat's turn, or no move that is sealed until the match is over, or until
    ///   another move, is open to it; ``GameError/failed(_:)`` if the script fails. The match is what it was in either case.
    @discardableResult
    package func seal(seat: Int) throws(GameError) -> MatchStatus {
        guard (1...seats).contains(seat) else { throw .request("There is no seat \(seat); seats are 1 to \(seats).") }
        let isFirst = positionBeforeSealed == nil && pending == 0 && !entries.contains { $0.choice == .sealed }
        let before = isFirst ? try snapshot() : nil
        let (packed, status) = try attempt { referee throws(GameError) -> (PackedPly, MatchStatus) in
            let results = try referee.call("seal", [.integer(Int64(seat))], results: 4)
            guard let integer = results[0].integer else { throw .rejected(rejection(results, quoting: [])) }
            return (PackedPly(integer), MatchStatus(try referee.value("status")))
        }
        record(LogEntry(seat: seat, choice: .sealed), packed)
        known = status
        if let before { positionBeforeSealed = before }
        return status
    }

    /// Would this move of a seat be sealed until the match is over, or until another move?
    package func seals(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !script.sealing.isEmpty, (1...seats).contains(seat) else { return false }
        let name = try attempt { referee throws(GameError) in try referee.name(of: move, seat: seat) }
        return name.map(script.sealing.contains) ?? false
    }

    /// Would this move of a seat open what was sealed? Then the seals of all seats have to be opened before it is played; see
    /// ``open(_:)``. Of a move that the seat can't play now it is false.
    package func opens(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !script.opening.isEmpty, (1...seats).contains(seat) else { return false }
        let name = try attempt { referee throws(GameError) in try referee.name(of: move, seat: seat) }
        return name.map(script.opening.contains) ?? false
    }

    /// The last ply that opened what was sealed, from 1; 0 where none did.
    package func lastOpening() throws(GameError) -> Int {
        guard !script.opening.isEmpty else { return 0 }
        let played = try status.ply
        return try (history().prefix(played).lastIndex { $0.name.map(script.opening.contains) ?? false } ?? -1) + 1
    }
}

extension Referee {
    /// The name of a move as a log has it; nil for a place where the seat has none.
    func name(of move: LoggedMove, seat: Int) throws(GameError) -> String? {
        switch move {
        case .typed(let name, _): name
        case .index(let index):
            try call("name_at", [.integer(Int64(seat)), .integer(Int64(index))]).first?.text
        }
    }
}

extension Rejection {
    /// What the quick call of a ply answers that opens seals which aren't known here; nil for any other result.
    init?(unopened result: Int64, seats: Int) {
        guard result < -1 else { return nil }
        let owed = Self.seats(-1 - result, of: seats)
        let names = owed.map { "seat \($0)" }.joined(separator: ", ")
        self.init(
            code: "unopened_seals", message: "It opens what was sealed: first the seals of \(names) must be opened.")
        unopened = owed
    }

    static func seats(_ bits: Int64, of seats: Int) -> [Int] { (1...seats).filter { bits >> Int64($0 - 1) & 1 == 1 } }
}
