import GameRules

/// Why something can't be done with a hosted match. Nothing has changed, but for ``unavailable(_:)``, where nobody knows.
public enum HostingError: Error, Hashable, Sendable {
    /// The request makes no sense: a sentence that says what was expected.
    case badRequest(String)
    /// There is no such game here.
    case unknownGame(String)
    /// There is no such match.
    case unknownMatch
    /// No seat is free.
    case full
    /// The free seats of a rematch are for those who played before.
    case kept
    /// Only who sits there can do that, and the token, if there is one, isn't of this match.
    case noSeat
    /// It isn't this seat's turn.
    case notYourTurn(String)
    /// The rules refuse it.
    case illegalMove(Rejection)
    /// The match has gone on since what the player saw.
    case behind
    /// The match isn't played any more, or not yet.
    case notPlaying(String)
    /// The game's script failed. Players are told no more than that: the failure is for whoever runs the server.
    case scriptFailed(String)
    /// The rules under which the match began aren't here any more.
    case needsVersion(String)
    /// The log of the match can't be read: it isn't one.
    case damaged(String)
    /// The log can't be reached. The request may be repeated with the same nonce.
    case unavailable(String)

    /// Whoever asks has as many matches open as one may have: a sentence.
    case tooMany(String)

    /// A word for programs.
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

    /// A sentence for the player.
    public var message: String {
        switch self {
        case .badRequest(let sentence), .notPlaying(let sentence), .notYourTurn(let sentence), .tooMany(let sentence):
            sentence
        case .unknownGame(let name): "There is no game '\(name)' here."
        case .unknownMatch: "There is no such match."
        case .full: "All seats are taken. You can watch."
        case .kept: "The free seats are kept for those who played before. You can watch."
        case .noSeat: "Only somebody who sits there can do that."
        case .illegalMove(let rejection): rejection.message
        case .behind: "The match has gone on meanwhile. Look again."
        case .scriptFailed: "The game's script failed. The match is what it was before."
        case .needsVersion: "The rules of this match aren't installed here any more."
        case .damaged: "This match can't be read any more. Whoever runs the server can see why."
        case .unavailable: "The server can't reach its log at the moment. Try again."
        }
    }

    /// What whoever runs the server should read; nil where nothing is wrong with the server.
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
        case .request(let sentence): self = .badRequest(sentence)
        case .failed, .invalid: self = .scriptFailed("\(error)")
        }
    }

    init(_ error: MatchLogError) {
        if case .damaged = error { self = .damaged("\(error)") } else { self = .unavailable("\(error)") }
    }
}
