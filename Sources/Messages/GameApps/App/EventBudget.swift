import Conversations
import LuaRuntime
import MatchSessions

/// The limits of one event and everything nested in it: all hooks of all instances, the urls that
/// hooks read, the host's answers, and all effects.
///
/// An event is one action of a person or one occurrence from outside, and it runs in parts. Each
/// part runs on one ``LuaThread``, and the processor time of that thread is charged to the event.
/// The first part is the event itself. If the host answers a request at once, the answer is a
/// further part, possibly on another thread.
package final class EventBudget {
    static let mostRequests = 64
    static let mostPrinted = 64 << 10
    static let mostNotices = 256
    package static let time = LuaLimits.hardDeadline

    /// The first limit that was exceeded, or nil. No hooks are called after a limit was exceeded.
    package private(set) var exceeded: Excess?
    private var requests = 0
    private var printed = 0
    private var notices = 0
    private var told: Set<Notice> = []
    /// The start of the current part, by its thread's clock; nil between parts.
    private var begin: Double? = ProcessorClock.threadSeconds()
    /// The time of earlier parts, in seconds.
    private var spent = 0.0
    private let time: Duration
    /// Undoes the event if it exceeds a limit.
    package var takeBack: (() -> Void)?

    package init(time: Duration = EventBudget.time) { self.time = time }

    /// An exceeded limit, and the hook that exceeded it.
    package struct Excess {
        package let limit: EventLimit
        package let place: String
    }

    /// The remaining time.
    var remaining: Duration { time - .seconds(used) }

    private var used: Double { spent + (begin.map { ProcessorClock.threadSeconds() - $0 } ?? 0) }

    /// Runs the event, or a part of it, on a thread for Lua. If the event exceeded a limit, its
    /// changes are undone. Time that a thread spends between parts isn't charged to the event.
    ///
    /// - Parameter finally: The last step of the part. It is skipped if `body` throws.
    package func run<E: Error>(
        _ body: () throws(E) -> Void, finally: () -> Void = {}
    ) throws(E) {
        try LuaThread.run { () throws(E) in
            begin = ProcessorClock.threadSeconds()
            defer {
                spent = used
                begin = nil
            }
            try body()
            if exceeded != nil { takeBack?() }
            finally()
        }
    }

    /// Returns whether the event is within its limits, and records the limit `time` if no time is
    /// left. A request made after a limit was exceeded is dropped.
    package func allows(_ place: @autoclosure () -> String) -> Bool {
        if exceeded == nil, remaining <= .zero { end(.time, place()) }
        return exceeded == nil
    }

    /// Counts a request of a hook.
    ///
    /// - Throws: ``EventLimit``.
    func request(_ place: @autoclosure () -> String) throws(EventLimit) {
        requests += 1
        if requests > Self.mostRequests { end(.requests, place()) }
        _ = allows(place())
        if let exceeded { throw exceeded.limit }
    }

    /// Counts printed bytes and returns how many of them fit into the limit.
    func print(_ bytes: Int, _ place: @autoclosure () -> String) -> Int {
        let room = max(0, Self.mostPrinted - printed)
        printed += bytes
        if bytes > room { end(.printed, place()) }
        return min(bytes, room)
    }

    /// Counts a line for the person. Returns false if the line exceeds the limit, or repeats a line
    /// of this event. A line that reports a failure may be repeated.
    func notice(_ notice: Notice) -> Bool {
        notices += 1
        if notices > Self.mostNotices { end(.notices, notice.game) }
        return notices <= Self.mostNotices && (notice.failure != nil || told.insert(notice).inserted)
    }

    func end(_ limit: EventLimit, _ place: String) {
        if exceeded == nil { exceeded = Excess(limit: limit, place: place) }
    }
}

/// A limit of an event, including everything nested in it.
public enum EventLimit: String, Error, Hashable, Sendable, CaseIterable {
    /// The number of requests that hooks make of the host.
    case requests
    /// The number of bytes that hooks print.
    case printed
    /// The number of lines for the person.
    case notices
    /// The processor time.
    case time
}

extension EventLimit: CustomStringConvertible {
    /// One line: `limit event: over 64 requests in one event, …`.
    public var description: String {
        let found =
            switch self {
            case .requests: "over \(EventBudget.mostRequests) requests"
            case .printed: "over \(EventBudget.mostPrinted >> 10) KiB printed"
            case .notices: "over \(EventBudget.mostNotices) notices"
            case .time: "over \(EventBudget.time.components.seconds) s of processor time, or what was left of it,"
            }
        return "limit event: \(found) in one event and all that it caused; nothing of that is staged or stored"
    }
}
