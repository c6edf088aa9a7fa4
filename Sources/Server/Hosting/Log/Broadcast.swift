import Synchronization

/// Tells everybody who listens: as many streams as are asked for, and each has what is sent from then on.
public final class Broadcast<Element: Sendable>: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let listeners = Mutex(Listeners())
    private let buffering: AsyncStream<Element>.Continuation.BufferingPolicy

    /// Nobody listens yet.
    ///
    /// `buffering`: What is kept for a listener that is slow: never without a bound.
    public init(buffering: AsyncStream<Element>.Continuation.BufferingPolicy) { self.buffering = buffering }

    /// How many listen.
    public var count: Int { listeners.withLock { $0.continuations.count } }

    /// A stream of what is sent from now on.
    public func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: buffering)
        let key = listeners.withLock { listeners -> Int? in
            guard !listeners.isFinished else { return nil }
            listeners.next += 1
            listeners.continuations[listeners.next] = continuation
            return listeners.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            // as a task of its own: a stream that ends while something is sent would meet the lock it is sent under
            Task { self?.listeners.withLock { $0.continuations[key] = nil } }
        }
        return stream
    }

    /// Sends something to every stream.
    public func send(_ element: Element) {
        listeners.withLock { for continuation in $0.continuations.values { continuation.yield(element) } }
    }

    /// Ends all streams, and those that are asked for later.
    public func finish() {
        let ended = listeners.withLock { listeners in
            listeners.isFinished = true
            defer { listeners.continuations = [:] }
            return Array(listeners.continuations.values)
        }
        for continuation in ended { continuation.finish() }
    }
}

extension Broadcast where Element == Arrival {
    /// What an engine that runs in one process hands out. A follower that doesn't read loses the newest arrivals, and finds out by the
    /// gap.
    public static func ofArrivals() -> Broadcast { Broadcast(buffering: .bufferingOldest(65_536)) }
}

extension Broadcast where Element == Int {
    /// Who wants to know when a match goes on, by the newest number. They are only woken: what is new they read themselves, so that
    /// nobody who is slow makes anything grow.
    static func ofNumbers() -> Broadcast { Broadcast(buffering: .bufferingNewest(1)) }
}
