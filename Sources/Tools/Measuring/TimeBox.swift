import Foundation

/// The time that a measurement may take, by the clock on the wall: who asks for ten seconds waits ten seconds.
package struct TimeBox {
    private let clock: () -> Double
    private let begun: Double
    private let seconds: Double

    /// - Parameters:
    ///   - seconds: How long it lasts, from now on.
    ///   - clock: Returns the time in seconds; tests give one of their own.
    package init(seconds: Double, clock: @escaping () -> Double = Self.monotonic) {
        self.clock = clock
        self.seconds = seconds
        begun = clock()
    }

    /// How much of it has passed, from 0 to 1.
    package var part: Double { seconds > 0 ? min(1, max(0, (clock() - begun) / seconds)) : 1 }

    package var isOver: Bool { clock() - begun >= seconds }

    /// Returns a box that starts now and ends when this part of this one's whole time has passed, or with this one.
    package func part(_ part: Double) -> TimeBox {
        let left = seconds - (clock() - begun)
        return TimeBox(seconds: min(left, seconds * part), clock: clock)
    }

    /// Returns the seconds of a clock that nobody sets.
    package static func monotonic() -> Double { ProcessInfo.processInfo.systemUptime }
}
