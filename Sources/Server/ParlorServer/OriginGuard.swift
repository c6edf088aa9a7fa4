import Hummingbird

/// A page of another site can't change anything here: what a browser says of where a request comes from is checked. (Cookies are
/// `SameSite=Strict`, too.)
struct OriginGuard: RouterMiddleware {
    typealias Context = ServerContext

    /// The server's own, as `https://games.example`; nil to compare with `Host`.
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
