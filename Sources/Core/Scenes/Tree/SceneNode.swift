/// One node of a scene: what it shows, and what every kind of node may carry.
public struct SceneNode: Hashable, Sendable {
    /// What a node shows.
    public indirect enum Content: Hashable, Sendable {
        /// Words.
        case text(TextNode)
        /// Nodes in a row or a column.
        case stack(StackNode)
        /// A board of cells.
        case grid(GridNode)
        /// What can be pressed.
        case button(ButtonNode)
        /// Playing cards.
        case cards(CardsNode)
        /// A picture of the game.
        case image(ImageNode)
        /// Shapes, drawn freely.
        case canvas(CanvasNode)
        /// One piece by itself.
        case piece(PieceNode)
        /// How a match stands, seat by seat.
        case score(ScoreNode)
        /// Where a move is typed.
        case input(InputNode)
    }

    /// What the node shows.
    public let content: Content
    /// The node in words, for whoever cannot see it. A button and an image show it too.
    public let label: SafeText?
    /// The text of the move that the node plays. It is compared with moves, never printed as it is.
    public let play: String?

    /// A node that plays nothing and speaks for itself, unless told otherwise.
    public init(_ content: Content, label: SafeText? = nil, play: String? = nil) {
        self.content = content
        self.label = label
        self.play = play
    }
}

/// The kinds of node, by the name a script gives them.
enum NodeKind: String, CaseIterable {
    case text, stack, grid, button, cards, image, canvas, piece, score, input

    /// The keys a node of this kind may have, in the order in which an error lists the nearest.
    var keys: [String] {
        let own =
            switch self {
            case .text: ["text", "style"]
            case .stack: ["nodes", "across", "felt"]
            case .grid: ["columns", "rows", "cells", "headers", "style"]
            case .button: ["piece"]
            case .cards: ["cards", "fan"]
            case .image: ["asset"]
            case .canvas: ["width", "height", "shapes"]
            case .piece: ["piece", "tone", "mark"]
            case .score: ["entries"]
            case .input: ["move", "hint"]
            }
        return ["kind", "label", "play"] + own
    }
}

/// A move offered by name. What it plays is its node's ``SceneNode/play``.
public struct ButtonNode: Hashable, Sendable {
    /// What is written on the button.
    public let label: SafeText
    /// What is drawn above the words; nil for nothing.
    public let piece: Piece?

    /// A button with these words on it; the move is given to its ``SceneNode``.
    public init(label: SafeText, piece: Piece? = nil) {
        self.label = label
        self.piece = piece
    }
}

/// A field in which the argument of a typed move is written, such as the question of `ask`.
public struct InputNode: Hashable, Sendable {
    /// The name of the move; whoever types adds its argument behind it.
    public let move: SafeText
    /// What may be written, in grey.
    public let hint: SafeText?

    /// A field for a move, without a hint unless told otherwise.
    public init(move: SafeText, hint: SafeText? = nil) {
        self.move = move
        self.hint = hint
    }
}

/// Nodes one after the other.
public struct StackNode: Hashable, Sendable {
    /// In reading order: from the top, or from the left.
    public let nodes: [SceneNode]
    /// Whether the nodes stand side by side, as far as the width allows, instead of below each other.
    public let isAcross: Bool
    /// Whether the nodes lie on the cloth of a card table.
    public let isOnFelt: Bool

    /// Nodes below each other, unless told otherwise.
    public init(_ nodes: [SceneNode], isAcross: Bool = false, isOnFelt: Bool = false) {
        self.nodes = nodes
        self.isAcross = isAcross
        self.isOnFelt = isOnFelt
    }
}

/// Running text; it wraps at the width of the drawing, and its own line breaks are kept.
public struct TextNode: Hashable, Sendable {
    /// How much weight a text has.
    public enum Style: String, CaseIterable, Hashable, Sendable {
        /// What stands above the rest.
        case title
        /// What may be overlooked.
        case quiet
    }

    /// What is written; its only control characters are line breaks.
    public let text: SafeText
    /// nil for ordinary text.
    public let style: Style?

