import Foundation

/// A moment on the clock of the server that wrote it down: milliseconds since 1970.
public struct Instant: Hashable, Comparable, Sendable {
    /// Never negative.
    public let milliseconds: Int64

    /// A moment; 1970 for anything before.
    public init(milliseconds: Int64) { self.milliseconds = max(0, milliseconds) }

    /// Now.
    public static var now: Instant { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// So many seconds later; at most some 16,000 years from 1970.
    public func adding(seconds: Int) -> Instant {
        // no clock shows a time beyond the year 9999
        let most = Int64(253_402_300_799)
        let added = min(max(Int64(clamping: seconds), -most), most) * 1000
        return Instant(milliseconds: min(max(milliseconds, 0), most * 1000) + added)
    }

    /// As ISO 8601 with milliseconds, in UTC.
    public var text: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
