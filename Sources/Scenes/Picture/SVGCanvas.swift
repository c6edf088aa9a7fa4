/// Draws a free drawing, scaled to a handy size.
struct SVGCanvas {
    private let canvas: CanvasNode
    private let drawing: SVGDrawing
    /// Pixels for one unit of the canvas.
    private let scale: Double

    init(_ canvas: CanvasNode, in drawing: SVGDrawing) {
        self.canvas = canvas
        self.drawing = drawing
        scale = min(drawing.room / max(canvas.width, 1), 260 / max(canvas.height, 1))
    }

    var box: SVGBox {
        let (width, height) = (canvas.width * scale, canvas.height * scale)
        // A nested viewport cuts off what a script draws beyond its canvas.
        let viewport = SVGElement(.svg, children: canvas.shapes.map(element)).with(.width, width).with(.height, height)
        return SVGBox(width: width, height: height, elements: [viewport], isCentred: true)
    }

    /// A shape, and around one that can be tapped now, or was last, a broad stroke that shows it.
    private func element(_ shape: CanvasShape) -> SVGElement {
        let isLast = drawing.context.isLast(shape.play)
        guard isLast || drawing.context.showsHints && drawing.context.isLive(shape.play) else {
            return plain(shape)
        }
        let halo = plain(
            CanvasShape(shape.outline, isFilled: false), in: isLast ? drawing.inks.ring : drawing.inks.live
        )
        .with(.opacity, 0.45)
        return SVGElement(.g, children: [halo, plain(shape)])
    }

    private func plain(_ shape: CanvasShape, in halo: String? = nil) -> SVGElement {
        let colour = halo ?? drawing.inks.ink(shape.tone)
        let width = halo == nil ? 2.5 : 9
        switch shape.outline {
        case .line(let from, let to):
            return SVGElement.line(x1: from.x * scale, y1: from.y * scale, x2: to.x * scale, y2: to.y * scale)
                .stroked(colour, width: width).with(.strokeCap, "round")
        case .rect(let origin, let width, let height):
            return painted(
                .rect(x: origin.x * scale, y: origin.y * scale, width: width * scale, height: height * scale),
                colour, shape.isFilled, width)
        case .circle(let centre, let radius):
            return painted(
                .circle(x: centre.x * scale, y: centre.y * scale, radius: radius * scale), colour, shape.isFilled, width
            )
        case .polygon(let corners):
            return painted(.polygon(corners.map { ($0.x * scale, $0.y * scale) }), colour, shape.isFilled, width)
        case .text(let point, let text):
            return .words(
                text, x: point.x * scale, y: point.y * scale, size: SVGMetrics.textSize, colour: colour,
                anchor: "middle",
                isBold: halo != nil)
        }
    }

    private func painted(_ element: SVGElement, _ colour: String, _ isFilled: Bool, _ width: Double) -> SVGElement {
        element.filled(isFilled ? colour : "none").stroked(colour, width: width).with(.strokeJoin, "round")
    }
}
