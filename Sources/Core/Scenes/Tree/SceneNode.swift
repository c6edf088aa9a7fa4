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
