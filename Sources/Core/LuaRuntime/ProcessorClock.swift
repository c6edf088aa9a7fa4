import Foundation

/// Processor time. Budgets count it rather than the time of day: what a busy machine gives to others must not end what would
/// be allowed on an idle one.
package enum ProcessorClock {
    /// What the calling thread has had of the processor since it began, in seconds.
    package static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// What all threads of the process have had of the processor, in seconds.
    package static func processSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Calls `body` and measures it, in seconds of the calling thread. Nothing that runs on another thread counts.
    package static func measure(_ body: () throws -> Void) rethrows -> Double {
        let begun = threadSeconds()
        try body()
        return threadSeconds() - begun
    }
}

/// When the processor time is up that was set aside for something: for the thread that made it, and for nobody else to ask.
///
/// ```swift
/// let deadline = ProcessorDeadline(in: 2)
/// while !deadline.hasPassed { try playAnotherGame() }
/// ```
package struct ProcessorDeadline: Sendable {
    /// How much longer than that it may take by the time of day, whatever else the machine does.
    package static let outerBound = 30.0

    private let end: Double
    private let latest: ContinuousClock.Instant

    /// - Parameter seconds: of processor time from now on; nothing if negative.
    package init(in seconds: Double) {
        let seconds = max(0, seconds)
        end = ProcessorClock.threadSeconds() + seconds
        latest = .now + .seconds(min(seconds, 1e9) * Self.outerBound)
    }

    /// Is the processor time up, or `outerBound` times as much by the time of day?
    package var hasPassed: Bool { ProcessorClock.threadSeconds() >= end || ContinuousClock.now >= latest }
}

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
