/// What lies on a board or in a hand, drawn as a shape of our own: the same in every font and on every device.
///
/// A piece is told apart by its shape and its lightness; the colour of its tone only helps. Where nothing can be drawn it
/// has a letter, and for whoever can't see it a word.
public enum Piece: String, CaseIterable, Hashable, Sendable {
    /// Two strokes, or a ring, drawn by hand on a cell.
    case cross, ring
    /// A counter with a rim; tone `two` has a star on it.
    case disc
    /// A go stone: black for tone `one`, white for tone `two`.
    case stone
    /// A chess piece: white for tone `one`, black for tone `two`.
    case king, queen, rook, bishop, knight, pawn
    /// A part of a ship; parts side by side, with the same label, are one hull. Tone `bad`: this part burns.
    case ship
    /// A shot that hit, and one that fell into the water.
    case hit, splash
    /// A die that shows so many pips.
    case die1 = "die 1", die2 = "die 2", die3 = "die 3", die4 = "die 4", die5 = "die 5", die6 = "die 6"
    /// A hand.
    case rock, paper, scissors
    /// A tile with the cell's mark on it, and a chip.
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

    /// Whether the cell's mark is written on the piece, rather than being its stand-in where nothing can be drawn.
    var showsMark: Bool { self == .tile || self == .chip }

    /// A character for the terminal. Seats are told apart by it, as by everything, without colour.
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

    /// The piece in words, with what its tone adds.
    ///
    /// - Parameter mark: What is written on it, or nil.
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
