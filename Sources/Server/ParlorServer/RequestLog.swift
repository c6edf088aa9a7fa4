import Foundation
import Hosting
import Hummingbird
import Logging
import Metrics

/// Counts and times requests, and logs failures. It never writes a token, a body or a query.
struct RequestLog: RouterMiddleware {
    typealias Context = ServerContext

    let logger: Logger

    /// The methods with a label of their own. All other methods share one label, because a client
    /// may invent many.
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .delete, .options, .patch]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let begun = ContinuousClock.now
        let response = try await next(request, context)
        let route = context.endpointPath ?? "none"
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        let labels = [("method", method), ("route", route), ("status", "\(response.status.code)")]
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

/// Log messages as lines of JSON on standard error: `{"level":"info","message":"…","time":"…"}`.
struct JSONLogHandler: LogHandler {
    private struct Line: Encodable {
        let time, level, logger, message: String
        let metadata: [String: String]?
    }

    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Line(
            time: Timestamp.now.text, level: event.level.rawValue, logger: label, message: event.message.description,
            metadata: all.isEmpty ? nil : all.mapValues { "\($0)" })
        // the program that reads standard error may have ended
        try? FileHandle.standardError.write(contentsOf: Data(JSONBytes.of(line) + [10]))
    }
}
