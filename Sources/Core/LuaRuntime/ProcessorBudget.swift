/// Processor time for all that happens in a scope, however many calls into Lua it takes.
///
/// Nobody hands it on: within the scope every call into any ``LuaState`` gets what is left, if its own deadline is later, and
/// fails with limit `time` once nothing is. A scope within another one has no more than what is left of that.
///
/// ```swift
/// let moves = try ProcessorBudget(.seconds(2)).run { try playThousandGames(state) }
/// ```
public struct ProcessorBudget: Hashable, Sendable {
    /// How much there is for the whole scope; nothing if negative.
    public let time: Duration

    /// A budget of this much processor time, for each scope that it is used in.
    public init(_ time: Duration) {
        self.time = time
    }

    /// The same in seconds, never negative.
    package var seconds: Double { Double(time.nanoseconds) / 1e9 }

    /// Runs `body` within the budget, on a thread of Lua's: the time is that of one thread.
    public func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in
            let end = ProcessorClock.threadSeconds() + seconds
            return try Self.end.run(min(end, Self.end.current ?? end), body)
        }
    }

    /// What the calling thread has left of the scope that it is in, in seconds: 0 or less if nothing is; nil outside of any.
    public static var left: Double? {
        end.current.map { $0 - ProcessorClock.threadSeconds() }
    }

    /// Is nothing left of the scope that the calling thread is in? For loops of the host that no call into Lua would end.
    public static var isUsedUp: Bool { left.map { $0 <= 0 } ?? false }

    /// When the scope ends, on the thread's own processor clock.
    private static let end = ThreadScope<Double>()
}
