/// What became of a round in one log.
enum RoundFate: Equatable {
    /// Claims put a seat out, and it began anew.
    case claimed
    /// Seats still owe their entries, or nothing more can come of it, such as of closings.
    case open
    /// A seat resigned before all had entered, and it began anew.
    case void(by: Int)
    /// All have entered.
    case complete

    var isVoid: Bool { if case .void = self { true } else { false } }

    /// Was it completed or made void by a resignation?
    var isOver: Bool { self == .complete || isVoid }

    /// The higher one stays, where nobody built on either.
    func rank(hasTwoSeats: Bool) -> Int {
        switch self {
        case .claimed: 0
        case .open: 1
        case .void: hasTwoSeats ? 3 : 2
        case .complete: hasTwoSeats ? 2 : 3
        }
    }
}
