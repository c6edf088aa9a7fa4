/// Draws a free drawing, scaled to a handy size.
struct SVGCanvas {
    private let canvas: CanvasNode
    /// Pixels for one unit of the canvas.
    private let scale: Double

    init(_ canvas: CanvasNode) {
        self.canvas = canvas
        scale = min(400 / max(canvas.width, 1), 280 / max(canvas.height, 1))
    }

    var box: SVGBox {
        let (width, height) = (canvas.width * scale, canvas.height * scale)
        // A nested viewport cuts off what a script draws beyond its canvas.
        let viewport = SVGElement(.svg, children: canvas.shapes.map(element)).with(.width, width).with(.height, height)
        return SVGBox(width: width, height: height, elements: [viewport])
    }

    private func element(_ shape: CanvasShape) -> SVGElement {
        let colour = SVGPalette.ink(shape.tone)
        switch shape.outline {
        case .line(let from, let to):
            return SVGElement.line(x1: from.x * scale, y1: from.y * scale, x2: to.x * scale, y2: to.y * scale)
                .stroked(colour, width: 2.5).with(.strokeCap, "round")
        case .rect(let origin, let width, let height):
            return painted(
                .rect(x: origin.x * scale, y: origin.y * scale, width: width * scale, height: height * scale),
                colour, shape.isFilled)
        case .circle(let centre, let radius):
            return painted(
                .circle(x: centre.x * scale, y: centre.y * scale, radius: radius * scale), colour, shape.isFilled)
        case .polygon(let corners):
            return painted(.polygon(corners.map { ($0.x * scale, $0.y * scale) }), colour, shape.isFilled)
        case .text(let point, let text):
            return .words(text, x: point.x * scale, y: point.y * scale, size: 16, colour: colour, anchor: "middle")
        }
    }

    private func painted(_ element: SVGElement, _ colour: String, _ isFilled: Bool) -> SVGElement {
        element.filled(isFilled ? colour : "none").stroked(colour, width: 2.5).with(.strokeJoin, "round")
    }
}
