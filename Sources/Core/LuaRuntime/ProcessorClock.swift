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
