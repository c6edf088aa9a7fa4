/// What in a message doesn't fit a signature.
public enum Forgery: Hashable, Sendable {
    /// A signature isn't that of the seat's key over its last run.
    case signature(seat: Int)
    /// A ply that no signature of its seat covers: there is none, or it ends before. Plies count from 1.
    case unsigned(ply: Int, seat: Int)
    /// A signature over a ply that isn't the seat's last one.
    case misplaced(seat: Int)
    /// A join that the key it names didn't sign for this match.
    case join(seat: Int)
    /// A bet that the key it names didn't sign for this place in this match; nil for the one that the message asks to carry.
    case bet(ply: Int?)
    /// An opening that doesn't fit what its seat had sealed. Plies count from 1.
    case opening(ply: Int, seat: Int)
    /// A link that doesn't lead back to the anchor of its seat: another one, an old one, or one of another match.
    case link(seat: Int)
    /// The seat that is named as the sender isn't the one that made the last run.
    case sender(seat: Int)
}

extension Forgery: CustomStringConvertible {
    /// For people: what doesn't fit, with its seat or ply, without a capital and a full stop.
    public var description: String {
        switch self {
        case .signature(let seat): "the signature of seat \(seat) doesn't fit"
        case .unsigned(let ply, let seat): "ply \(ply) isn't signed by seat \(seat)"
        case .misplaced(let seat): "the signature of seat \(seat) is for another ply"
        case .join(let seat): "the join for seat \(seat) isn't signed by its key"
        case .bet(.some(let ply)): "a bet in ply \(ply) isn't signed by its key"
        case .bet(nil): "the bet isn't signed by its key"
        case .opening(let ply, let seat): "ply \(ply) isn't what seat \(seat) had sealed"
        case .link(let seat): "the link of seat \(seat) is none of its chain"
        case .sender(let seat): "seat \(seat) didn't make the last ply"
        }
    }
}
