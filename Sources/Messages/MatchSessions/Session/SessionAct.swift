import MessageProtocol

/// An act of a participant in a match other than a move.
public enum SessionAct: Hashable, Sendable {
    /// Invites others to a match that was created.
    case invite
    /// Takes the free seat of a match for two without a move. In a larger match this act asks for a
    /// seat, and the inviter starts the match.
    case join
    /// Starts a match of three or more with the people who asked for seats.
    case start
    /// Makes the plies that the seat owes without a choice. These plies are the only true answer, the
    /// witness ply that a draw waits for, and the reveals of the seat's sealed moves. Reveals are due
    /// in a round, at the request of a move, and after the match is over.
    case answer
    /// Leaves the match.
    case resign
    /// Closes a match that is over.
    case close
    /// Claims that the time of this seat is up.
    case claim(Int)
    /// Offers a bet of a person without a seat: chips on a seat, or on 0 for nobody.
    case bet(pool: Int, chips: Int)

    /// Whether the act is outside the turns.
    var isOutOfTurn: Bool {
        switch self {
        case .resign, .claim: true
        case .invite, .join, .start, .answer, .close, .bet: false
        }
    }

    /// The act as a person reads it.
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
