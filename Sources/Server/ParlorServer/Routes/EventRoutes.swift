import Hosting
import Hummingbird
import Logging
import Parlor
import Synchronization

/// The updates of a match as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html). The id of an event is the
/// number of its log entry, so a browser that reconnects continues after the last event that it
/// got.
struct EventRoutes {
    let house: MatchService
    let cookies: SeatCookies
    let gate: StreamGate
    let trustsProxy: Bool

    /// The longest time without data on a stream. A proxy might take a longer silence for a dead
    /// connection.
    static let beat = Duration.seconds(15)

    func add(to router: Router<ServerContext>) {
        router.get("/matches/:id/events") { request, context in try await events(request, context) }
    }

    private func events(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap({ HostedMatchID($0) }) else {
            throw ServerError.unknownMatch
        }
        let query = request.uri.queryParameters
        let theme = query["theme"].flatMap { Theme(rawValue: String($0)) } ?? .light
        let known = request.headers[.init("Last-Event-ID") ?? .ifRange] ?? query["after"].map(String.init)
        let after = known.flatMap { Int($0) } ?? 0
        let address = ClientAddress.text(of: request, context, trustsProxy: trustsProxy)
        guard let pass = gate.enter(from: address) else {
            throw ServerError(
                status: .serviceUnavailable, code: "too_many", message: "Too many people are watching at the moment.",
                retryAfter: 10)
        }
        let events = try await house.events(
            in: id, after: after, token: cookies.token(of: id, in: request), theme: theme)
        let stream = EventStream(events: events, pass: pass, logger: context.logger)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                // ends as soon as the browser closes the connection; without this, only the next
                // write would notice the end
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await stream.write(to: &writer)
                }
                try await writer.finish(nil)
            })
    }
}

/// One stream of events as it is written.
struct EventStream: Sendable {
    let events: MatchUpdates
    /// The stream's share of the limits on open streams. It is held as long as the stream exists.
    let pass: StreamGate.Pass
    let logger: Logger

    private enum Part: Sendable {
        case bytes(ByteBuffer)
        case beat
        case end
    }

    /// Writes events until the match service or the server stops, or the browser closes the
    /// connection.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
        // at most one part waits to be written, so a slow reader blocks nobody and needs no buffer
        let parts = RendezvousChannel<Part>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    for try await event in events {
                        try Task.checkCancellation()
                        await parts.send(.bytes(Self.bytes(of: event)))
                    }
                } catch let error as HostingError {
                    if let what = error.forTheServer { logger.error("\(what)", metadata: ["route": "events"]) }
                }
                await parts.send(.end)
            }
            group.addTask {
                while !Task.isCancelled {
                    try await Task.sleep(for: EventRoutes.beat)
                    await parts.send(.beat)
                }
            }
            while let part = await parts.next() {
                switch part {
                case .bytes(let bytes): try await writer.write(bytes)
                case .beat: try await writer.write(ByteBuffer(string: ": \n\n"))
                case .end:
                    try await writer.write(ByteBuffer(string: "event: gone\ndata: {}\n\n"))
                    group.cancelAll()
                    return
                }
            }
            group.cancelAll()
        }
    }

    /// Returns an event as a frame. The frame's data is one line, because the JSON contains no line
    /// ends.
    private static func bytes(of event: MatchUpdates.Event) -> ByteBuffer {
        switch event {
        case .entry(let line, let json): frame("entry", line.number, json)
        case .view(let view, let json): frame("view", view.number, json)
        }
    }

    private static func frame(_ name: String, _ number: Int, _ json: [UInt8]) -> ByteBuffer {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(json.count + 60)
        bytes.writeString("event: \(name)\nid: \(number)\ndata: ")
        bytes.writeBytes(json)
        bytes.writeString("\n\n")
        return bytes
    }
}

/// A channel that passes on one element at a time. A sender waits until the previous element has
/// been taken.
///
/// Elements are taken in the order in which they were sent. When a task that sends or takes is
/// cancelled, the channel ends for all tasks, so that none of them waits for the cancelled task.
actor RendezvousChannel<Element: Sendable> {
    // A sender resumes only after its element has become `waiting`, and never has to retry. A
    // sender that retried could lose to another one, and then nobody would wake the next sender.
    private var waiting: Element?
    private var senders: [(element: Element, isIn: CheckedContinuation<Void, Never>)] = []
    private var taker: CheckedContinuation<Element?, Never>?
    private var isFinished = false

    /// Sends one element. An element that is sent after the channel's end is dropped.
    func send(_ element: Element) async {
        await withTaskCancellationHandler {
            if isFinished { return }
            if let taker {
                self.taker = nil
                taker.resume(returning: element)
            } else if waiting == nil {
                waiting = element
            } else {
                await withCheckedContinuation { senders.append((element, $0)) }
            }
        } onCancel: {
            Task { await self.finish() }
        }
    }

    /// Returns the next element; nil when the channel has ended.
    func next() async -> Element? {
        await withTaskCancellationHandler {
            if let element = waiting {
                waiting = nil
                if !senders.isEmpty {
                    let sender = senders.removeFirst()
                    waiting = sender.element
                    sender.isIn.resume()
                }
                return element
            }
            if isFinished || Task.isCancelled { return nil }
            return await withCheckedContinuation { taker = $0 }
        } onCancel: {
            Task { await self.finish() }
        }
    }

    /// Ends the channel. An element that was sent before can still be taken.
    func finish() {
        isFinished = true
        taker?.resume(returning: nil)
        taker = nil
        for sender in senders { sender.isIn.resume() }
        senders = []
    }
}

/// The limits on open event streams: of all clients together, and of one address.
final class StreamGate: Sendable {
    private struct Open {
        var all = 0
        var byAddress: [String: Int] = [:]
    }
    private let open = Mutex(Open())
    private let most: Int
    private let mostOfOne: Int

    init(most: Int, mostOfOne: Int) { (self.most, self.mostOfOne) = (most, mostOfOne) }

    var count: Int { open.withLock { $0.all } }

    /// Admits a stream, and returns its pass; nil if too many streams are open. The stream counts
    /// as open as long as its pass exists.
    func enter(from address: String) -> Pass? {
        let isOpen = open.withLock { open in
            guard open.all < most, open.byAddress[address, default: 0] < mostOfOne else { return false }
            open.all += 1
            open.byAddress[address, default: 0] += 1
            return true
        }
        return isOpen ? Pass(gate: self, address: address) : nil
    }

    private func leave(_ address: String) {
        open.withLock { open in
            open.all -= 1
            let left = open.byAddress[address, default: 1] - 1
            open.byAddress[address] = left > 0 ? left : nil
        }
    }

    /// A stream's share of the limits. The share becomes free when the last reference to the pass
    /// is gone, even if the stream was never written.
    final class Pass: Sendable {
        private let gate: StreamGate
        private let address: String

        fileprivate init(gate: StreamGate, address: String) { (self.gate, self.address) = (gate, address) }

        deinit { gate.leave(address) }
    }
}
