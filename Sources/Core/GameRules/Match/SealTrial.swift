import LuaRuntime

/// Plays a ply also as devices do that don't know everything, and compares the results.
///
/// A script can compute the addresses of its tables. They depend on everything that its Lua state has
/// done, so also on other seats' sealed moves and on their entries in an unfinished round. If a result
/// depended on them, it would tell a seat what another one has chosen. So the result of the rules is
/// compared with results from new Lua states:
/// - with what the mover's own device knows: it must accept the ply if the rules do, and only then. It must
///   come to the same position and to the same part of the mover;
/// - with what everybody knows: it must come to the same public position.
struct SealTrial {
    /// The result of a ply.
    enum Result: Hashable {
        /// The public position, and the position with the mover's own part; empty if it isn't compared.
        case position(public: [UInt8], own: [UInt8])
        case refused, failed
        /// The ply needs more memory than there is; see ``MemoryRoom``.
        case unknown
    }

    private let rules: RunningRules
    private let entry: LogEntry
    /// The seats with closed seals before the ply, and those of them that have left.
    private let closed: Set<Int>, withheld: Set<Int>
    /// Whether other seats wait with their entries of a round.
    private let isRound: Bool
    /// Whether the ply seals something.
    private let seals: Bool
    /// The position before the ply: as the mover's device knows it; without any closed seal; and without the
    /// seals that stay closed after a ply that opens seals. Nil if there is nothing to hide.
    private let movers: MatchSnapshot?, publics: MatchSnapshot?, opened: MatchSnapshot?

    /// Starts a trial of a ply that `referee` will play next.
    ///
    /// Returns nil if there is nothing to compare: while nothing is sealed and no entries wait, and on a
    /// device that doesn't know all sealed moves.
    init?(_ entry: LogEntry, of rules: RunningRules, on referee: Referee) throws(GameError) {
        guard rules.positionBeforeSealed == nil, !rules.script.dealt, !rules.loader.failsBoundPlies,
            case .move(let move) = entry.choice
        else { return nil }
        let hidden = try referee.call("closed", [.integer(Int64(entry.seat))], results: 3)
        (closed, withheld) = (Self.seats(hidden[0], of: rules), Self.seats(hidden[1], of: rules))
        isRound = hidden[2] == .boolean(true)
        seals = try referee.name(of: move, seat: entry.seat).map(rules.script.sealing.contains) ?? false
        guard seals || isRound || !closed.isEmpty else { return nil }
        (self.rules, self.entry) = (rules, entry)
        let others = closed.subtracting([entry.seat])
        let seat = isRound ? entry.seat : nil
        movers = others.isEmpty && !isRound ? nil : try rules.snapshot(of: referee, hiding: others, alone: seat)
        publics = seals || !closed.isEmpty ? try rules.snapshot(of: referee, hiding: closed) : nil
        opened = withheld.isEmpty ? nil : try rules.snapshot(of: referee, hiding: withheld)
    }

    /// Compares the result of the ply with those of the trials.
    ///
    /// - Parameter result: What the rules came to; nil if they have played the ply on `referee`.
    /// - Returns: The failure if a result differs, and whether this can be due to other seats than the
    ///   mover; otherwise nil.
    /// - Throws: The error of a trial that exceeded its time.
    func fault(_ result: Result?, on referee: Referee) throws(GameError) -> (failure: ScriptFailure, isOfOthers: Bool)?
    {
        let printed = rules.loader.output.printouts.count
        defer { rules.loader.output.drop(after: printed) }
        let isAccepted = result == nil
        let remaining = isAccepted ? Self.seats(try referee.call("closed", []).first ?? .nil, of: rules) : closed
        // a ply that opens seals opens all of them, except those of seats that have left
        let opens = !remaining.isSuperset(of: closed)
        if let movers {
            let isOwnCompared = isAccepted && !opens && !isRound
            let own = closed.subtracting([entry.seat])
            let found = if let result { result } else { try position(on: referee, hiding: isOwnCompared ? own : nil) }
            let other = try play(entry, from: movers, hiding: isOwnCompared ? own : nil)
            let isSame = isOwnCompared || !isAccepted ? other == found : other.isPosition
            if other != .unknown, !isSame { return (failure(other), true) }
        }
        guard isAccepted else { return nil }
        let found = try position(on: referee)
        if opens {
            guard let opened else { return nil }
            let other = try play(entry, from: opened)
            return other == .unknown || other == found ? nil : (failure(other), true)
        }
        guard let publics else { return nil }
        let other = try play(seals ? LogEntry(seat: entry.seat, choice: .sealed) : entry, from: publics)
        return other == .unknown || other == found ? nil : (failure(other), movers != nil)
    }

    private func position(on referee: Referee, hiding hidden: Set<Int>? = nil) throws(GameError) -> Result {
        let own = try hidden.map { hidden throws(GameError) in
            try rules.snapshot(of: referee, hiding: hidden).state
        }
        return .position(public: try referee.bytes("standing_bytes"), own: own ?? [])
    }

    private func play(
        _ entry: LogEntry, from before: MatchSnapshot, hiding hidden: Set<Int>? = nil
    ) throws(GameError) -> Result {
        do throws(GameError) {
            let trial = try rules.loader.loaded(within: rules.loader.limits)
            try rules.restore(before, on: trial)
            let packed = try rules.call(entry, on: trial)
            if packed == -1 { return .refused }
            if packed >= 0 { return try position(on: trial, hiding: hidden) }
            // it opens seals that aren't known there: it is tried while they are closed
            guard case .move(.index(let index)) = entry.choice else { return .unknown }
            let tried = try trial.call("tries", [.integer(Int64(entry.seat)), .integer(Int64(index))]).first
            return tried == .boolean(true) ? .position(public: [], own: []) : .refused
        } catch {
            if Self.isFailure(error) { return .failed }
            if case .failed(let failure) = error, MemoryRoom.isExceeded(failure.error) { return .unknown }
            throw error
        }
    }

    /// Returns whether the script failed in a way that can be compared: not by a limit of time, and not by
    /// one of memory, about which ``MemoryRoom`` decides.
    static func isFailure(_ error: GameError) -> Bool {
        guard case .failed(let failure) = error else { return false }
        return failure.error.limit?.dependsOnPosition ?? true && !MemoryRoom.isExceeded(failure.error)
    }

    private func failure(_ other: Result) -> ScriptFailure {
        let what =
            switch other {
            case .position: "comes to another position"
            case .refused, .unknown: "refuses this ply"
            case .failed: "fails in this ply"
            }
        let sentence = "on a device that doesn't know what other seats have chosen, the script \(what)"
        let failure = ScriptFailure(of: rules.script, hook: "play", sentence)
        rules.loader.witness?.note(failure)
        return failure
    }

    private static func seats(_ bits: LuaValue, of rules: RunningRules) -> Set<Int> {
        Set((1...rules.setup.seats).filter { (bits.integer ?? 0) >> Int64($0 - 1) & 1 == 1 })
    }
}

extension SealTrial.Result {
    fileprivate var isPosition: Bool { if case .position = self { true } else { false } }
}
