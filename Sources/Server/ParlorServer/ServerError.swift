import Hosting
import Hummingbird

/// What a request is refused with: a status, a word for programs and a sentence for people.
struct ServerError: HTTPResponseError, Equatable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// Seconds after which it may be tried again.
    var retryAfter: Int?
    /// The methods that a path has, where it was asked with another.
    var allowed: [String] = []

    private struct Body: Encodable {
        struct Fields: Encodable { let code, message: String }
        let error: Fields
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = Answer.json(Body(error: .init(code: code, message: message)), status: status)
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        if !allowed.isEmpty { response.headers[.allow] = allowed.joined(separator: ", ") }
        return response
    }

    /// What was asked for makes no sense.
    static func badRequest(_ message: String) -> ServerError {
        ServerError(status: .badRequest, code: "bad_request", message: message)
    }

    static func otherMethod(_ allowed: [String]) -> ServerError {
        ServerError(
            status: .methodNotAllowed, code: "bad_request",
            message: "Expected \(allowed.joined(separator: " or ")) here.",
            allowed: allowed)
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
            case .full, .kept, .behind, .notYourTurn, .notPlaying: .conflict
            case .noSeat: .forbidden
            case .illegalMove: .unprocessableContent
            case .scriptFailed, .needsVersion, .damaged: .internalServerError
            case .unavailable: .serviceUnavailable
            case .tooMany: .tooManyRequests
            }
        self.init(status: status, code: error.code, message: error.message)
        switch error {
        case .unavailable: retryAfter = 2
        case .tooMany: retryAfter = 60
        default: break
        }
    }
}

/// Why the server doesn't start: a sentence for whoever starts it.
struct StartFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
