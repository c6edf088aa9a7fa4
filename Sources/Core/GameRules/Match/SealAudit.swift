import LuaRuntime
import Values

/// The replay of a match's log with the moves that reveal its seals. It finds the first ply that
/// can't have been played.
struct SealAudit {
    private let rules: RunningRules
    /// The moves that reveal seals, by the number of their ply in the log, from 1.
    private let moves: [Int: LoggedMove]
    /// The log. The seals that were replayed already are opened in it.
    private var log: [LogEntry]
    private var referee: Referee

    /// The place in the log of the first ply that is replayed.
    private let start: Int

    /// Starts an audit of a match's log: restores the position before the first seal.
    ///
    /// - Parameter moves: The moves that reveal seals, by the number of their ply.
    init(of rules: RunningRules, opening moves: [Int: LoggedMove]) throws(RevealFault) {
        (self.rules, self.moves, log) = (rules, moves, Array(rules.log.entries))
        (referee, start) = try RevealFault.saying(0, 0) { () throws(GameError) -> (Referee, Int) in
            // when the plies before this position were played, every sealed move was known, so the rules
            // have checked them
            guard let position = rules.positionBeforeSealed else { return (try rules.begun(), 0) }
            let referee = try rules.loader.loaded()
            try rules.restore(position, on: referee)
            return (referee, position.entries.count)
        }
    }

    /// Replays the log, and replaces the match's log and Lua state by the result.
    ///
    /// - Throws: `RevealFault` for the first ply that can't have been played. After an error, the
    ///   match is unchanged.
    mutating func run() throws(RevealFault) {
        let (end, seat) = (log.count, log.last?.seat ?? 0)
        let endsVoid = try replayLog(to: end)
        if endsVoid {
            // the last ply has ended the match as a tie, and still does with the revealed moves
            var before = try SealAudit(of: rules, opening: moves)
            _ = try before.replayLog(to: end - 1)
            (referee, log) = (before.referee, before.log)
            try RevealFault.saying(end, seat) { () throws(GameError) in
                _ = try referee.quick("void", Int64(seat))
            }
        }
        guard !referee.draws.lackedKey else {
            let waits = GameError.request(.drawWaits)
            throw RevealFault(ply: end, seat: seat, reason: .failed(waits))
        }
        let isAlike = try RevealFault.saying(end, seat) { () throws(GameError) -> Bool in try self.isAlike() }
        guard isAlike else { throw RevealFault(ply: end, seat: seat, reason: .anotherState) }
        _ = rules.loader.output.take()  // it was reported when these plies were new
        rules.log.entries = CompactLog(log)
        rules.live = referee
        rules.listed = nil
        if !log.contains(where: { $0.choice == .sealed }) { rules.positionBeforeSealed = nil }
    }

    /// Replays the plies up to number `end`.
    ///
    /// - Returns: Whether the last one was bound, and the script refused it or failed in it. See
    ///   `RunningRules.attemptPly`.
    private mutating func replayLog(to end: Int) throws(RevealFault) -> Bool {
        for index in start..<max(end, start) {
            let replayed = try replay(index)
            if replayed.isVoid {
                guard index == log.count - 1 else {
                    throw RevealFault(ply: index + 1, seat: log[index].seat, reason: .illegalMove)
                }
                return true
            }
            if let move = replayed.move { log[index] = LogEntry(seat: log[index].seat, choice: .move(move)) }
        }
        return false
    }

    /// Returns whether the replay has the public state and the status of the match.
    private func isAlike() throws(GameError) -> Bool {
        let bytes = try referee.bytes("state_bytes", .boolean(true))
        let own = try rules.attempt { own throws(GameError) in try own.bytes("state_bytes", .boolean(true)) }
        let isSameStatus = try MatchStatus(referee.value("status")) == rules.status
        return bytes == own && isSameStatus
    }

    /// Plays a ply of the log, with the move that reveals it if there is one.
    ///
    /// - Returns: That move in the form of a log, and whether the ply was bound and didn't succeed.
    private mutating func replay(_ index: Int) throws(RevealFault) -> (move: LoggedMove?, isVoid: Bool) {
        let (ply, entry, move) = (index + 1, log[index], moves[index + 1])
        referee = try RevealFault.saying(ply, entry.seat) { () throws(GameError) in try rules.isolated(referee) }
        if let move {
            if case .typed(_, let argument) = move, argument.holdsBytes {
                throw RevealFault(ply: ply, seat: entry.seat, reason: .illegalSeal)
            }
            let name = try RevealFault.saying(ply, entry.seat) { () throws(GameError) in
                try referee.name(of: move, seat: entry.seat)
            }
            if let name, !rules.script.sealing.contains(name) {
                throw RevealFault(ply: ply, seat: entry.seat, reason: .notAsSealed)
            }
            guard !log[..<index].contains(where: { $0.seat == entry.seat && $0.choice == .sealed }) else {
                throw RevealFault(ply: ply, seat: entry.seat, reason: .unopened([entry.seat]))
            }
        }
        let (result, played) = try RevealFault.saying(ply, entry.seat) { () throws(GameError) in
            try play(entry, opening: move)
        }
        if let refusal = result.flatMap({ Rejection(unopened: $0, seats: rules.setup.seats) }) {
            throw RevealFault(ply: ply, seat: entry.seat, reason: .unopened(refusal.unopened))
        }
        guard let result else { return (nil, true) }
        guard result >= 0 else { throw try fault(at: index) }
        return (played, false)
    }

    /// - Returns: The result of `RunningRules.replayBound(_:on:)`, and the move that revealed the entry
    ///   in the form of a log.
    private func play(_ entry: LogEntry, opening move: LoggedMove?) throws(GameError) -> (Int64?, LoggedMove?) {
        guard let move else { return (try rules.replayBound(entry, on: referee), nil) }
        guard case .typed(let name, let argument) = move else {
            return (try rules.replay(LogEntry(seat: entry.seat, choice: .move(move)), on: referee), move)
        }
        guard !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else { return (-1, nil) }
        let arguments: [LuaValue] = [.integer(Int64(entry.seat)), .text(name), crossing]
        WorkCounter.add(.pliesReplayed)
        let results = try referee.call("play_opened", arguments, results: 4, deadline: rules.loader.patience)
        guard let integer = results[0].integer else { return (-1 - (results[3].integer ?? 0), nil) }
        let packed = PackedPly(integer)
        // a typed move has no place in the list
        return (integer, packed.isTyped ? move : .index(packed.index))
    }

    /// Returns what is wrong with a refused ply.
    private func fault(at index: Int) throws(RevealFault) -> RevealFault {
        let (entry, move) = (log[index], moves[index + 1])
        var arguments: [LuaValue] = [.integer(Int64(entry.seat)), .nil, .nil, .nil]
        switch move.map(LogEntry.Choice.move) ?? entry.choice {
        case .move(.index(let place)): arguments[1] = .integer(Int64(place))
        case .move(.typed(let name, let argument)): arguments[2...] = [.text(name), .crossing(argument)]
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
