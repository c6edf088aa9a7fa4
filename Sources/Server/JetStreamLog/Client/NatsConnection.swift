import CNats
import Foundation
import Hosting
import Synchronization

/// A connection to NATS servers: the only code that calls libnats.
///
/// It uses the library's connections, messages, requests and synchronous subscriptions. Requests to
/// JetStream are plain requests (see `JetStream`), so little of the library's memory has to be
/// managed. Before a function returns, it destroys the library's objects that it has created. Only
/// the connection and the subscription of `follow` last longer. No callback of the library reaches
/// Swift. Every call blocks a thread of ``BlockingThreads``.
final class NatsConnection: Sendable {
    /// The library's functions do their own locking. The handle is destroyed once, in `deinit`. At
    /// that time no call is under way, because each call has a reference to this object.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let handle: Handle
    private let threads: BlockingThreads
    private let isClosed = Flag()
    private let follower = BlockingThreads(1, name: "nats-follow")

    /// The most messages of a subscription that may wait, and the most bytes of these messages. The
    /// library drops messages above these limits.
    private static let mostPending: (messages: Int32, bytes: Int32) = (65_536, 64 << 20)

    private init(_ handle: Handle, _ threads: BlockingThreads) {
        self.handle = handle
        self.threads = threads
    }

    deinit {
        isClosed.raise()
        threads.stop()
        follower.stop()
        natsConnection_Destroy(handle.pointer)
    }

    /// Connects to one of the servers.
    ///
    /// - Throws: ``MatchLogError/unavailable(_:)`` if none accepts the connection.
    static func open(_ configuration: JetStreamConfiguration) async throws(MatchLogError) -> NatsConnection {
        let threads = BlockingThreads(configuration.threads, name: "nats")
        let opened = await threads.run { open(configuration) }
        switch opened {
        case .success(let handle): return NatsConnection(handle, threads)
        case .failure(let error):
            threads.stop()
            throw error
        case nil: throw .closed
        }
    }

    private static func open(_ configuration: JetStreamConfiguration) -> Result<Handle, MatchLogError> {
        var options: OpaquePointer?
        var connection: OpaquePointer?
        defer { natsOptions_Destroy(options) }
        let servers = configuration.urls
        let steps: [() -> natsStatus] = [
            { natsOptions_Create(&options) },
            { servers.withCStrings { natsOptions_SetServers(options, $0, Int32(servers.count)) } },
            { natsOptions_SetName(options, "parlor-server") },
            { natsOptions_SetTimeout(options, 2000) },
            { natsOptions_SetMaxReconnect(options, -1) },
            { natsOptions_SetReconnectWait(options, 50) },
            { natsOptions_SetReconnectJitter(options, 50, 50) },
            // a halted server keeps its connections open: only unanswered pings reveal it
            { natsOptions_SetPingInterval(options, 1000) },
            { natsOptions_SetMaxPingsOut(options, 2) },
            // without a connection, sending fails at once. Otherwise a message could be sent long
            // after its caller gave up
            { natsOptions_SetReconnectBufSize(options, 0) },
            // if the connection is lost, the requests that wait for an answer fail at once. They
            // are retried with another server
            { natsOptions_SetFailRequestsOnDisconnect(options, true) },
            { natsOptions_SetErrorHandler(options, { _, _, _, _ in }, nil) },
            { configuration.isSecure ? natsOptions_SetSecure(options, true) : NATS_OK },
            { configuration.authorities.map { natsOptions_LoadCATrustedCertificates(options, $0) } ?? NATS_OK },
            { configuration.credentials.map { natsOptions_SetUserCredentialsFromFiles(options, $0, nil) } ?? NATS_OK },
            { natsConnection_Connect(&connection, options) },
        ]
        for step in steps {
            let status = step()
            guard status == NATS_OK else {
                natsConnection_Destroy(connection)
                return .failure(.unavailable("\(configuration.place): \(words(status))"))
            }
        }
        guard let connection else { return .failure(.unavailable("\(configuration.place): no connection")) }
        return .success(Handle(pointer: connection))
    }

    /// Returns the library's words for a status.
    private static func words(_ status: natsStatus) -> String {
        // the buffer has size 0, so this status means that there is no connection
        if status == NATS_INSUFFICIENT_BUFFER { return "no server of NATS is connected" }
        return "\(String(cString: natsStatus_GetText(status))) (status \(status.rawValue) of the NATS client)"
    }

    // MARK: Requests

    /// Sends a message and waits for an answer.
    ///
    /// - Throws: ``MatchLogError/unavailable(_:)``. The message may have arrived nevertheless.
    func request(_ message: NatsMessage, within wait: Duration) async throws(MatchLogError) -> NatsMessage {
        try await blocking { [self] in request(message, milliseconds: wait.milliseconds) }
    }

