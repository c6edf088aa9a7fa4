import LuaRuntime
import Values

/// The sealed moves of a match that aren't known here.
///
/// A device in a conversation doesn't know the moves that other seats have sealed. The match on
/// that device plays such a ply although it knows only the seat, and continues with the same
/// script. Whatever follows from the log's entries alone is the same on every device. A move whose
/// legality depends on an unknown sealed move is accepted until `open` checks it.
package struct SealedMoves {
    private let rules: RunningRules
    private var script: GameScript { rules.script }
    private var seats: ClosedRange<Int> { 1...rules.setup.seats }

    init(_ rules: RunningRules) { self.rules = rules }

    /// Plays a move that a seat sealed and that isn't known here.
    ///
    /// From then on, the seat's part of `state.secret` is unknown. Any listed answer of the seat is
    /// accepted, and so is any move whose `legal` reads that part. A hook for the seat's own view
    /// sees what a spectator sees. Everything else follows the rules as usual.
    ///
    /// - Throws: ``GameError/rejected(_:)`` if it isn't the seat's turn, or if the seat has no move
    ///   that stays sealed until the match is over or another move is played;
    ///   ``GameError/failed(_:)`` if the script fails. The match is unchanged in either case.
    @discardableResult
    package func seal(seat: Int) throws(GameError) -> MatchStatus {
        guard seats.contains(seat) else {
            throw .request(.noSeat(seat, of: seats.upperBound))
        }
        let isFirst =
            rules.positionBeforeSealed == nil && rules.log.pending == 0
            && !rules.log.entries.contains { $0.choice == .sealed }
        let before = isFirst ? try rules.snapshot() : nil
        let call = { (referee: Referee) throws(GameError) in
            try referee.call("seal", [.integer(Int64(seat))], results: 4)
        }
        let entry = LogEntry(seat: seat, choice: .sealed)
        let played = try rules.attemptPly(entry, calling: call, isRefused: { $0.isRefusal }) {
            referee, results throws(GameError) -> (PackedPly, MatchStatus) in
            guard let integer = results[0].integer else { throw .rejected(rules.rejection(results, quoting: [])) }
            return (PackedPly(integer), MatchStatus(try referee.value("status")))
        }
        let (packed, status) = played ?? rules.voided
        rules.record(entry, packed)
        rules.known = status
        if let before { rules.positionBeforeSealed = before }
        return status
    }

    /// Hides the last move of a seat, if the move seals something and the seat has earlier seals
    /// that aren't known here. The rules have only recorded that the move was sealed, as for the
    /// earlier seals. All of them are opened together.
    ///
    /// - Returns: The move as it was played; nil if nothing was hidden.
    package func hideLastMove(of seat: Int) -> LogEntry? {
        let log = rules.log
        guard let index = log.entries.lastIndex(where: { $0.seat == seat }), case .move = log.entries[index].choice,
            log.entries[index].name.map(script.sealing.contains) ?? false,
            log.entries[..<index].contains(where: { $0.seat == seat && $0.choice == .sealed })
        else { return nil }
        let played = log.entries[index]
        log.entries[index] = LogEntry(seat: seat, choice: .sealed)
        return played
    }

    /// Returns whether this move of a seat would be sealed until the match is over or another move
    /// is played.
    package func seals(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        try isNamed(move, seat: seat, in: script.sealing)
    }

    /// Returns whether this move of a seat would open what was sealed. If so, the seals of all
    /// seats must be opened before it is played; see ``open(_:)``. False for a move that the seat
    /// can't play now.
    package func opens(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        try isNamed(move, seat: seat, in: script.opening)
    }

    /// Returns whether the rules accept a listed move that opens seals, as far as they can tell while the
    /// seals are closed. After the seals are opened, the move can't be refused any more.
    package func canTry(index: Int, seat: Int) throws(GameError) -> Bool {
        let arguments: [LuaValue] = [.integer(Int64(seat)), .integer(Int64(index))]
        let results = try rules.attempt { referee throws(GameError) in try referee.call("tries", arguments) }
        return results.first == .boolean(true)
    }

    private func isNamed(_ move: LoggedMove, seat: Int, in names: Set<String>) throws(GameError) -> Bool {
        guard !names.isEmpty, seats.contains(seat) else { return false }
        let name = try rules.attempt { referee throws(GameError) in try referee.name(of: move, seat: seat) }
        return name.map(names.contains) ?? false
    }

    /// Replaces sealed moves of the log by the moves that reveal them, and replays the log from
    /// before the first sealed move.
    ///
    /// The replay is an audit. For each seat whose seals are all known, it checks that each sealed
    /// move could be played, that each answer was true, and that `legal` allowed each move. If
    /// `moves` is empty, it checks the moves that are known already.
    ///
    /// - Parameter moves: The moves by the number of their ply in the log, from 1. A later seal of
    ///   a seat can be opened only together with all earlier seals of that seat, or after them. A
    ///   listed move may be given by its place, or by its name and argument.
    /// - Throws: ``RevealFault`` for the first ply that can't have been played. After an error, the
    ///   match is unchanged.
    package func open(_ moves: [Int: LoggedMove]) throws(RevealFault) {
        let log = rules.log
        for ply in moves.keys.sorted() {
            let entry = log.entries.indices.contains(ply - 1) ? log.entries[ply - 1] : nil
            guard let entry, entry.choice == .sealed else {
                throw RevealFault(ply: ply, seat: entry?.seat ?? 0, reason: .notSealed)
            }
        }
        let seat = log.entries.last?.seat ?? 0
        // play the log as it is, to compare the result
        try RevealFault.saying(log.entries.count, seat) { () throws(GameError) in try rules.wake() }
        guard let rebuilding = rules.rebuilding else { return try audit(opening: moves) }
        try rebuilding.run { () throws(RevealFault) in try audit(opening: moves) }
    }

    private func audit(opening moves: [Int: LoggedMove]) throws(RevealFault) {
        do throws(RevealFault) {
            var audit = try SealAudit(of: rules, opening: moves)
            return try audit.run()
        } catch {
            guard case .failed(let failure) = error.reason, rules.loader.isolates(after: failure) else { throw error }
        }
        rules.drop()
        var audit = try SealAudit(of: rules, opening: moves)
        try audit.run()
    }
}

extension Referee {
    /// Returns the name of a move of a log; nil if the seat has no move at that place.
    func name(of move: LoggedMove, seat: Int) throws(GameError) -> String? {
        switch move {
        case .typed(let name, _): name
        case .index(let index):
            try call("name_at", [.integer(Int64(seat)), .integer(Int64(index))]).first?.text
        }
    }
}

extension Rejection {
    /// Creates the rejection of a ply that opens seals which aren't known here, from the result of
    /// its quick call; nil for any other result.
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
