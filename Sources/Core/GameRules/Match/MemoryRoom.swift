import LuaRuntime

/// The memory that one call of a script's rules gets, whatever has happened in its Lua state before.
///
/// What a Lua state holds depends on its past: on garbage that isn't collected yet, on cached
/// values of the SDK, on texts that Lua keeps once, and on what other seats have sealed. If a function
/// ran into the limit of memory, that would show how much room all of this has left. A player whose ally
/// wrote the script could measure another seat's secret, and two devices could differ.
///
/// Therefore a Lua state that makes many calls gets only a part of the limit. Once a call exceeds that
/// part, the match *isolates* its calls. Each call is then made in a new Lua state with the whole limit.
/// That state has received the position before the call and nothing else. The failed call is repeated in
/// the same way, and only this result counts. The result is a function of the script, the position and
/// the call. A call that succeeds within that part also succeeds alone within the whole limit. Only Lua's
/// table of texts and its stack can be larger in a new state, and they fit into the difference.
///
/// In a game with parts of `state.secret`, a new state holds other seats' parts, too. In such a game a
/// ply is first tried in a state without these parts, and the result of the trial decides: see
/// `RunningRules.attempt(for:calling:_:)`. The state with these parts has room to spare.
struct MemoryRoom {
    /// The limits of a Lua state that makes many calls.
    let shared: LuaLimits
    /// The limits of a Lua state that makes one call.
    let isolated: LuaLimits

    /// - Parameter hidesParts: Whether a state can know parts of `state.secret` that a seat doesn't.
    init(_ limits: LuaLimits, hidesParts: Bool) {
        var (shared, isolated) = (limits, limits)
        shared.memory = limits.memory / 5 * 2
        shared.granted = limits.granted / 5 * 4
        if hidesParts { isolated.memory = limits.memory * 2 + Self.mostSecrets }
        (self.shared, self.isolated) = (shared, isolated)
    }

    /// An upper bound for the bytes that the secret parts of a state take in Lua. All parts together have
    /// at most a megabyte of canonical bytes and 100,000 values (`GUARD_PART`).
    private static let mostSecrets = 16 << 20

    /// Whether a call reached a limit that depends on what else its Lua state holds.
    static func isExceeded(_ error: LuaError) -> Bool {
        switch error.limit {
        case .memory, .granted, .table: true
        case .time, .pool, .output, .instructions, .depth, .text, nil: false
        }
    }
}

extension LuaError.Limit {
    /// Whether a call in a Lua state of its own reaches this limit in the same positions on every device.
    /// The time of a call depends on the machine, the limit of a table on Lua's random hash, and that of a
    /// pool on other matches.
    var dependsOnPosition: Bool {
        switch self {
        case .instructions, .depth, .text, .output, .memory, .granted: true
        case .time, .pool, .table: false
        }
    }
}
