import Hosting
import Hummingbird

/// What a request is refused with: a status, a word for programs and a sentence for people.
struct ServerError: HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// Seconds after which it may be tried again.
    var retryAfter: Int?

    private struct Body: Encodable {
        struct Fields: Encodable { let code, message: String }
        let error: Fields
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = Answer.json(Body(error: .init(code: code, message: message)), status: status)
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        return response
    }

    /// What was asked for makes no sense.
    static func badRequest(_ message: String) -> ServerError {
        ServerError(status: .badRequest, code: "bad_request", message: message)
    }

    static let notFound = ServerError(status: .notFound, code: "not_found", message: "There is nothing here.")
    static let unknownMatch = ServerError(HostingError.unknownMatch)
}

extension ServerError {
    /// What a house refuses.
    init(_ error: HostingError) {
        let status: HTTPResponse.Status =
            switch error {
            case .badRequest: .badRequest
            case .unknownGame, .unknownMatch: .notFound
            case .full, .behind, .notYourTurn, .notPlaying: .conflict
            case .noSeat: .forbidden
            case .illegalMove: .unprocessableContent
            case .scriptFailed, .needsVersion: .internalServerError
            case .unavailable: .serviceUnavailable
            }
        self.init(status: status, code: error.code, message: error.message)
        if case .unavailable = error { retryAfter = 2 }
    }
}
