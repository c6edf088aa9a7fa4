import LuaRuntime

/// Plays a ply also as devices do that don't know all sealed moves, and compares the results.
///
/// A script can compute the addresses of its tables. They depend on everything that its Lua state has
/// done, so also on sealed moves. If a public result depended on them, it would tell other seats what a
/// seat has sealed. So two results of a ply are compared with that of the rules, each from a new Lua
/// state:
/// - what the mover's own device knows: it must accept the ply if the rules do, and only then;
/// - what everybody knows: it must lead to the same public position.
struct SealTrial {
    /// The result of a ply.
    enum Result: Hashable {
        /// The position that a message commits to; see `Match.standingDigest`.
        case position([UInt8])
        case refused, failed
        /// The ply opens seals that aren't known, or needs more memory than there is; see ``MemoryRoom``.
        case unknown
    }

    private let rules: RunningRules
    private let entry: LogEntry
    /// The seats with closed seals before the ply.
    private let closed: Set<Int>
    /// The position before the ply, without the closed seals of other seats than the mover.
    private let movers: MatchSnapshot?
    /// The position before the ply, without any closed seal.
    private let publics: MatchSnapshot
    /// Whether the ply seals something.
    private let seals: Bool

    /// Starts a trial of a ply that `referee` will play next.
    ///
    /// Returns nil if there is nothing to compare: before the first sealed move, in a game without
    /// sealed moves, and on a device that doesn't know all of them.
    init?(_ entry: LogEntry, of rules: RunningRules, on referee: Referee) throws(GameError) {
        guard rules.script.guardsParts, rules.positionBeforeSealed == nil, !rules.loader.failsBoundPlies,
            case .move(let move) = entry.choice
        else { return nil }
        closed = try Self.closed(on: referee, seats: rules.setup.seats)
        seals = try referee.name(of: move, seat: entry.seat).map(rules.script.sealing.contains) ?? false
        guard seals || !closed.isEmpty else { return nil }
        (self.rules, self.entry) = (rules, entry)
        let others = closed.subtracting([entry.seat])
        movers = others.isEmpty ? nil : try rules.snapshot(of: referee, hiding: others)
        publics = try rules.snapshot(of: referee, hiding: closed)
    }

    /// Compares the result of the ply with those of the trials.
    ///
    /// - Parameters:
    ///   - result: What the rules came to; nil if they have played the ply on `referee`.
    /// - Returns: The failure if a result differs, and whether other seats than the mover have closed
    ///   seals; otherwise nil.
    /// - Throws: The error of a trial that exceeded its time.
    func fault(
        _ result: Result?, on referee: Referee
    ) throws(GameError) -> (failure: ScriptFailure, isOfOthers: Bool)? {
        let isAccepted = result == nil
        let result = if let result { result } else { Result.position(try referee.bytes("standing_bytes")) }
        let remaining = isAccepted ? try Self.closed(on: referee, seats: rules.setup.seats) : closed
        // a ply that opens seals opens all of them
        guard remaining.isSuperset(of: closed) else { return nil }
        let printed = rules.loader.output.printouts.count
        defer { rules.loader.output.drop(after: printed) }
        if let movers {
            let other = try play(entry, from: movers)
            if other != .unknown, other != result { return (failure(other), true) }
        }
        guard isAccepted, seals || movers == nil || closed.contains(entry.seat) else { return nil }
        let other = try play(seals ? LogEntry(seat: entry.seat, choice: .sealed) : entry, from: publics)
        guard other != .unknown, other != result else { return nil }
        return (failure(other), movers != nil)
    }

    private func play(_ entry: LogEntry, from position: MatchSnapshot) throws(GameError) -> Result {
        do throws(GameError) {
            let trial = try rules.loader.loaded(within: rules.loader.limits)
            try rules.restore(position, on: trial)
            let packed = try rules.call(entry, on: trial)
            if packed < 0 { return packed == -1 ? .refused : .unknown }
            return .position(try trial.bytes("standing_bytes"))
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
            case .position: "comes to another public position"
            case .refused, .unknown: "refuses this ply"
            case .failed: "fails in this ply"
            }
        let sentence = "on a device that doesn't know all sealed moves, the script \(what)"
        let failure = ScriptFailure(of: rules.script, hook: "play", sentence)
        rules.loader.witness?.note(failure)
        return failure
    }

    /// Returns the seats with closed seals.
    private static func closed(on referee: Referee, seats: Int) throws(GameError) -> Set<Int> {
        let bits = try referee.call("closed", []).first?.integer ?? 0
        return Set((1...seats).filter { bits >> Int64($0 - 1) & 1 == 1 })
    }
}
