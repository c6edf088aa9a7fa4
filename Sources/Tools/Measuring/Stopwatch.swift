import Foundation
import LuaRuntime
import Values

/// Time that the running thread spent on the processor, so that other work on the machine counts less.
package struct Stopwatch {
    private let begun = ProcessorClock.threadSeconds()

    package init() {}

    /// Seconds since it was made.
    package var seconds: Double { ProcessorClock.threadSeconds() - begun }

    /// Returns the median time of one run of `body`, in seconds.
    ///
    /// - Parameters:
    ///   - runs: The most runs.
    ///   - box: No run but the first starts after its end.
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
    /// The middle value, or the mean of the two in the middle; NaN without any.
    package var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    package var geometricMean: Double {
        isEmpty ? .nan : exp(map { log($0) }.reduce(0, +) / Double(count))
    }

    /// The value below which this part of all values lies; NaN without any.
    package func quantile(_ part: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return sorted[Swift.min(count - 1, Swift.max(0, Int(saturating: (part * Double(count)).rounded(.up)) - 1))]
    }
}
