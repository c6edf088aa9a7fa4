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

    /// Forgets what a seat's last move was if it seals one, and what the seat has sealed before isn't known here: the rules have only taken
    /// notice of it, as of those. It is opened with them.
    ///
    /// - Returns: The move as it was played; nil for any other.
    package func hideLastMove(of seat: Int) -> LogEntry? {
        guard let index = entries.lastIndex(where: { $0.seat == seat }), case .move = entries[index].choice,
            entries[index].name.map(script.sealing.contains) ?? false,
            entries[..<index].contains(where: { $0.seat == seat && $0.choice == .sealed })
        else { return nil }
        let played = entries[index]
        entries[index] = LogEntry(seat: seat, choice: .sealed)
        return played
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

/// Opening what was sealed, and the audit that comes with it.
extension Match {
    /// Puts the true moves into the place of sealed ones, and plays the log again from before the first of them, with all that is
    /// known now.
    ///
    /// That replay is the audit: of a seat whose seals are all known it checks that each of them could be played, that each
    /// answer was the true one, and that `legal` allowed each of its moves. Without moves it audits what is known already.
    ///
    /// - Parameter moves: By the number of the ply in the log, from 1: of a seat no later one without those before. A move that the
    ///   list has may come by its place, or by its name and argument.
    /// - Throws: ``RevealFault`` for the first ply that can't have been played. The match is what it was then.
    package func open(_ moves: [Int: LoggedMove]) throws(RevealFault) {
        for ply in moves.keys.sorted() {
            let entry = entries.indices.contains(ply - 1) ? entries[ply - 1] : nil
            guard let entry, entry.choice == .sealed else {
                throw RevealFault(ply: ply, seat: entry?.seat ?? 0, reason: .notSealed)
            }
        }
        let seat = entries.last?.seat ?? 0
        // what the log comes to as it is, to compare with
        try RevealFault.saying(entries.count, seat) { () throws(GameError) in try wake() }
        try replaying { () throws(RevealFault) in
            guard let rebuilding else { return try rebuild(opening: moves) }
            try rebuilding.run { () throws(RevealFault) in try rebuild(opening: moves) }
        }
    }

    private func rebuild(opening moves: [Int: LoggedMove]) throws(RevealFault) {
        var log = Array(entries)
        let (end, seat) = (log.count, log.last?.seat ?? 0)
        var start = 0
        let referee = try RevealFault.saying(0, 0) { () throws(GameError) in
            // all plies before this position were played with full knowledge, and audited then
            guard let position = positionBeforeSealed else { return try begun() }
            start = position.entries.count
            let referee = try loaded(resting: isReplaying)
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
        _ = output.take()  // it was printed before, when these plies were played
        entries = CompactLog(log)
        live = referee
        listed = nil
        if !log.contains(where: { $0.choice == .sealed }) { positionBeforeSealed = nil }
    }

    /// Plays a ply of the log, by the move that opens it if there is one.
    ///
    /// - Returns: That move as a log has it.
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

    /// - Returns: What ``replay(_:on:)`` does, and the move that opened the entry as a log has it.
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
        // an entry of a round waits, a typed one has no place in the list
        return (integer, packed.isTyped ? move : .index(packed.index))
    }

    /// What is wrong with a ply that was refused.
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
        // of a round it may be another one's move that `play` refused
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
    /// Calls `body`; what it throws is said of a ply.
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

/// Why a log can't have been played by honest devices, as it shows when sealed moves are opened: a ply, who made it, and what is
/// wrong with it.
package struct RevealFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The seat sealed a move that it couldn't play there.
        case illegalSeal
        /// The seat answered something else than what was true by its own secrets.
        case falseAnswer(given: String, truth: String)
        /// An open move that the seat's own secrets, or the rules, forbid.
        case illegalMove
        /// The log has no sealed move there.
        case notSealed
        /// What opens it is no move that is sealed.
        case notAsSealed
        /// It can't be played, or known, before the seals of these seats that stand in front of it are open.
        case unopened([Int])
        /// With what was sealed the match comes to another public state: the script's sealed moves change it.
        case anotherState
        /// The script failed on the way.
        case failed(GameError)
    }

    /// The number of the ply in the log, from 1.
    package let ply: Int
    /// Whose ply it is; 0 where the log has none of that number.
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
