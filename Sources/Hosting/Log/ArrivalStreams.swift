import Synchronization

/// Streams of arrivals, as many as are asked for: what an engine that runs in one process hands out. A follower that doesn't read
/// loses the newest, and finds out by the gap.
public final class ArrivalStreams: Sendable {
    private struct Followers {
        var continuations: [Int: AsyncStream<Arrival>.Continuation] = [:]
        var next = 0
        var isFinished = false
    }

    private let followers = Mutex(Followers())
    private static let mostWaiting = 65_536

    /// No streams yet.
    public init() {}

    /// A stream of what is sent from now on.
    public func stream() -> AsyncStream<Arrival> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Arrival.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        let key = followers.withLock { followers -> Int? in
            guard !followers.isFinished else { return nil }
            followers.next += 1
            followers.continuations[followers.next] = continuation
            return followers.next
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            // as a task of its own: a stream that ends while something is sent would meet the lock it is sent under
            Task { self?.followers.withLock { $0.continuations[key] = nil } }
        }
        return stream
    }

    /// Sends an arrival to every stream.
    public func send(_ arrival: Arrival) {
        followers.withLock { for continuation in $0.continuations.values { continuation.yield(arrival) } }
    }

    /// Ends all streams.
    public func finish() {
        let ended = followers.withLock { followers in
            followers.isFinished = true
            defer { followers.continuations = [:] }
            return Array(followers.continuations.values)
        }
        for continuation in ended { continuation.finish() }
    }
}
