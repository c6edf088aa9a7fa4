/// One card of the French pack, or the back of one.
public enum PlayingCard: Hashable, Sendable {
    /// The back of a card.
    case faceDown
    /// A card that can be read.
    case face(Rank, Suit)

    /// The ranks by the letter a script writes.
    public enum Rank: Character, CaseIterable, Hashable, Sendable {
        /// The rank as a script writes it.
        case ace = "a", two = "2", three = "3", four = "4", five = "5", six = "6", seven = "7", eight = "8", nine = "9"
        /// The rank as a script writes it.
        case ten = "t", jack = "j", queen = "q", king = "k"

        /// What is printed on the card: `A`, `10`, `K`.
        public var text: String { self == .ten ? "10" : rawValue.uppercased() }

        /// The rank in words.
        public var name: String { String(describing: self) }
    }

    /// The suits by the letter a script writes.
    public enum Suit: Character, CaseIterable, Hashable, Sendable {
        /// The suit as a script writes it.
        case spades = "s", hearts = "h", diamonds = "d", clubs = "c"

        /// What is printed on the card: `♠`, `♥`, `♦` or `♣`.
        public var symbol: String {
            switch self {
            case .spades: "♠"
            case .hearts: "♥"
            case .diamonds: "♦"
            case .clubs: "♣"
            }
        }

        /// The suit in words.
        public var name: String { String(describing: self) }

        /// Whether it is hearts or diamonds.
        public var isRed: Bool { self == .hearts || self == .diamonds }
    }

    /// Reads a card's code: a rank `a23456789tjqk` and a suit `shdc`, or `??` for a card that lies face down.
    public init?(code: String) {
        if code == "??" {
            self = .faceDown
            return
        }
        guard code.count == 2, let first = code.first, let last = code.last,
            let rank = Rank(rawValue: first), let suit = Suit(rawValue: last)
        else { return nil }
        self = .face(rank, suit)
    }

    /// The card as a script writes it.
    public var code: String {
        switch self {
        case .faceDown: "??"
        case .face(let rank, let suit): "\(rank.rawValue)\(suit.rawValue)"
        }
    }

    /// The card in words: "ace of spades", "face down".
    public var name: String {
        switch self {
        case .faceDown: "face down"
        case .face(let rank, let suit): "\(rank.name) of \(suit.name)"
        }
    }
}
