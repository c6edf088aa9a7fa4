/// A node of a scene: its content, and the properties of every kind of node.
public struct SceneNode: Hashable, Sendable {
    /// The content of a node.
    public indirect enum Content: Hashable, Sendable {
        /// A text.
        case text(TextNode)
        /// Nodes in a row or a column.
        case stack(StackNode)
        /// A board of cells.
        case grid(GridNode)
        /// A button.
        case button(ButtonNode)
        /// Playing cards.
        case cards(CardsNode)
        /// A picture from the game's assets.
        case image(ImageNode)
        /// Shapes, drawn freely.
        case canvas(CanvasNode)
        /// One piece by itself.
        case piece(PieceNode)
        /// The score of a match, seat by seat.
        case score(ScoreNode)
        /// A field to type a move.
        case input(InputNode)
    }

    /// The content of the node.
    public let content: Content
    /// The node in words, for people who can't see it. A button and an image also show this label.
    public let label: SafeText?
    /// The text of the move that the node plays. The text is compared with moves. It is never
    /// printed unchanged.
    public let play: String?

    /// Makes a node. By default it plays nothing and has no label.
    public init(_ content: Content, label: SafeText? = nil, play: String? = nil) {
        self.content = content
        self.label = label
        self.play = play
    }
}

/// The kinds of nodes, by their names in scripts.
enum NodeKind: String, CaseIterable {
    case text, stack, grid, button, cards, image, canvas, piece, score, input

    /// The keys that a node of this kind may have, in the order in which an error looks for the nearest
    /// known key.
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

/// A button that offers a move. Its node's ``SceneNode/play`` is the move.
public struct ButtonNode: Hashable, Sendable {
    /// The text on the button.
    public let label: SafeText
    /// The piece above the text, or nil for none.
    public let piece: Piece?

    /// Makes a button with this text. Its ``SceneNode`` has the move.
    public init(label: SafeText, piece: Piece? = nil) {
        self.label = label
        self.piece = piece
    }
}

/// A field for the argument of a typed move, such as the question of `ask`.
public struct InputNode: Hashable, Sendable {
    /// The name of the move, after which the person types the argument.
    public let move: SafeText
    /// An example of the argument, shown in grey.
    public let hint: SafeText?

    /// Makes a field for a move, by default without a hint.
    public init(move: SafeText, hint: SafeText? = nil) {
        self.move = move
        self.hint = hint
    }
}

/// Nodes in a row or a column.
public struct StackNode: Hashable, Sendable {
    /// The nodes in reading order: from the top, or from the left.
    public let nodes: [SceneNode]
    /// Whether the nodes are side by side, as far as the width allows. Otherwise they are below
    /// each other.
    public let isAcross: Bool
    /// Whether the background is the cloth of a card table.
    public let isOnFelt: Bool

    /// Makes a stack, by default with the nodes below each other.
    public init(_ nodes: [SceneNode], isAcross: Bool = false, isOnFelt: Bool = false) {
        self.nodes = nodes
        self.isAcross = isAcross
        self.isOnFelt = isOnFelt
    }
}

/// A text that wraps at the width of the drawing and keeps its own line breaks.
public struct TextNode: Hashable, Sendable {
    /// The emphasis of a text.
    public enum Style: String, CaseIterable, Hashable, Sendable {
        /// A title.
        case title
        /// A text of little importance.
        case quiet
    }

    /// The text. Its only control characters are line breaks.
    public let text: SafeText
    /// The emphasis, or nil for ordinary text.
    public let style: Style?

    /// Makes a text, by default without a style. Its lines break where `text` has kept line breaks.
    public init(_ text: SafeText, style: Style? = nil) {
        self.text = text
        self.style = style
    }
}

/// A single large piece, such as a shown hand or a rolled die.
public struct PieceNode: Hashable, Sendable {
    /// The piece.
    public let piece: Piece
    /// The tone of its owner, or nil for none.
    public let tone: Tone?
    /// The text on a piece that has room for it: a tile, a chip.
    public let mark: SafeText?

    /// Makes a piece, by default without a tone.
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
    /// The cards from left to right.
    public let cards: [PlayingCard]
    /// The text of the move of each card: as many entries as there are cards.
    public let plays: [String?]
    /// Whether the cards overlap like a hand.
    public let isFan: Bool

    /// Makes a row of cards. Fills up `plays` with nil, or cuts it to the number of cards.
    public init(_ cards: [PlayingCard], plays: [String?] = [], isFan: Bool = false) {
        self.cards = cards
        self.isFan = isFan
        self.plays = cards.indices.map { $0 < plays.count ? plays[$0] : nil }
    }
}

/// A picture from the game's own folder.
public struct ImageNode: Hashable, Sendable {
    /// The path of the file in the game's `assets` folder, with `/` between folders. The path can't
    /// lead out of the folder.
    public let asset: String
    /// The picture in words.
    public let label: SafeText

    /// Makes a picture without checking the path. Only the paths of scripts are checked.
    public init(asset: String, label: SafeText) {
        self.asset = asset
        self.label = label
    }

    /// Whether a path stays inside the folder it starts from: no empty part, `.`, `..`, backslash,
    /// colon or control character, and at most 255 bytes.
    static func isInsideFolder(_ path: String) -> Bool {
        guard path.utf8.count <= 255, SafeText(path).string == path, !path.contains("\\"), !path.contains(":") else {
            return false
        }
        return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
        }
    }
}

/// The score of a match: a name and a value for each seat, on one line.
public struct ScoreNode: Hashable, Sendable {
    /// One side of the score.
    public struct Entry: Hashable, Sendable {
        /// The name of the side: "Ann", "Seat 2".
        public let name: SafeText
        /// The score of the side: "3", "12½".
        public let value: SafeText
        /// The meaning of the colour, or nil for the colour of ordinary text.
        public let tone: Tone?

        /// Makes a side, by default without a tone.
        public init(name: SafeText, value: SafeText, tone: Tone? = nil) {
            self.name = name
            self.value = value
            self.tone = tone
        }
    }

    /// The sides from left to right.
    public let entries: [Entry]

    /// Makes a score of these sides.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The score as one line of text.
    var line: String { entries.map { "\($0.name) \($0.value)" }.joined(separator: " · ") }
}

/// The meaning of a colour. A tone is never the only sign of a fact: marks and labels say the same
/// without colour.
public enum Tone: String, CaseIterable, Hashable, Sendable {
    /// The first seat.
    case one
    /// The second seat.
    case two
    /// A success, such as a hit.
    case good
    /// A failure.
    case bad
    /// Something of little importance, such as a miss.
    case quiet
}

/// The look of a board. It doesn't change the meaning of the board.
public enum BoardStyle: String, CaseIterable, Hashable, Sendable {
    /// Lines between the cells and no edge, as drawn by hand.
    case lined
    /// Alternating squares.
    case checkered
    /// A wooden board with stones on its crossings.
    case wood
    /// An upright board with round holes.
    case blue
    /// Open water.
    case sea
    /// A table's cloth.
    case felt
}
