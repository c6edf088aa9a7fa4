/// A free drawing. The origin is at the top left, x grows to the right and y downwards, in units of the script's own.
public struct CanvasNode: Hashable, Sendable {
    /// The horizontal extent in units; 1 to ``SceneLimits/canvasSide`` where a script gave it.
    public let width: Double
    /// The vertical extent in units; 1 to ``SceneLimits/canvasSide`` where a script gave it.
    public let height: Double
    /// The drawing in words.
    public let label: SafeText
    /// Drawn in order: a later shape covers an earlier one.
    public let shapes: [CanvasShape]

    /// A drawing made in Swift. Its numbers aren't checked here, as those of a script are.
    public init(width: Double, height: Double, label: SafeText, shapes: [CanvasShape]) {
        self.width = width
        self.height = height
        self.label = label
        self.shapes = shapes
    }

    /// The moves that its shapes play, each once, in their order.
    var plays: [String] {
        var seen: Set<String> = []
        return shapes.compactMap(\.play).filter { seen.insert($0).inserted }
    }

    /// The texts of the drawing, in its order.
    var texts: [SafeText] {
        shapes.compactMap { shape in
            if case .text(_, let text) = shape.outline { text } else { nil }
        }
    }
}

/// One shape on a ``CanvasNode``.
public struct CanvasShape: Hashable, Sendable {
    /// A place on the canvas, in its units.
    public struct Point: Hashable, Sendable {
        /// The distance from the left edge.
        public let x: Double
        /// The distance from the top edge.
        public let y: Double

        /// A place by its distances from the left and the top; it may lie beyond the canvas.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// What is drawn, and where. Lengths are in the canvas's units.
    public enum Outline: Hashable, Sendable {
        /// A straight line.
        case line(from: Point, to: Point)
        /// `origin` is the corner at the top left.
        case rect(origin: Point, width: Double, height: Double)
        /// A circle.
        case circle(centre: Point, radius: Double)
        /// A line of text, centred on the point.
        case text(at: Point, SafeText)
        /// A closed outline of at least two corners.
        case polygon([Point])
    }

    /// What is drawn, and where.
    public let outline: Outline
    /// What the colour stands for; nil for that of ordinary text.
    public let tone: Tone?
    /// Whether the inside is painted, too; of no account for a line and a text.
    public let isFilled: Bool
    /// The text of the move that the shape plays when it is tapped.
    public let play: String?

    /// A shape that is an outline in the colour of ordinary text and plays nothing, unless told otherwise.
    public init(_ outline: Outline, tone: Tone? = nil, isFilled: Bool = false, play: String? = nil) {
        self.play = play
        self.outline = outline
        self.tone = tone
        self.isFilled = isFilled
    }
}

/// The kinds of shape, by the name a script gives them.
enum ShapeKind: String, CaseIterable {
    case line, rect, circle, text, polygon

    var keys: [String] {
        let own =
            switch self {
            case .line: ["x1", "y1", "x2", "y2"]
            case .rect: ["x", "y", "width", "height"]
            case .circle: ["x", "y", "radius"]
            case .text: ["x", "y", "text"]
            case .polygon: ["points"]
            }
        return ["shape", "tone", "filled", "play"] + own
    }
}
