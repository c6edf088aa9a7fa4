import Foundation

/// Processor time. Budgets count processor time instead of wall-clock time, so that a busy machine
/// doesn't end work that an idle machine would allow.
package enum ProcessorClock {
    /// Returns the processor time of the calling thread since it started, in seconds.
    package static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Returns the processor time of all threads of the process, in seconds.
    package static func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Calls `body` and returns the processor time that the calling thread spent in it, in seconds.
    /// Time of other threads isn't included.
    package static func measure(_ body: () throws -> Void) rethrows -> Double {
        let begun = threadSeconds()
        try body()
        return threadSeconds() - begun
    }
}

/// A deadline in processor time of the thread that created it. Only that thread may query it.
///
/// ```swift
/// let deadline = ProcessorDeadline(in: 2)
/// while !deadline.hasPassed { try playAnotherGame() }
/// ```
package struct ProcessorDeadline: Sendable {
    /// The longest wall-clock time, as a multiple of the processor time, whatever else the machine
    /// does.
    package static let outerBound = 30.0

    private let end: Double
    private let latest: ContinuousClock.Instant

    /// - Parameter seconds: The processor time from now on. A negative number counts as 0.
    package init(in seconds: Double) {
        let seconds = max(0, seconds)
        end = ProcessorClock.threadSeconds() + seconds
        latest = .now + .seconds(min(seconds, 1e9) * Self.outerBound)
    }

    /// Whether the processor time is up, or `outerBound` times as much wall-clock time.
    package var hasPassed: Bool { ProcessorClock.threadSeconds() >= end || ContinuousClock.now >= latest }
}

/// A budget of processor time for everything that happens in a scope, however many calls into Lua
/// it takes.
///
/// The budget needn't be passed as an argument. Within the scope, a call into any ``LuaState`` may take
/// at most the time that is left, even if its own deadline is later. If no time is left, the call fails
/// with limit `time`. A nested scope has at most what is left of the outer one.
///
/// ```swift
/// let moves = try ProcessorBudget(.seconds(2)).run { try playThousandGames(state) }
/// ```
public struct ProcessorBudget: Hashable, Sendable {
    /// The time for the whole scope. A negative time counts as 0.
    public let time: Duration

    /// Creates a budget of this much processor time, for each scope in which it is used.
    public init(_ time: Duration) {
        self.time = time
    }

    /// The time in seconds, never negative.
    package var seconds: Double { Double(time.nanoseconds) / 1e9 }

    /// Runs `body` within the budget. It runs on a Lua thread, because a budget is the processor
    /// time of one thread.
    public func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in
            let end = ProcessorClock.threadSeconds() + seconds
            return try Self.end.run(min(end, Self.end.current ?? end), body)
        }
    }

    /// The time that the calling thread has left in its scope, in seconds: 0 or less if no time is left;
    /// nil outside of any scope.
    public static var left: Double? {
        end.current.map { $0 - ProcessorClock.threadSeconds() }
    }

    /// Whether the calling thread has no time left in its scope. For loops of the host that no call
    /// into Lua would end.
    public static var isUsedUp: Bool { left.map { $0 <= 0 } ?? false }

    /// The end of the scope, on the thread's own processor clock.
    private static let end = ThreadScope<Double>()
}
