import Foundation
import LuaRuntime

/// Time that the running thread spent on the processor, so that other work on the machine counts less.
struct Stopwatch {
    private let begun = ProcessorClock.threadSeconds()

    /// Seconds since it was made.
    var seconds: Double { ProcessorClock.threadSeconds() - begun }

    /// The median of so many runs of `body`, in seconds each; of fewer, if they take over two seconds together.
    static func median(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<runs where times.isEmpty || times.reduce(0, +) < 2 {
            let watch = Stopwatch()
            try body()
            times.append(watch.seconds)
        }
        return times.median
    }
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle; NaN without any.
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    var geometricMean: Double {
        isEmpty ? .nan : exp(map { log($0) }.reduce(0, +) / Double(count))
    }
}
