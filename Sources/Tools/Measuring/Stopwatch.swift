import Dispatch
import Foundation
import LuaRuntime
import Values

/// A stopwatch for the time that the running thread spends on the processor. Unlike the wall-clock
/// time, this time is hardly affected by other work on the machine.
package struct Stopwatch {
    private let begun = ProcessorClock.threadSeconds()

    package init() {}

    /// The seconds since the stopwatch was created.
    package var seconds: Double { ProcessorClock.threadSeconds() - begun }

    /// Returns the median time of one run of `body`, in seconds.
    ///
    /// - Parameters:
    ///   - runs: The most runs.
    ///   - box: The time for all runs. Except the first run, no run starts after this time.
    package static func median(of runs: Int = .max, within box: TimeBox, _ body: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        while times.isEmpty || times.count < runs && !box.isOver {
            let watch = Stopwatch()
            try body()
            times.append(watch.seconds)
        }
        return times.median
    }
}

extension [Double] {
    /// The middle value, or the mean of the two values in the middle; NaN for an empty array.
    package var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    package var geometricMean: Double {
        isEmpty ? .nan : exp(map { log($0) }.reduce(0, +) / Double(count))
    }

    /// Returns the value below which a share `part` of all values lies; NaN for an empty array.
    package func quantile(_ part: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return sorted[Swift.min(count - 1, Swift.max(0, Int(saturating: (part * Double(count)).rounded(.up)) - 1))]
    }
}

/// The time that a measurement may take, in wall-clock time, because a person who asks for ten
/// seconds expects to wait ten seconds.
package struct TimeBox {
    private let clock: () -> Double
    private let begun: Double
    private let seconds: Double

    /// Starts a time box.
    ///
    /// - Parameters:
    ///   - seconds: The length, from now on.
    ///   - clock: Returns the time in seconds. Tests pass their own.
    package init(seconds: Double, clock: @escaping () -> Double = Self.monotonic) {
        self.clock = clock
        self.seconds = seconds
        begun = clock()
    }

    /// The share that has passed, from 0 to 1.
    package var part: Double { seconds > 0 ? min(1, max(0, (clock() - begun) / seconds)) : 1 }

    package var isOver: Bool { clock() - begun >= seconds }

    /// Returns a box that starts now and has a share `part` of this box's whole time. It ends at
    /// the latest when this box ends.
    package func part(_ part: Double) -> TimeBox {
        let left = seconds - (clock() - begun)
        return TimeBox(seconds: min(left, seconds * part), clock: clock)
    }

    /// Returns the seconds of a clock that can't be set.
    package static func monotonic() -> Double { ProcessInfo.processInfo.systemUptime }
}

/// The memory of the process, as the operating system reports it.
package enum ProcessMemory {
    /// Returns the size of the process's pages in memory, in bytes; nil on a system without
    /// `/proc`. Freed memory is first returned to the system.
    package static func resident() -> Int? {
        giveBack()
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Lets the C library return freed memory: glibc's `malloc_trim`, which other libraries don't
    /// have.
    package static func giveBack() {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        typealias Trim = @convention(c) (Int) -> Int32
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
}

/// Ends the program if a game in plain Lua doesn't end. This is needed because no deadline can stop
/// plain Lua, and because a game may behave differently in plain Lua than in the sandbox.
enum LastResort {
    /// The wall-clock time that a game may take. It is four times the hard deadline, because the
    /// machine may be busy with other work.
    static let patience = LuaLimits.hardDeadline * 4

    /// Runs `work`. If it takes longer than ``patience``, prints the reason and ends the program
    /// with exit code 1.
    static func watch<R>(_ reason: String, _ work: () throws -> R) rethrows -> R {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + .seconds(Int(patience.components.seconds)))
        timer.setEventHandler {
            FileHandle.standardError.write(Data("parlor: \(reason)\n".utf8))
            exit(1)
        }
        timer.resume()
        defer { timer.cancel() }
        return try work()
    }
}
