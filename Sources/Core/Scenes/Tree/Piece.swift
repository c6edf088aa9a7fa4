import Values

/// A piece on a board or in a hand. Parlor draws it as a shape of its own, so it looks the same
/// with every font and on every device.
///
/// Pieces differ in shape and lightness; the colour of a tone is only an aid. A text display shows
/// a letter, and a screen reader says a word.
public enum Piece: String, CaseIterable, Hashable, Sendable {
    /// Two crossed strokes; a ring. Both look drawn by hand.
    case cross, ring
    /// A counter with a rim; with tone `two` it has a star.
    case disc
    /// A go stone: black for tone `one`, white for tone `two`.
    case stone
    /// A chess piece: white for tone `one`, black for tone `two`.
    case king, queen, rook, bishop, knight, pawn
    /// A part of a ship. Adjacent parts with the same label form one hull. With tone `bad` the part
    /// burns.
    case ship
    /// A shot that hit, and a shot that missed.
    case hit, splash
    /// A die that shows this number of pips.
    case die1 = "die 1", die2 = "die 2", die3 = "die 3", die4 = "die 4", die5 = "die 5", die6 = "die 6"
    /// A hand.
    case rock, paper, scissors
    /// A tile and a chip, each with the cell's mark on it.
    case tile, chip

    /// The number on a die.
    var pips: Int? {
        switch self {
        case .die1: 1
        case .die2: 2
        case .die3: 3
        case .die4: 4
        case .die5: 5
        case .die6: 6
        default: nil
        }
    }

    /// Whether the cell's mark is written on the piece. Otherwise the mark replaces the piece in a
    /// text display.
    var showsMark: Bool { self == .tile || self == .chip }

    /// Returns a character for the terminal. The characters of the two seats differ, so colour
    /// isn't needed.
    func sign(_ tone: Tone?) -> String {
        let isSecond = tone == .two
        switch self {
        case .cross: return "X"
        case .ring: return "O"
        case .disc, .stone: return isSecond ? "○" : "●"
        case .king: return isSecond ? "k" : "K"
        case .queen: return isSecond ? "q" : "Q"
        case .rook: return isSecond ? "r" : "R"
        case .bishop: return isSecond ? "b" : "B"
        case .knight: return isSecond ? "n" : "N"
        case .pawn: return isSecond ? "p" : "P"
        case .ship: return tone == .bad ? "#" : "S"
        case .hit: return "X"
        case .splash: return "o"
        case .rock: return "R"
        case .paper: return "P"
        case .scissors: return "S"
        case .tile: return "□"
        case .chip: return "◎"
        case .die1, .die2, .die3, .die4, .die5, .die6: return pips.map(String.init) ?? ""
        }
    }

    /// Returns the piece in words, with the meaning of its tone.
    ///
    /// - Parameter mark: The text on the piece, or nil.
    func name(_ tone: Tone?, mark: String?) -> String {
        let isSecond = tone == .two
        switch self {
        case .disc:
            switch tone {
            case .one: return "disc of seat 1"
            case .two: return "disc of seat 2"
            default: return "disc"
            }
        case .stone: return isSecond ? "white stone" : "black stone"
        case .king, .queen, .rook, .bishop, .knight, .pawn: return (isSecond ? "black " : "white ") + rawValue
        case .ship: return tone == .bad ? "ship, hit" : "ship"
        case .splash: return "miss"
        case .tile: return mark.map { "tile \($0)" } ?? "blank tile"
        case .chip: return mark.map { "chip \($0)" } ?? "chip"
        case .die1, .die2, .die3, .die4, .die5, .die6: return pips.map { "die showing \($0)" } ?? rawValue
        case .cross: return "X"
        case .ring: return "O"
        case .hit, .rock, .paper, .scissors: return rawValue
        }
    }
}

/// The fields of a valid cell, read in one pass over its table. Boards can have more than a hundred
/// cells, and looking up each key separately would be most of the cost of reading a scene.
///
/// It reports no errors: `init` returns nil for anything unusual. ``SceneParser`` then reads the
/// cell field by field and reports what is wrong.
struct PlainCell {
    private var name = ""
    private var mark = ""
    private var play = ""
    private var label = ""
    private var tone: Tone?
    private var piece: Piece?
    private var isGood = false
    private var live: Bool?
    private var last: Bool?
    /// The bytes of the cell's texts, which count towards the limit of a scene.
    private(set) var textBytes = 0

    init?(_ value: Value) {
        guard case .map(let fields) = value else { return nil }
        for (key, value) in fields {
            guard case .string(let key) = key else { return nil }
            switch value {
            case .string(let text):
                let bytes = text.utf8.count
                guard bytes <= SceneLimits.textBytes else { return nil }
                switch key {
                case "name": (name, textBytes) = (text, textBytes + bytes)
                case "mark": (mark, textBytes) = (text, textBytes + bytes)
                case "play": (play, textBytes) = (text, textBytes + bytes)
                case "label": (label, textBytes) = (text, textBytes + bytes)
                case "tone":
                    tone = Tone(rawValue: text)
                    if tone == nil { return nil }
                case "piece":
                    piece = Piece(rawValue: text)
                    if piece == nil { return nil }
                default: return nil
                }
            case .bool(let flag):
                switch key {
                case "good": isGood = flag
                case "live": live = flag
                case "last": last = flag
                default: return nil
                }
            default: return nil
            }
        }
    }

    /// Returns the cell.
    ///
    /// - Parameter standard: The name of the cell if it has none of its own.
    func cell(called standard: () -> SafeText) -> GridCell {
        GridCell(
            name: shown(name) ?? standard(), mark: shown(mark), play: play.isEmpty ? nil : play, tone: tone,
            label: shown(label), piece: piece, isGood: isGood, live: live, last: last)
    }

    /// Returns a text to show, or nil for an empty one.
    private func shown(_ text: String) -> SafeText? {
        guard !text.isEmpty else { return nil }
        let safe = SafeText(text)
        return safe.string.isEmpty ? nil : safe
    }
}

/// A card of the French pack, or the back of a card.
public enum PlayingCard: Hashable, Sendable {
    /// The back of a card.
    case faceDown
    /// The face of a card.
    case face(Rank, Suit)

    /// The ranks by the letter a script writes.
    public enum Rank: Character, CaseIterable, Hashable, Sendable {
        /// The rank as a script writes it.
        case ace = "a", two = "2", three = "3", four = "4", five = "5", six = "6", seven = "7", eight = "8", nine = "9"
        /// The rank as a script writes it.
        case ten = "t", jack = "j", queen = "q", king = "k"

        /// The text on the card: `A`, `10`, `K`.
        public var text: String { self == .ten ? "10" : rawValue.uppercased() }

        /// The rank in words.
        public var name: String { String(describing: self) }
    }

    /// The suits by the letter a script writes.
    public enum Suit: Character, CaseIterable, Hashable, Sendable {
        /// The suit as a script writes it.
        case spades = "s", hearts = "h", diamonds = "d", clubs = "c"

        /// The symbol on the card: `♠`, `♥`, `♦` or `♣`.
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

    /// Reads a card's code: a rank `a23456789tjqk` and a suit `shdc`, or `??` for a face-down card.
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
