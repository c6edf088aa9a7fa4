import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol

/// The channel between a game and its host: the calls that wait until the event is over, and the
/// queries that the host answers at once.
///
/// The channel has the budget of the current event. Notices and printed text use up the budget.
package final class HostChannel {
    /// The host. Nil after it was deallocated.
    weak var host: (any AppHost)?
    private let game: String
    /// The budget of the current event; nil between events.
    package var budget: EventBudget?
    /// The budget of the event whose requests are being delivered to the host. Answers of the host
    /// are a part of that event.
    private(set) var answered: EventBudget?
    /// Whether the current event runs on a thread other than the one on which the host delivered it.
    private var isElsewhere = false
    /// The calls to the host that wait until the event is over.
    private(set) var calls: [HostCall] = []

    /// - Parameters:
    ///   - host: The host, referenced weakly.
    ///   - game: The game's id.
    init(to host: (any AppHost)?, of game: String) {
        self.host = host
        self.game = game
    }

    // MARK: Events

    /// Runs an event, or a part of it. While it runs, ``budget`` is the budget of the event.
    ///
    /// - Parameter finally: The last step of the part. It is skipped if `body` throws.
    func run<E: Error>(
        _ budget: EventBudget, _ body: () throws(E) -> Void, finally: () -> Void
    ) throws(E) {
        (self.budget, isElsewhere) = (budget, !LuaThread.isCurrent)
        defer { (self.budget, isElsewhere) = (nil, false) }
        try budget.run(body, finally: finally)
    }

    /// Ends an event that exceeded a limit: drops its requests and tells the person.
    package func end(at limit: EventLimit, _ hook: String, in place: Conversation.ID) {
        dropRequests()
        append(.silence(LifecycleLog.Silence(.eventLimit, game: game)))
        note("\(hook): \(limit)", in: place)
    }

    /// Drops the requests that the host hasn't received yet.
    package func dropRequests() { calls.removeAll(where: \.isRequest) }

    /// Delivers the waiting calls to the host, in order. If the host answers a request at once, the
    /// calls that follow from the answer are added to the queue. They use what remains of the same
    /// budget.
    func tellHost(of budget: EventBudget, in place: Conversation.ID) {
        guard answered == nil else { return }
        answered = budget
        defer { answered = nil }
        var requests = 0
        while !calls.isEmpty {
            let call = calls.removeFirst()
            guard call.isRequest else {
                host.map(call.make)
                continue
            }
            requests += 1
            if requests <= EventBudget.mostRequests {
                host.map(call.make)
            } else if budget.exceeded == nil {
                budget.end(.requests, game)
                end(at: .requests, game, in: place)
            }
        }
    }

    /// Delivers the waiting calls to the host, in order, within an event that the host itself has
    /// started.
    package func tellHost() {
        let told = calls
        calls = []
        for call in told { host.map(call.make) }
    }

    // MARK: Calls

    /// Adds a call. The host receives it when the event is over.
    func append(_ call: HostCall) { calls.append(call) }

    /// Tells the person a line. The same line is shown only once in an event, because several
    /// callbacks may read the same message.
    ///
    /// - Parameter record: If given, the line is true only until the head of this match changes.
    package func note(
        _ text: String, in place: Conversation.ID, _ error: AppError? = nil, about record: MatchRecord? = nil
    ) {
        var notice = Notice(chat: place, game: game, text: text, error: error)
        if let record { notice.position = Notice.Position(match: record.id, head: record.signedLog.head) }
        guard budget?.notice(notice) != false else { return }
        append(.notice(notice))
    }

    func note(_ error: AppError, in place: Conversation.ID) { note(error.description, in: place, error) }

    /// Passes on the text that a hook printed, for the author. Text over the event's limit is
    /// dropped.
    func keepPrinted(_ text: String, by id: InstanceID, in hook: String) {
        let room = budget?.print(text.utf8.count, "\(game)/on.\(hook)") ?? text.utf8.count
        let kept = room == text.utf8.count ? text : String(decoding: text.utf8.prefix(room), as: UTF8.self)
        if !kept.isEmpty { append(.printout(HookOutput(instance: id, hook: hook, text: kept))) }
    }

    // MARK: Queries

    /// Queries the host on the thread on which it delivered the event. Returns nil if the host was
    /// deallocated.
    func ask<R>(_ question: (any AppHost) -> R?) -> R? {
        guard let host else { return nil }
        return isElsewhere ? LuaThread.askCaller { question(host) } : question(host)
    }

    /// Returns random bytes of the host. If the host gives too few, the system's generator adds the
    /// rest.
    func randomBytes(_ count: Int) -> [UInt8] {
        let bytes = ask { $0.randomBytes(count) } ?? []
        return bytes.count >= count ? Array(bytes.prefix(count)) : bytes + HostDefaults.randomBytes(count - bytes.count)
    }

    func newSession() -> Session {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return Session(bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) })
    }

    func newKey() -> SeatKey { (try? SeatKey(secret: randomBytes(32))) ?? SeatKey() }

    func newMessageID() -> MessageID {
        ask { $0.newMessageID() } ?? MessageID(HostDefaults.hex(HostDefaults.randomBytes(8)))
    }

    /// The host's clock, clamped to ±`longestTime` so that arithmetic can't overflow.
    var now: Duration { min(max(ask { $0.now } ?? .zero, .zero - Self.longestTime), Self.longestTime) }

    /// About 30,000 years.
    static let longestTime = Duration.seconds(1_000_000_000_000)
}
