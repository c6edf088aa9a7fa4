import LuaRuntime
import Values

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
    /// - Throws: ``OpeningFault`` for the first ply that can't have been played. The match is what it was then.
    package func open(_ moves: [Int: LoggedMove]) throws(OpeningFault) {
        for ply in moves.keys.sorted() {
            let entry = entries.indices.contains(ply - 1) ? entries[ply - 1] : nil
            guard let entry, entry.choice == .sealed else {
                throw OpeningFault(ply: ply, seat: entry?.seat ?? 0, reason: .notSealed)
            }
        }
        let seat = entries.last?.seat ?? 0
        // what the log comes to as it is, to compare with
        try OpeningFault.saying(entries.count, seat) { () throws(GameError) in try wake() }
        try replaying { () throws(OpeningFault) in
            guard let rebuilding else { return try rebuild(opening: moves) }
            try rebuilding.run { () throws(OpeningFault) in try rebuild(opening: moves) }
        }
    }

    private func rebuild(opening moves: [Int: LoggedMove]) throws(OpeningFault) {
        var log = Array(entries)
        let (end, seat) = (log.count, log.last?.seat ?? 0)
        var start = 0
        let referee = try OpeningFault.saying(0, 0) { () throws(GameError) in
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
            throw OpeningFault(ply: end, seat: seat, reason: .failed(waits))
        }
        let isAlike = try OpeningFault.saying(end, seat) { () throws(GameError) in
            let isSameState = try referee.bytes("state_bytes", .boolean(true)) == stateBytes(public: true)
            let isSameStatus = try MatchStatus(referee.value("status")) == rulesStatus
            return isSameState && isSameStatus
        }
        guard isAlike else { throw OpeningFault(ply: end, seat: seat, reason: .anotherState) }
        _ = output.take()  // it was printed before, when these plies were played
        entries = PlyList(log)
        live = referee
        listed = nil
        if !log.contains(where: { $0.choice == .sealed }) { positionBeforeSealed = nil }
    }

    /// Plays a ply of the log, by the move that opens it if there is one.
    ///
    /// - Returns: That move as a log has it.
    private func replay(
        _ log: [LogEntry], _ index: Int, opening move: LoggedMove?, on referee: Referee
    ) throws(OpeningFault) -> LoggedMove? {
        let (ply, entry) = (index + 1, log[index])
        if let move {
            if case .typed(_, let argument) = move, argument.holdsBytes {
                throw OpeningFault(ply: ply, seat: entry.seat, reason: .illegalSeal)
            }
            let name = try OpeningFault.saying(ply, entry.seat) { () throws(GameError) in
                try referee.name(of: move, seat: entry.seat)
            }
            if let name, !script.sealing.contains(name) {
                throw OpeningFault(ply: ply, seat: entry.seat, reason: .notAsSealed)
            }
            guard !log[..<index].contains(where: { $0.seat == entry.seat && $0.choice == .sealed }) else {
                throw OpeningFault(ply: ply, seat: entry.seat, reason: .unopened([entry.seat]))
            }
        }
        let (result, played) = try OpeningFault.saying(ply, entry.seat) { () throws(GameError) in
            try play(entry, opening: move, on: referee)
        }
        if let refusal = Rejection(unopened: result, seats: seats) {
            throw OpeningFault(ply: ply, seat: entry.seat, reason: .unopened(refusal.unopened))
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
    ) throws(OpeningFault) -> OpeningFault {
        let entry = log[index]
        var arguments: [LuaValue] = [.integer(Int64(entry.seat)), .nil, .nil, .nil]
        switch move.map(LogEntry.Choice.move) ?? entry.choice {
        case .move(.index(let place)): arguments[1] = .integer(Int64(place))
        case .move(.typed(let name, let argument)): arguments[2...] = [.text(name), Self.crossing(argument)]
        case .leave, .sealed: break
        }
        if move != nil || entry.choice == .sealed, arguments[1] == .nil, arguments[2] == .nil {
            return OpeningFault(ply: index + 1, seat: entry.seat, reason: .illegalSeal)
        }
        let results = try OpeningFault.saying(index + 1, entry.seat) { () throws(GameError) in
            try referee.call("fault", arguments, results: 4)
        }
        // of a round it may be another one's move that `play` refused
        let culprit = results[3].integer.map(Int.init) ?? entry.seat
        let ply = 1 + (log[...index].lastIndex { $0.seat == culprit } ?? index)
        switch results[0].text {
        case "answer":
            let (given, truth) = (results[1].text ?? "", results[2].text ?? "")
            return OpeningFault(ply: ply, seat: culprit, reason: .falseAnswer(given: given, truth: truth))
        case "sealed": return OpeningFault(ply: ply, seat: culprit, reason: .illegalSeal)
        default:
            let isSeal = move != nil && culprit == entry.seat
            return OpeningFault(ply: ply, seat: culprit, reason: isSeal ? .illegalSeal : .illegalMove)
        }
    }
}

extension OpeningFault {
    /// Calls `body`; what it throws is said of a ply.
    fileprivate static func saying<R>(
        _ ply: Int, _ seat: Int, _ body: () throws(GameError) -> R
    ) throws(OpeningFault) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            throw OpeningFault(ply: ply, seat: seat, reason: .failed(error))
        }
    }
}
