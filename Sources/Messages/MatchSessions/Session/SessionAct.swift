/// What a participant can do in a match beside moving.
public enum SessionAct: Hashable, Sendable {
    /// Tells of a match that was begun.
    case invite
    /// Takes the open seat of a match for two without a move; asks for one in a match of more, which its inviter starts then.
    case join
    /// Begins a group's match with those who joined.
    case start
    /// Does what the seat owes and has no choice about: opens what it has sealed for a round, for a move that opens it, or for the
    /// match at its end, gives its only true answer, says what a draw waits for.
    case answer
    /// Leaves the match.
    case resign
    /// Closes a match that is over.
    case close
    /// Claims that this seat's time is up.
    case claim(Int)
    /// Offers a bet of who has no seat: chips on a seat that is to win, 0 for nobody.
    case bet(pool: Int, chips: Int)

    /// Does it stand beside the turns?
    var isOutOfTurn: Bool {
        switch self {
        case .resign, .claim: true
        case .invite, .join, .start, .answer, .close, .bet: false
        }
    }

    /// As a person reads it.
    var text: String {
        switch self {
        case .invite: "invitation"
        case .join: "join"
        case .start: "start"
        case .answer: "an answer"
        case .resign: "resign"
        case .close: "close"
        case .claim(let seat): "claim against seat \(seat)"
        case .bet(0, let chips): "a bet of \(chips) that nobody wins"
        case .bet(let pool, let chips): "a bet of \(chips) on seat \(pool)"
        }
    }
}
