import HTTPTypes
import Hosting
import Hummingbird
import Synchronization

/// Limits the requests of one address with a bucket of tokens that refills
/// (https://en.wikipedia.org/wiki/Token_bucket). A request costs more tokens if it makes the server
/// do more work.
struct RateLimits: RouterMiddleware {
    typealias Context = ServerContext

    /// The most tokens of an address, and the number of tokens that are added in a second.
    struct Rate: Sendable {
        var most: Double
        var perSecond: Double
    }

    private let buckets: RateBuckets
    /// Whether the client's address is the one that the last proxy adds.
    private let trustsProxy: Bool

    init(_ rate: Rate, trustsProxy: Bool) { (buckets, self.trustsProxy) = (RateBuckets(rate), trustsProxy) }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let cost = cost(of: request)
        let address = ClientAddress.text(of: request, context, trustsProxy: trustsProxy)
        // a seat has a bucket of its own, no matter from which addresses its requests come
        let seat = request.headers[.authorization] ?? request.headers[.cookie]
        let seconds =
            buckets.wait(of: address, cost: cost)
            ?? seat.flatMap { buckets.wait(of: "seat \(Fingerprint.of(Array($0.utf8)))", cost: cost) }
        if let seconds {
            throw ServerError(
                status: .tooManyRequests, code: "too_many",
                message: "Too many requests at once. Try again in a moment.",
                retryAfter: seconds)
        }
        // the time of scripts is known and charged only afterwards: a client that uses much time
        // waits longer for its next request
        let meter = ScriptMeter()
        defer { buckets.pay(meter.seconds * Self.costOfSecond, of: address) }
        return try await meter.measure { try await next(request, context) }
    }

    /// The cost of a second of processor time.
    private static let costOfSecond = 50.0

    /// The cost of the most expensive request. A smaller bucket could never have enough tokens.
    static let dearest = 10.0

    private func cost(of request: Request) -> Double {
        switch (request.method, request.uri.path) {
        case (.post, "/matches"), (.post, "/quick"), (.post, "/show"): Self.dearest
        case (.post, _): 2
        case (_, let path) where path.hasPrefix("/web/"): 0.1
        default: 1
        }
    }
}

/// A bucket of tokens for each client (https://en.wikipedia.org/wiki/Token_bucket).
final class RateBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    /// The most buckets. When there are more, the clients with the oldest requests are forgotten.
    static let most = 100_000

    private let rate: RateLimits.Rate
    private let all = Mutex<[String: Bucket]>([:])

    init(_ rate: RateLimits.Rate) { self.rate = rate }

    var count: Int { all.withLock { $0.count } }

    /// Takes tokens, if there are enough.
    ///
    /// - Returns: The seconds to wait; nil if there are enough.
    func wait(of name: String, cost: Double, now: Timestamp = .now) -> Int? {
        change(name, now) { bucket in
            guard bucket.tokens >= cost else {
                return max(1, Int(min(3600, ((cost - bucket.tokens) / rate.perSecond).rounded(.up))))
            }
            bucket.tokens -= cost
            return nil
        }
    }

    /// Takes tokens for a cost that has arisen already. The number of tokens may become negative,
    /// but not less than minus the size of the bucket.
    func pay(_ cost: Double, of name: String, now: Timestamp = .now) {
        guard cost > 0 else { return }
        change(name, now) { bucket in bucket.tokens = max(-rate.most, bucket.tokens - cost) }
    }

    private func change<R>(_ name: String, _ now: Timestamp, _ body: (inout Bucket) -> R) -> R {
        all.withLock { all in
            var bucket = all[name] ?? Bucket(tokens: rate.most, filled: now)
            let seconds = Double(max(0, now.milliseconds - bucket.filled.milliseconds)) / 1000
            bucket.tokens = min(rate.most, bucket.tokens + seconds * rate.perSecond)
            bucket.filled = now
            let result = body(&bucket)
            all[name] = bucket
            if all.count > Self.most { forget(&all, now) }
            return result
        }
    }

    /// Forgets full buckets, because a new bucket is full, too. If many remain, keeps only the half
    /// with the most recent requests.
    private func forget(_ all: inout [String: Bucket], _ now: Timestamp) {
        all = all.filter { bucket in
            let seconds = Double(max(0, now.milliseconds - bucket.value.filled.milliseconds)) / 1000
            return bucket.value.tokens + seconds * rate.perSecond < rate.most
        }
        guard all.count > Self.most / 2 else { return }
        let times = all.values.map(\.filled).sorted()
        let middle = times[times.count - Self.most / 2]
        all = all.filter { $0.value.filled > middle }
    }
}
