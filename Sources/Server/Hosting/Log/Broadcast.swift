import Synchronization

/// Sends elements to any number of streams. Each stream receives the elements that are sent after
/// its creation.
public final class Broadcast<Element: Sendable>: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let listeners = Mutex(Listeners())
    private let buffering: AsyncStream<Element>.Continuation.BufferingPolicy

    /// Creates a broadcast without streams.
    ///
    /// `buffering`: The buffering policy for a slow listener. The buffer must have a bound.
    public init(buffering: AsyncStream<Element>.Continuation.BufferingPolicy) { self.buffering = buffering }

    /// The number of streams.
    public var count: Int { listeners.withLock { $0.continuations.count } }

    /// Returns a stream of the elements that are sent from now on.
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
            // a separate task, because `send` already holds the lock if the stream ends during
            // `send`
            Task { self?.listeners.withLock { $0.continuations[key] = nil } }
        }
        return stream
    }

    /// Sends an element to every stream.
    public func send(_ element: Element) {
        listeners.withLock { for continuation in $0.continuations.values { continuation.yield(element) } }
    }

    /// Ends all streams, including those created later.
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
    /// Returns a broadcast of appended entries, for an engine to use within its process. A listener
    /// that doesn't read loses the newest entries, and notices the gap in the numbers.
    public static func ofArrivals() -> Broadcast { Broadcast(buffering: .bufferingOldest(65_536)) }
}

extension Broadcast where Element == Int {
    /// Returns a broadcast that wakes the watchers of a match with the newest entry number.
    /// Only the newest number is buffered for a slow watcher, because watchers read the new entries
    /// themselves.
    static func ofNumbers() -> Broadcast { Broadcast(buffering: .bufferingNewest(1)) }
}
