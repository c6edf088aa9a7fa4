import Parlor

/// The reason why a request of the line protocol fails: the rules reject the move, or an error
/// occurred.
enum DriveFailure: Error {
    case rejected(Rejection)
    case error(kind: Kind, message: String, details: [ValueKey: Value])

    enum Kind: String {
        /// The request is invalid, or names something that doesn't exist.
        case request
        /// The game's script failed.
        case script
        /// A limit ended the call.
        case limit
        /// A fault of Parlor's own.
        case `internal`
    }

    static func request(_ message: String) -> DriveFailure { .error(kind: .request, message: message, details: [:]) }

    /// Turns any error of the layers below into an answer for the client.
    init(_ error: any Error) {
        switch error {
        case let failure as DriveFailure: self = failure
        case GameError.rejected(let rejection): self = .rejected(rejection)
        case GameError.failed(let failure): self = Self.failed(failure)
        case GameError.invalid(let problems): self = Self.invalid(problems)
        case GameError.request(let problem): self = .request(problem.description)
        case SessionError.game(let error): self.init(error)
        case SessionError.wire(.tooLarge(let excess)):
            self = .error(kind: .limit, message: excess.description, details: ["limit": "message"])
        case let error as SessionError: self = .request(error.description)
        default: self = .error(kind: .internal, message: "\(error)", details: [:])
        }
    }

    private static func failed(_ failure: ScriptFailure) -> DriveFailure {
        var details: [ValueKey: Value] = [:]
        if let hook = failure.hook { details["hook"] = .string(hook) }
        if let place = failure.place {
            details["file"] = .string(place.source)
            details["line"] = .int(Int64(place.line))
        }
        let kind: Kind
        switch failure.error.kind {
        case .script, .limit(.depth): kind = .script
        case .limit(let limit):
            kind = .limit
            details["limit"] = .string(limit.rawValue)
        case .busy, .host: kind = .internal
        }
        return .error(kind: kind, message: failure.description, details: details)
    }

    private static func invalid(_ problems: ScriptProblems) -> DriveFailure {
        var details: [ValueKey: Value] = ["hook": "load"]
        if let first = problems.list.first {
            details["file"] = .string(first.file)
            if let line = first.line { details["line"] = .int(Int64(line)) }
        }
        return .error(kind: .script, message: problems.description, details: details)
    }

    /// The name and the value of the answer's field.
    var field: (name: ValueKey, value: Value) {
        switch self {
        case .rejected(let rejection):
            return ("rejected", ["code": .string(rejection.code), "message": .string(rejection.message)])
        case .error(let kind, let message, let details):
            let fields: [ValueKey: Value] = ["kind": .string(kind.rawValue), "message": .string(message)]
            return ("error", .map(fields.merging(details) { $1 }))
        }
    }
}
