/// A free drawing. The origin is at the top left, x grows to the right and y downwards, in units of the script's own.
public struct CanvasNode: Hashable, Sendable {
    public let width: Double
    public let height: Double
    /// The drawing in words.
    public let label: SafeText
    /// Drawn in order: a later shape covers an earlier one.
    public let shapes: [CanvasShape]

    public init(width: Double, height: Double, label: SafeText, shapes: [CanvasShape]) {
        self.width = width
        self.height = height
        self.label = label
        self.shapes = shapes
    }

    /// The texts of the drawing, in its order.
    var texts: [SafeText] {
        shapes.compactMap { shape in
            if case .text(_, let text) = shape.outline { text } else { nil }
        }
    }
}
