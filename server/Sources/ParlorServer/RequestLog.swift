import Hummingbird
import Logging
import Metrics

/// Counts and times requests, and writes down what failed. No token, no body and no query is ever written.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    let logger: Logger

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let begun = ContinuousClock.now
        let response = try await next(request, context)
        let route = context.endpointPath ?? "none"
        let labels = [("method", request.method.rawValue), ("route", route), ("status", "\(response.status.code)")]
        Counter(label: "parlor_requests_total", dimensions: labels).increment()
        if response.headers[.contentType] != "text/event-stream" {
            let time = ContinuousClock.now - begun
            Metrics.Timer(label: "parlor_request", dimensions: [("route", route)])
                .recordNanoseconds(
                    time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
        }
        if response.status.code >= 500 {
            logger.warning("a request failed", metadata: ["route": "\(route)", "status": "\(response.status.code)"])
        }
        return response
    }
}