    private func request(_ message: NatsMessage, milliseconds: Int64) -> Result<NatsMessage, MatchLogError> {
        var request: OpaquePointer?
        let made = message.payload.withUnsafeBytes { bytes in
            natsMsg_Create(
                &request, message.subject, nil, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count))
        }
        defer { natsMsg_Destroy(request) }
        guard made == NATS_OK else { return .failure(.unavailable(Self.words(made))) }
        for (header, value) in message.headers {
            let status = natsMsgHeader_Set(request, header.rawValue, value)
            guard status == NATS_OK else { return .failure(.unavailable(Self.words(status))) }
        }
        var answer: OpaquePointer?
        let status = natsConnection_RequestMsg(&answer, handle.pointer, request, milliseconds)
        defer { natsMsg_Destroy(answer) }
        guard status == NATS_OK, let answer else { return .failure(.unavailable(Self.words(status))) }
        return .success(NatsMessage(copying: answer))
    }

    /// Sends a request that has many answers, and collects them until the last one.
    ///
    /// - Parameter isLast: Returns whether an answer is the last one. The result includes the last
    ///   answer.
    func gather(
        _ subject: String, _ payload: [UInt8], most: Int, within wait: Duration,
        isLast: @escaping @Sendable (NatsMessage) -> Bool
    ) async throws(MatchLogError) -> [NatsMessage] {
        try await blocking { [self] in
            gather(subject, payload, most: most, milliseconds: wait.milliseconds, isLast: isLast)
        }
    }

    private func gather(
        _ subject: String, _ payload: [UInt8], most: Int, milliseconds: Int64, isLast: (NatsMessage) -> Bool
    ) -> Result<[NatsMessage], MatchLogError> {
        var inbox: UnsafeMutablePointer<natsInbox>?
        var subscription: OpaquePointer?
        defer {
            natsSubscription_Destroy(subscription)
            natsInbox_Destroy(inbox)
        }
        let steps: [() -> natsStatus] = [
            { natsInbox_Create(&inbox) },
            { natsConnection_SubscribeSync(&subscription, self.handle.pointer, inbox) },
            {
                payload.withUnsafeBytes { bytes in
                    natsConnection_PublishRequest(
                        self.handle.pointer, subject, inbox, bytes.baseAddress, Int32(bytes.count))
                }
            },
        ]
        for step in steps {
            let status = step()
            guard status == NATS_OK else { return .failure(.unavailable(Self.words(status))) }
        }
        var answers: [NatsMessage] = []
        while answers.count <= most {
            var next: OpaquePointer?
            let status = natsSubscription_NextMsg(&next, subscription, milliseconds)
            defer { natsMsg_Destroy(next) }
            guard status == NATS_OK, let next else { return .failure(.unavailable(Self.words(status))) }
            answers.append(NatsMessage(copying: next))
            if isLast(answers[answers.count - 1]) { break }
        }
        return .success(answers)
    }

    private func blocking<R: Sendable>(
        _ body: @escaping @Sendable () -> Result<R, MatchLogError>
    ) async throws(MatchLogError) -> R {
        guard !isClosed.isUp else { throw .closed }
        guard let result = await threads.run(body) else {
            throw isClosed.isUp ? .closed : .unavailable("\(BlockingThreads.mostWaiting) calls wait already")
        }
        return try result.get()
    }

    // MARK: Following

    /// Passes every message of a subject to `receive` until the connection is closed, on a separate
    /// thread. Call this function only once for a connection.
    ///
    /// - Parameter end: Runs when no more messages can come. This is also the case when the library
    ///   has given up the connection for good, for example because servers don't accept the
    ///   password any more.
    func follow(
        _ subject: String, _ receive: @escaping @Sendable (NatsMessage) -> Void, end: @escaping @Sendable () -> Void
    ) async throws(MatchLogError) {
        let handle = handle
        let subscribed = await follower.run { () -> Result<Handle, MatchLogError> in
            var subscription: OpaquePointer?
            let steps: [() -> natsStatus] = [
                { natsConnection_SubscribeSync(&subscription, handle.pointer, subject) },
                {
                    natsSubscription_SetPendingLimits(
                        subscription, Self.mostPending.messages, Self.mostPending.bytes)
                },
                // the server answers this after it has received the subscription
                { natsConnection_FlushTimeout(handle.pointer, 2000) },
            ]
            for step in steps {
                let status = step()
                guard status == NATS_OK else {
                    natsSubscription_Destroy(subscription)
                    return .failure(.unavailable(Self.words(status)))
                }
            }
            guard let subscription else { return .failure(.unavailable("no subscription")) }
            return .success(Handle(pointer: subscription))
        }
        guard let subscription = try subscribed?.get() else { throw .closed }
        // not awaited: the task ends with the connection
        Task.detached { [follower, isClosed] in
            let ran: Void? = await follower.run { Self.receive(from: subscription, until: isClosed, receive) }
            if ran == nil { natsSubscription_Destroy(subscription.pointer) }
            end()
        }
    }

    private static func receive(
        from subscription: Handle, until isClosed: Flag, _ receive: (NatsMessage) -> Void
    ) {
        defer { natsSubscription_Destroy(subscription.pointer) }
        while !isClosed.isUp {
            var message: OpaquePointer?
            let status = natsSubscription_NextMsg(&message, subscription.pointer, 100)
            defer { natsMsg_Destroy(message) }
            switch status {
            case NATS_OK: if let message { receive(NatsMessage(copying: message)) }
            case NATS_TIMEOUT, NATS_SLOW_CONSUMER: continue  // the listener sees dropped messages as gaps
            default: return
            }
        }
    }

    /// Ends all calls and threads. The library's connection is destroyed after the last call has
    /// returned.
    func close() async {
        isClosed.raise()
        threads.stop()
        follower.stop()
        await threads.ended()
        await follower.ended()
    }
}

extension [String] {
    /// Passes the strings to C as a list, which is valid only during the call of `body`.
    func withCStrings<R>(_ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) throws -> R) rethrows -> R {
        let copies = map { text in
            let bytes = Array<CChar>(text.utf8CString)
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
            copy.initialize(from: bytes, count: bytes.count)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        var pointers = copies.map { Optional(UnsafePointer($0)) }
        return try pointers.withUnsafeMutableBufferPointer { try body($0.baseAddress) }
    }
}

/// A flag that every thread can read. Once raised, it stays raised.
final class Flag: Sendable {
    private let up = Atomic(false)

    var isUp: Bool { up.load(ordering: .acquiring) }

    func raise() { up.store(true, ordering: .releasing) }
}

extension Duration {
    /// The duration in whole milliseconds, at least 1, as the C functions expect it.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return max(1, min(seconds, 1 << 40) * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
