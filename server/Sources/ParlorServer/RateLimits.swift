import HTTPTypes
import Hosting
import Hummingbird
import Parlor
import Synchronization

/// How much one address may ask for: a bucket of tokens that fills again (https://en.wikipedia.org/wiki/Token_bucket). What makes the
/// server work costs more.
struct RateLimits: RouterMiddleware {
    typealias Context = ServerContext

    /// Tokens that an address has at most, and how many come back in a second.
    struct Rate: Sendable {
        var most: Double
        var perSecond: Double
    }

    private final class Buckets: Sendable {
        struct Bucket {
            var tokens: Double
            var filled: Instant
        }
        let all = Mutex<[String: Bucket]>([:])
    }

    /// More addresses than these are not told apart: those that asked least lately are forgotten.
    private static let mostAddresses = 100_000

    private let rate: Rate
    /// Is the address of the last proxy in front that of nobody?
    private let trustsProxy: Bool
    private let buckets = Buckets()

    init(_ rate: Rate, trustsProxy: Bool) { (self.rate, self.trustsProxy) = (rate, trustsProxy) }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let cost = cost(of: request)
        // a seat has its own, however many addresses it comes from
        let seat = request.headers[.authorization] ?? request.headers[.cookie]
        let seconds =
            wait(of: address(request, context), cost: cost)
            ?? seat.flatMap { wait(of: "seat " + $0.prefix(200), cost: cost) }
        if let seconds {
            throw ServerError(
                status: .tooManyRequests, code: "too_many",
                message: "That was too much at once. Try again in a moment.",
                retryAfter: seconds)
        }
        return try await next(request, context)
    }

    private func cost(of request: Request) -> Double {
        switch (request.method, request.uri.path) {
        case (.post, "/matches"), (.post, "/quick"), (.post, "/show"): 10
        case (.post, _): 2
        case (_, let path) where path.hasPrefix("/web/"): 0.1
        default: 1
        }
    }

    /// - Returns: Seconds to wait; nil where there is enough.
    private func wait(of address: String, cost: Double, now: Instant = .now) -> Int? {
        buckets.all.withLock { all in
            var bucket = all[address] ?? Buckets.Bucket(tokens: rate.most, filled: now)
            let seconds = Double(max(0, now.milliseconds - bucket.filled.milliseconds)) / 1000
            bucket.tokens = min(rate.most, bucket.tokens + seconds * rate.perSecond)
            bucket.filled = now
            defer {
                all[address] = bucket
                if all.count > Self.mostAddresses { Self.forget(&all, rate) }
            }
            guard bucket.tokens >= cost else {
                return max(1, Int(min(3600, ((cost - bucket.tokens) / rate.perSecond).rounded(.up))))
            }
            bucket.tokens -= cost
            return nil
        }
    }

    private static func forget(_ all: inout [String: Buckets.Bucket], _ rate: Rate) {
        let now = Instant.now
        all = all.filter { Double(now.milliseconds - $0.value.filled.milliseconds) / 1000 * rate.perSecond < rate.most }
        if all.count > mostAddresses { all.removeAll() }
    }

    private func address(_ request: Request, _ context: Context) -> String {
        if trustsProxy, let name = HTTPField.Name("X-Forwarded-For"),
            let last = request.headers[name]?.split(separator: ",").last
        {
            return String(last.drop { $0 == " " }.prefix(64))
        }
        return context.remoteAddress?.ipAddress ?? "unknown"
    }
}
