import Conversations
import LuaRuntime
import MatchSessions

/// What one event may use, with all that nests in it: every hook of every instance that it calls, every url that those
/// have read, every answer, and what follows from these.
///
/// An event is one thing that a person does or the world brings. Each part of it runs on one ``LuaThread``, so that the
/// thread's processor time is the event's; a host that answers at once begins another part, maybe on another thread.
package final class EventBudget {
    static let mostRequests = 64
    static let mostPrinted = 64 << 10
    static let mostNotices = 256
    package static let time = LuaLimits.hardDeadline

    /// The first limit that was met; the event is over then.
    package private(set) var exceeded: Excess?
    private var requests = 0
    private var printed = 0
    private var notices = 0
    private var told: Set<Notice> = []
    /// When the part under way began, by its thread's clock; nil between parts.
    private var begin: Double? = ProcessorClock.threadSeconds()
    /// What earlier parts took, in seconds.
    private var spent = 0.0
    private let time: Duration
    /// Takes back what the event did, if it meets a limit.
    package var takeBack: (() -> Void)?

    package init(time: Duration = EventBudget.time) { self.time = time }

    /// A limit, and the hook that met it.
    package struct Excess {
        package let limit: EventLimit
        package let place: String
    }

    /// What is left of the time.
    var remaining: Duration { time - .seconds(used) }

    private var used: Double { spent + (begin.map { ProcessorClock.threadSeconds() - $0 } ?? 0) }

    /// Runs the event, or a part of it, on a thread for Lua. If it met a limit, what it did is taken back. What a thread does
    /// between parts isn't the event's.
    ///
    /// - Parameter finally: What the part ends with, unless the body threw.
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

    /// Is there anything left? What is asked for after the end isn't carried out.
    package func allows(_ place: @autoclosure () -> String) -> Bool {
        if exceeded == nil, remaining <= .zero { end(.time, place()) }
        return exceeded == nil
    }

    /// A hook asked for something.
    ///
    /// - Throws: ``EventLimit``.
    func request(_ place: @autoclosure () -> String) throws(EventLimit) {
        requests += 1
        if requests > Self.mostRequests { end(.requests, place()) }
        _ = allows(place())
        if let exceeded { throw exceeded.limit }
    }

    /// A hook printed. Returns how much of it is kept, in bytes.
    func print(_ bytes: Int, _ place: @autoclosure () -> String) -> Int {
        let room = max(0, Self.mostPrinted - printed)
        printed += bytes
        if bytes > room { end(.printed, place()) }
        return min(bytes, room)
    }

    /// The person is told a line. False if it is one too many, or was told already.
    func notice(_ notice: Notice) -> Bool {
        notices += 1
        if notices > Self.mostNotices { end(.notices, notice.game) }
        return notices <= Self.mostNotices && (notice.failure != nil || told.insert(notice).inserted)
    }

    func end(_ limit: EventLimit, _ place: String) {
        if exceeded == nil { exceeded = Excess(limit: limit, place: place) }
    }
}

/// A limit that an event met, with all that nests in it.
public enum EventLimit: String, Error, Hashable, Sendable, CaseIterable {
    /// What hooks ask of the host.
    case requests
    /// Bytes that hooks print.
    case printed
    /// Lines for the person.
    case notices
    /// Processor time.
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
        return "limit event: \(found) in one event, with all that followed from it; nothing of it is staged or kept"
    }
}
