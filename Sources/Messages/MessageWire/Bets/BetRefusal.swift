/// Why a bet can't count where it stands.
public enum BetRefusal: Hashable, Sendable {
    /// A seat is open yet.
    case tooEarly
    /// The match is over.
    case over
    /// The next move closes the pools, and carries none.
    case closing
    /// Another bet of the key has the number that it is signed with.
    case placeTaken
    /// Every seat that hasn't left has made two moves, or makes its second with the ply that carries the bet.
    case tooLate
    /// The bettor's key sits.
    case seated(Int)
    /// The match has no such seat.
    case unknownPool(Int, seats: Int)
    /// The bettor has fewer chips left.
    case overBalance(chips: Int, left: Int)
    /// The match has no room for it: see ``Bet/mostBytesOfMatch``.
    case tooMany
}

extension BetRefusal: CustomStringConvertible {
    /// For people: what is wrong with the bet, without a capital and a full stop.
    public var description: String {
        switch self {
        case .tooEarly: "the bet is too early: expected all seats to be taken"
        case .over: "the match is over"
        case .closing: "the bet is too late: no move can carry it before every seat has made two"
        case .placeTaken: "another bet of the same person has its place"
        case .tooLate: "the bet is too late: every seat has made two moves"
        case .seated(let seat): "the bettor plays: expected a key that has no seat, found that of seat \(seat)"
        case .unknownPool(let pool, let seats):
            "the bet is on seat \(pool): expected one from 1 to \(seats), or 0 for nobody"
        case .overBalance(let chips, let left) where left < 1:
            "the bet is over the balance: the bettor has no chips left, found \(chips)"
        case .overBalance(let chips, let left):
            "the bet is over the balance: expected at most \(left) chips, found \(chips)"
        case .tooMany: "the match has as many bets as it has room for: no more count"
        }
    }
}
