import LuaRuntime
import Values

// A device in a conversation doesn't know the moves that other seats have sealed. Its match plays
// such a ply knowing only the seat, and continues with the same script. Everybody knows what
// follows from the log's entries alone. A move that depends on an unknown seal is accepted
// until `open` checks it.
extension Match {
    /// Plays a move that a seat sealed and that isn't known here.
    ///
    /// From then on, the seat's part of `state.secret` is unknown. Any listed answer of the seat is
    /// accepted, and any move whose `legal` reads the part. A hook for the seat's own view sees
    /// what a spectator sees. Everything else follows the rules as usual.
    ///
    /// - Throws: ``GameError/rejected(_:)`` if it isn't the seat's turn, or if the seat has no move
    ///   that stays sealed until the match is over or another move is played;
    ///   ``GameError/failed(_:)`` if the script fails. The match is unchanged in either case.
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

    /// Hides the last move of a seat, if the move seals something and the seat has earlier seals
    /// that aren't known here. The rules have only recorded that it was sealed, as with the earlier
    /// ones. It is opened together with them.
    ///
    /// - Returns: The move as it was played; nil if nothing was hidden.
    package func hideLastMove(of seat: Int) -> LogEntry? {
        guard let index = entries.lastIndex(where: { $0.seat == seat }), case .move = entries[index].choice,
            entries[index].name.map(script.sealing.contains) ?? false,
            entries[..<index].contains(where: { $0.seat == seat && $0.choice == .sealed })
        else { return nil }
        let played = entries[index]
        entries[index] = LogEntry(seat: seat, choice: .sealed)
        return played
    }

    /// Returns whether this move of a seat would be sealed until the match is over or another move
    /// is played.
    package func seals(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !script.sealing.isEmpty, (1...seats).contains(seat) else { return false }
        let name = try attempt { referee throws(GameError) in try referee.name(of: move, seat: seat) }
        return name.map(script.sealing.contains) ?? false
    }

    /// Returns whether this move of a seat would open what was sealed. If so, the seals of all
    /// seats must be opened before it is played; see ``open(_:)``. False for a move that the seat
    /// can't play now.
    package func opens(_ move: LoggedMove, seat: Int) throws(GameError) -> Bool {
        guard !script.opening.isEmpty, (1...seats).contains(seat) else { return false }
        let name = try attempt { referee throws(GameError) in try referee.name(of: move, seat: seat) }
        return name.map(script.opening.contains) ?? false
    }

