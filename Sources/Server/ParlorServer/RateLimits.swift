import HTTPTypes
import Hosting
import Hummingbird

/// How much one address may ask for: a bucket of tokens that fills again (https://en.wikipedia.org/wiki/Token_bucket). What makes the
/// server work costs more.
struct RateLimits: RouterMiddleware {
    typealias Context = ServerContext

    /// Tokens that an address has at most, and how many come back in a second.
    struct Rate: Sendable {
        var most: Double
        var perSecond: Double
    }

    private let buckets: RateBuckets
    /// Is the address of the last proxy in front that of nobody?
    private let trustsProxy: Bool

    init(_ rate: Rate, trustsProxy: Bool) { (buckets, self.trustsProxy) = (RateBuckets(rate), trustsProxy) }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let cost = cost(of: request)
        let address = ClientAddress.text(of: request, context, trustsProxy: trustsProxy)
        // a seat has its own, however many addresses it comes from
        let seat = request.headers[.authorization] ?? request.headers[.cookie]
        let seconds =
            buckets.wait(of: address, cost: cost)
            ?? seat.flatMap { buckets.wait(of: "seat \(Fingerprint.of(Array($0.utf8)))", cost: cost) }
        if let seconds {
            throw ServerError(
                status: .tooManyRequests, code: "too_many",
                message: "That was too much at once. Try again in a moment.",
                retryAfter: seconds)
        }
        // what scripts took is paid afterwards: whoever makes the server think waits for longer
        let meter = ScriptMeter()
        defer { buckets.pay(meter.seconds * Self.costOfSecond, of: address) }
        return try await meter.measure { try await next(request, context) }
    }

    /// What a second of processor time costs.
    private static let costOfSecond = 50.0

    /// What the dearest request costs: who may have fewer tokens could never ask it.
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
