import GameRules

/// The reason why an operation on a hosted match failed. After ``unavailable(_:)`` the operation
/// may or may not have changed the match. After any other error the match is unchanged.
public enum HostingError: Error, Hashable, Sendable {
    /// The request makes no sense. The sentence says what was expected.
    case badRequest(String)
    /// The game isn't installed here.
    case unknownGame(String)
    /// The match doesn't exist.
    case unknownMatch
    /// No seat is free.
    case full
    /// The free seats of a rematch are reserved for the former players.
    case kept
    /// The operation requires a seat, and the requester gave no token of this match.
    case noSeat
    /// It isn't this seat's turn.
    case notYourTurn(String)
    /// The rules reject the move.
    case illegalMove(Rejection)
    /// The match has continued since the last entry that the player had seen.
    case behind
    /// The match hasn't begun, or it is over or closed.
    case notPlaying(String)
    /// The game's script failed. Players are told only that the script failed; the text is for the
    /// operator.
    case scriptFailed(String)
    /// The rules of the match aren't available here any more.
    case needsVersion(String)
    /// The log of the match isn't valid, so it can't be read.
    case damaged(String)
    /// The log can't be reached. The request may be repeated with the same nonce.
    case unavailable(String)

    /// The requester already has as many open matches as allowed. The text is a sentence for the
    /// requester.
    case tooMany(String)

    /// The code of the error, for programs.
    public var code: String {
        switch self {
        case .badRequest: "bad_request"
        case .unknownGame: "unknown_game"
        case .unknownMatch: "unknown_match"
        case .full: "full"
        case .kept: "kept"
        case .noSeat: "no_seat"
        case .notYourTurn: "not_your_turn"
        case .illegalMove: "illegal_move"
        case .behind: "behind"
        case .notPlaying: "over"
        case .scriptFailed: "script_failed"
        case .needsVersion: "needs_version"
        case .damaged: "damaged"
        case .unavailable: "unavailable"
        case .tooMany: "too_many"
        }
    }

    /// The sentence for the player.
    public var message: String {
        switch self {
        case .badRequest(let sentence), .notPlaying(let sentence), .notYourTurn(let sentence), .tooMany(let sentence):
            sentence
        case .unknownGame(let name): "There is no game '\(name)' here."
        case .unknownMatch: "There is no such match."
        case .full: "All seats are taken. You can watch."
        case .kept: "The free seats are kept for those who played before. You can watch."
        case .noSeat: "Only a player of this match can do that."
        case .illegalMove(let rejection): rejection.message
        case .behind: "The match has continued in the meantime. Look again."
        case .scriptFailed: "The game's script failed. The match hasn't changed."
        case .needsVersion: "The rules of this match aren't installed here any more."
        case .damaged: "This match can't be read any more. The server's own log says why."
        case .unavailable: "The server can't reach its log at the moment. Try again."
        }
    }

    /// The text for the operator; nil if the error isn't a problem of the server.
    public var forTheServer: String? {
        switch self {
        case .scriptFailed(let what), .needsVersion(let what), .damaged(let what), .unavailable(let what): what
        default: nil
        }
    }

    init(_ error: GameError) {
        switch error {
        case .rejected(let rejection) where rejection.code == "not_your_turn": self = .notYourTurn(rejection.message)
        case .rejected(let rejection) where rejection.code == "game_over": self = .notPlaying(rejection.message)
        case .rejected(let rejection): self = .illegalMove(rejection)
        case .request(let problem): self = .badRequest(problem.description)
        case .failed, .invalid: self = .scriptFailed("\(error)")
        }
    }

    init(_ error: MatchLogError) {
        if case .damaged = error { self = .damaged("\(error)") } else { self = .unavailable("\(error)") }
    }
}
