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
