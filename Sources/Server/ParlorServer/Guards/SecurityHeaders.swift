import HTTPTypes
import Hosting
import Hummingbird
import Logging

/// The headers of every response. They tell the browser to load nothing from other sites, to run no
/// inline script, and to send no referrer.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = ServerContext

    let isSecure: Bool
    let routes: RouteTable
    let logger: Logger

    static let policy =
        "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    private static let fields: [(String, String)] = [
        ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            if let what = (error as? HostingError)?.forTheServer {
                logger.error("\(what)", metadata: ["route": "\(context.endpointPath ?? "none")"])
            }
            var refusal = Self.answer(to: error)
            let methods = refusal == .notFound ? routes.methods(of: request.uri.path) : []
            if !methods.isEmpty, !methods.contains(request.method.rawValue) { refusal = .otherMethod(methods) }
            response = try refusal.response(from: request, context: context)
        }
        for (name, value) in Self.fields {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        if isSecure, let name = HTTPField.Name("Strict-Transport-Security") {
            response.headers[name] = "max-age=31536000"
        }
        return response
    }

    /// Returns the refusal for an error, as JSON. An unexpected error is reported without its
    /// details.
    private static func answer(to error: any Error) -> ServerError {
        switch error {
        case let error as ServerError: error
        case let error as HostingRefusal: error.answer
        case let error as HTTPError where error.status == .notFound: .notFound
        case let error as HTTPError:
            ServerError(status: error.status, code: "bad_request", message: error.body ?? "That can't be done here.")
        default:
            ServerError(
                status: .internalServerError, code: "internal",
                message: "The server failed. Look again to see whether anything changed.")
        }
    }
}

/// Rejects requests from pages of other sites that would change something. The browser states the
/// origin of such a request. (Besides, cookies are `SameSite=Strict`.)
struct OriginGuard: RouterMiddleware {
    typealias Context = ServerContext

    /// The server's own origin, such as `https://games.example`; nil to compare with `Host`.
    let origin: String?

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.method != .get, request.method != .head, let from = request.headers[.origin] else {
            return try await next(request, context)
        }
        let isOwn =
            if let origin { from == origin } else {
                ["http://", "https://"].contains { $0 + (request.head.authority ?? "") == from }
            }
        guard isOwn else {
            throw ServerError(
                status: .forbidden, code: "bad_request", message: "Requests from pages of other sites are refused.")
        }
        return try await next(request, context)
    }
}

/// Distinguishes versions of a file by FNV-1a of 64 bits
/// (http://www.isthe.com/chongo/tech/comp/fnv/). This hash doesn't protect against forged files.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> String {
        String(bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }
}
