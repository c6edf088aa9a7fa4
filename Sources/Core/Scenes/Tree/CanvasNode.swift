/// A free drawing. The origin is at the top left, x grows to the right and y downwards, in the
/// script's own units.
public struct CanvasNode: Hashable, Sendable {
    /// The width in units; from 1 to ``SceneLimits/canvasSide`` if a script set it.
    public let width: Double
    /// The height in units; from 1 to ``SceneLimits/canvasSide`` if a script set it.
    public let height: Double
    /// The drawing in words.
    public let label: SafeText
    /// The shapes in drawing order: a later shape covers an earlier one.
    public let shapes: [CanvasShape]

    /// Makes a drawing without checking its numbers. Only the numbers of scripts are checked.
    public init(width: Double, height: Double, label: SafeText, shapes: [CanvasShape]) {
        self.width = width
        self.height = height
        self.label = label
        self.shapes = shapes
    }

    /// The moves that the shapes play, each move once, in drawing order.
    var plays: [String] {
        var seen: Set<String> = []
        return shapes.compactMap(\.play).filter { seen.insert($0).inserted }
    }

    /// The texts of the drawing, in drawing order.
    var texts: [SafeText] {
        shapes.compactMap { shape in
            if case .text(_, let text) = shape.outline { text } else { nil }
        }
    }
}

/// One shape on a ``CanvasNode``.
public struct CanvasShape: Hashable, Sendable {
    /// A point on the canvas, in its units.
    public struct Point: Hashable, Sendable {
        /// The distance from the left edge.
        public let x: Double
        /// The distance from the top edge.
        public let y: Double

        /// Makes a point from its distances to the left and the top edge. It may be outside the
        /// canvas.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The geometry of a shape. Lengths are in the canvas's units.
    public enum Outline: Hashable, Sendable {
        /// A straight line.
        case line(from: Point, to: Point)
        /// A rectangle; `origin` is its top left corner.
        case rect(origin: Point, width: Double, height: Double)
        /// A circle.
        case circle(centre: Point, radius: Double)
        /// A line of text, centred on the point.
        case text(at: Point, SafeText)
        /// A closed outline of at least two corners.
        case polygon([Point])
    }

    /// The geometry of the shape.
    public let outline: Outline
    /// The meaning of the colour, or nil for the colour of ordinary text.
    public let tone: Tone?
    /// Whether the inside is painted, too. Ignored for a line and a text.
    public let isFilled: Bool
    /// The text of the move that a tap on the shape plays.
    public let play: String?

    /// Makes a shape. By default it is an outline in the colour of ordinary text and plays nothing.
    public init(_ outline: Outline, tone: Tone? = nil, isFilled: Bool = false, play: String? = nil) {
        self.play = play
        self.outline = outline
        self.tone = tone
        self.isFilled = isFilled
    }
}

/// The kinds of shapes, by their names in scripts.
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
