import Hosting
import Hummingbird

/// The refusal of a request: a status, a code for programs and a sentence for people.
struct ServerError: HTTPResponseError, Equatable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// The seconds after which the client may try again.
    var retryAfter: Int?
    /// The methods of the path, if the request used another method.
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

    /// Returns the error for a request that makes no sense.
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
    /// Creates the error for a refusal of the match service.
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

/// The reason why the server doesn't start: a sentence for the operator.
struct StartFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