    /// Returns the last ply that opened what was sealed, from 1; 0 if none did.
    package func lastOpening() throws(GameError) -> Int {
        guard !script.opening.isEmpty else { return 0 }
        let played = try status.ply
        return try (history().prefix(played).lastIndex { $0.name.map(script.opening.contains) ?? false } ?? -1) + 1
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

/// The reveal of sealed moves, and the audit that it includes.
extension Match {
    /// Replaces sealed moves of the log by the moves that reveal them, and replays the log from
    /// before the first of them.
    ///
    /// The replay is the audit. It audits each seat whose seals are all known: each sealed move
    /// could be played, each answer was true, and `legal` allowed each move. If `moves` is empty,
    /// it audits what is known already.
    ///
    /// - Parameter moves: The moves by the number of their ply in the log, from 1. A later seal of
    ///   a seat needs all earlier ones. A listed move may be given by its place, or by its name and
    ///   argument.
    /// - Throws: ``RevealFault`` for the first ply that can't have been played. The match is
    ///   unchanged then.
    package func open(_ moves: [Int: LoggedMove]) throws(RevealFault) {
        for ply in moves.keys.sorted() {
            let entry = entries.indices.contains(ply - 1) ? entries[ply - 1] : nil
            guard let entry, entry.choice == .sealed else {
                throw RevealFault(ply: ply, seat: entry?.seat ?? 0, reason: .notSealed)
            }
        }
        let seat = entries.last?.seat ?? 0
        // play the log as it is, to compare the result
        try RevealFault.saying(entries.count, seat) { () throws(GameError) in try wake() }
        guard let rebuilding else { return try rebuild(opening: moves) }
        try rebuilding.run { () throws(RevealFault) in try rebuild(opening: moves) }
    }

    private func rebuild(opening moves: [Int: LoggedMove]) throws(RevealFault) {
        var log = Array(entries)
        let (end, seat) = (log.count, log.last?.seat ?? 0)
        var start = 0
        let referee = try RevealFault.saying(0, 0) { () throws(GameError) in
            // all plies before this position were played with full knowledge, and audited then
            guard let position = positionBeforeSealed else { return try begun() }
            start = position.entries.count
            let referee = try loaded()
            try restore(position, on: referee)
            return referee
        }
        for index in start..<log.count {
            if let move = try replay(log, index, opening: moves[index + 1], on: referee) {
                log[index] = LogEntry(seat: log[index].seat, choice: .move(move))
            }
        }
        guard !referee.draws.lackedKey else {
            let waits = GameError.request("What this move draws isn't known yet: it waits for another seat.")
            throw RevealFault(ply: end, seat: seat, reason: .failed(waits))
        }
        let isAlike = try RevealFault.saying(end, seat) { () throws(GameError) in
            let isSameState = try referee.bytes("state_bytes", .boolean(true)) == stateBytes(public: true)
            let isSameStatus = try MatchStatus(referee.value("status")) == rulesStatus
            return isSameState && isSameStatus
        }
        guard isAlike else { throw RevealFault(ply: end, seat: seat, reason: .anotherState) }
        _ = output.take()  // it was printed when these plies were new
        entries = CompactLog(log)
        live = referee
        listed = nil
        if !log.contains(where: { $0.choice == .sealed }) { positionBeforeSealed = nil }
    }

    /// Plays a ply of the log, with the move that reveals it if there is one.
    ///
    /// - Returns: That move in the form of a log.
    private func replay(
        _ log: [LogEntry], _ index: Int, opening move: LoggedMove?, on referee: Referee
    ) throws(RevealFault) -> LoggedMove? {
        let (ply, entry) = (index + 1, log[index])
        if let move {
            if case .typed(_, let argument) = move, argument.holdsBytes {
                throw RevealFault(ply: ply, seat: entry.seat, reason: .illegalSeal)
            }
            let name = try RevealFault.saying(ply, entry.seat) { () throws(GameError) in
                try referee.name(of: move, seat: entry.seat)
            }
            if let name, !script.sealing.contains(name) {
                throw RevealFault(ply: ply, seat: entry.seat, reason: .notAsSealed)
            }
            guard !log[..<index].contains(where: { $0.seat == entry.seat && $0.choice == .sealed }) else {
                throw RevealFault(ply: ply, seat: entry.seat, reason: .unopened([entry.seat]))
            }
        }
        let (result, played) = try RevealFault.saying(ply, entry.seat) { () throws(GameError) in
            try play(entry, opening: move, on: referee)
        }
        if let refusal = Rejection(unopened: result, seats: seats) {
            throw RevealFault(ply: ply, seat: entry.seat, reason: .unopened(refusal.unopened))
        }
        guard result >= 0 else { throw try fault(log, index, opening: move, on: referee) }
        return played
    }

    /// - Returns: The result of ``replay(_:on:)``, and the move that revealed the entry in the form
    ///   of a log.
    private func play(
        _ entry: LogEntry, opening move: LoggedMove?, on referee: Referee
    ) throws(GameError) -> (Int64, LoggedMove?) {
        guard let move else { return (try replay(entry, on: referee), nil) }
        guard case .typed(let name, let argument) = move else {
            return (try replay(LogEntry(seat: entry.seat, choice: .move(move)), on: referee), move)
        }
        guard !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else { return (-1, nil) }
        let arguments: [LuaValue] = [.integer(Int64(entry.seat)), .text(name), crossing]
        WorkCounter.add(.pliesReplayed)
        let results = try referee.call("play_opened", arguments, results: 4, deadline: patience)
        guard let integer = results[0].integer else { return (-1 - (results[3].integer ?? 0), nil) }
        let packed = PackedPly(integer)
        // a typed move has no place in the list
        return (integer, packed.isTyped ? move : .index(packed.index))
    }

    /// Returns what is wrong with a refused ply.
    private func fault(
        _ log: [LogEntry], _ index: Int, opening move: LoggedMove?, on referee: Referee
    ) throws(RevealFault) -> RevealFault {
        let entry = log[index]
        var arguments: [LuaValue] = [.integer(Int64(entry.seat)), .nil, .nil, .nil]
        switch move.map(LogEntry.Choice.move) ?? entry.choice {
        case .move(.index(let place)): arguments[1] = .integer(Int64(place))
        case .move(.typed(let name, let argument)): arguments[2...] = [.text(name), Self.crossing(argument)]
        case .leave, .sealed: break
        }
        if move != nil || entry.choice == .sealed, arguments[1] == .nil, arguments[2] == .nil {
            return RevealFault(ply: index + 1, seat: entry.seat, reason: .illegalSeal)
        }
        let results = try RevealFault.saying(index + 1, entry.seat) { () throws(GameError) in
            try referee.call("fault", arguments, results: 4)
        }
        // in a round, `play` may have refused the move of another seat
        let culprit = results[3].integer.map(Int.init) ?? entry.seat
        let ply = 1 + (log[...index].lastIndex { $0.seat == culprit } ?? index)
        switch results[0].text {
        case "answer":
            let (given, truth) = (results[1].text ?? "", results[2].text ?? "")
            return RevealFault(ply: ply, seat: culprit, reason: .falseAnswer(given: given, truth: truth))
        case "sealed": return RevealFault(ply: ply, seat: culprit, reason: .illegalSeal)
        default:
            let isSeal = move != nil && culprit == entry.seat
            return RevealFault(ply: ply, seat: culprit, reason: isSeal ? .illegalSeal : .illegalMove)
        }
    }
}

extension RevealFault {
    /// Calls `body`, and throws its error as a fault of a ply.
    fileprivate static func saying<R>(
        _ ply: Int, _ seat: Int, _ body: () throws(GameError) -> R
    ) throws(RevealFault) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            throw RevealFault(ply: ply, seat: seat, reason: .failed(error))
        }
    }
}