    /// Ordinary text, unless a style is given. Its lines break where `text` has kept line breaks.
    public init(_ text: SafeText, style: Style? = nil) {
        self.text = text
        self.style = style
    }
}

/// A piece by itself, large: a hand that was shown, a die that was rolled.
public struct PieceNode: Hashable, Sendable {
    /// What is drawn.
    public let piece: Piece
    /// Whose it is; nil for nobody's.
    public let tone: Tone?
    /// What is written on it, where it has room for that: a tile, a chip.
    public let mark: SafeText?

    /// A piece of nobody's, unless told otherwise.
    public init(_ piece: Piece, tone: Tone? = nil, mark: SafeText? = nil) {
        self.piece = piece
        self.tone = tone
        self.mark = mark
    }

    /// The piece in words.
    var name: String { piece.name(tone, mark: mark?.string) }
}

/// Playing cards in a row: a hand, a trick, a table.
public struct CardsNode: Hashable, Sendable {
    /// From left to right.
    public let cards: [PlayingCard]
    /// The text of the move that each card plays; as many entries as there are cards.
    public let plays: [String?]
    /// Whether the cards are held like a hand, each over the one before.
    public let isFan: Bool

    /// Makes a row of cards; `plays` is filled up with nil or cut to the number of cards.
    public init(_ cards: [PlayingCard], plays: [String?] = [], isFan: Bool = false) {
        self.cards = cards
        self.isFan = isFan
        self.plays = cards.indices.map { $0 < plays.count ? plays[$0] : nil }
    }
}

/// A picture from the game's own folder.
public struct ImageNode: Hashable, Sendable {
    /// The file, relative to the game's `assets` folder, with `/` between folders and no way out of it.
    public let asset: String
    /// The picture in words.
    public let label: SafeText

    /// A picture named in Swift. The path isn't checked here, as that of a script is.
    public init(asset: String, label: SafeText) {
        self.asset = asset
        self.label = label
    }

    /// Whether a path stays inside the folder it starts from: no empty part, `.`, `..`, backslash, colon or control
    /// character, and at most 255 bytes.
    static func isInsideFolder(_ path: String) -> Bool {
        guard path.utf8.count <= 255, SafeText(path).string == path, !path.contains("\\"), !path.contains(":") else {
            return false
        }
        return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
        }
    }
}

/// How a match stands: a name and a number for each seat, on one line.
public struct ScoreNode: Hashable, Sendable {
    /// One side of the score.
    public struct Entry: Hashable, Sendable {
        /// Whose it is: "Ann", "Seat 2".
        public let name: SafeText
        /// How it stands: "3", "12½".
        public let value: SafeText
        /// What the colour stands for; nil for that of ordinary text.
        public let tone: Tone?

        /// One side without a colour of its own, unless told otherwise.
        public init(name: SafeText, value: SafeText, tone: Tone? = nil) {
            self.name = name
            self.value = value
            self.tone = tone
        }
    }

    /// From left to right.
    public let entries: [Entry]

    /// A score of these sides.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The score as one line of text.
    var line: String { entries.map { "\($0.name) \($0.value)" }.joined(separator: " · ") }
}

/// What a colour stands for. A tone is never the only sign of a fact: marks and labels say the same without it.
public enum Tone: String, CaseIterable, Hashable, Sendable {
    /// The first seat.
    case one
    /// The second seat.
    case two
    /// Something that went well, such as a hit.
    case good
    /// Something that went badly.
    case bad
    /// Something of little weight, such as a miss.
    case quiet
}

/// What a board is made of. It changes nothing of what the board says.
public enum BoardStyle: String, CaseIterable, Hashable, Sendable {
    /// Strokes between the cells and no edge, as drawn by hand.
    case lined
    /// Squares that alternate.
    case checkered
    /// A wooden board on whose crossings the stones lie.
    case wood
    /// An upright board with round holes.
    case blue
    /// Open water.
    case sea
    /// A table's cloth.
    case felt
}