/// The reason why honest devices can't have played a log, found when sealed moves are opened: a
/// ply, its seat, and what is wrong with it.
package struct RevealFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The seat sealed a move that it couldn't play there.
        case illegalSeal
        /// The seat's answer differs from the true one by its own secrets.
        case falseAnswer(given: String, truth: String)
        /// An open move that the seat's own secrets, or the rules, forbid.
        case illegalMove
        /// The log has no sealed move there.
        case notSealed
        /// The move that opens it isn't one that is sealed.
        case notAsSealed
        /// These seats have earlier seals that must be opened before it can be played or known.
        case unopened([Int])
        /// The revealed moves lead to another public state: the script's sealed moves change it.
        case anotherState
        /// The script failed during the replay.
        case failed(GameError)
    }

    /// The number of the ply in the log, from 1.
    package let ply: Int
    /// The seat of the ply; 0 if the log has no ply of that number.
    package let seat: Int
    package let reason: Reason

    package init(ply: Int, seat: Int, reason: Reason) {
        self.ply = ply
        self.seat = seat
        self.reason = reason
    }
}

extension RevealFault: CustomStringConvertible {
    /// One line: `Ply 7, by seat 2: the answer was 'miss'; the truth is 'hit'.`
    package var description: String { "Ply \(ply), by seat \(seat): \(sentence)" }

    /// What is wrong: `the answer was 'miss'; the truth is 'hit'.`
    package var sentence: String {
        switch reason {
        case .illegalSeal: "the move that was sealed can't be played there."
        case .falseAnswer(let given, let truth):
            "the answer was '\(given.excerpt)'; the truth is '\(truth.excerpt)'."
        case .illegalMove: "the move isn't legal there by what the seat knew."
        case .notSealed: "there is no sealed move to open."
        case .notAsSealed: "it is opened by a move that isn't sealed."
        case .unopened(let seats):
            "before it the seals of \(seats.map { "seat \($0)" }.joined(separator: ", ")) have to be opened."
        case .anotherState: "the sealed moves change what everybody sees: the script is at fault."
        case .failed(let error): "\(error)"
        }
    }
}
