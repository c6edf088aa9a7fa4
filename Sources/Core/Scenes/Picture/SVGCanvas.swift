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

    /// A shape; one that can be tapped now is marked where that is asked for, and can be hit beside a thin line, too.
    private func element(_ shape: CanvasShape) -> SVGElement {
        guard let play = shape.play, drawing.isTouchable(play) else { return ringed(shape) }
        var label = play
        if case .text(_, let text) = shape.outline { label = text.string }
        let reach = plain(CanvasShape(shape.outline), halo: "none", stroke: 24).with(.pointerEvents, "all")
        return drawing.mark([ringed(shape), reach], plays: play, label: label)
    }

    /// A shape, and around one that can be tapped now, or was last, a broad stroke that shows it.
    private func ringed(_ shape: CanvasShape) -> SVGElement {
        let isLast = drawing.context.isLast(shape.play)
        guard isLast || drawing.context.showsHints && drawing.context.isLive(shape.play) else {
            return plain(shape)
        }
        // A gap between them keeps the ring visible whatever the shape's colour.
        let outline = CanvasShape(shape.outline)
        let ring = plain(outline, halo: isLast ? drawing.inks.ring : drawing.inks.live, stroke: 12)
        let gap = plain(outline, halo: drawing.inks.casing, stroke: 7)
        return SVGElement(.g, children: [ring, gap, plain(shape)])
    }

    /// The shape itself, or a broad stroke of another colour behind it.
    private func plain(_ shape: CanvasShape, halo: String? = nil, stroke: Double = 2.5) -> SVGElement {
        let colour = halo ?? drawing.inks.ink(shape.tone)
        switch shape.outline {
        case .line(let from, let to):
            return SVGElement.line(x1: from.x * scale, y1: from.y * scale, x2: to.x * scale, y2: to.y * scale)
                .stroked(colour, width: stroke).with(.strokeCap, "round")
        case .rect(let origin, let width, let height):
            return painted(
                .rect(x: origin.x * scale, y: origin.y * scale, width: width * scale, height: height * scale),
                colour, shape.isFilled, stroke)
        case .circle(let centre, let radius):
            return painted(
                .circle(x: centre.x * scale, y: centre.y * scale, radius: radius * scale), colour, shape.isFilled,
                stroke
            )
        case .polygon(let corners):
            return painted(.polygon(corners.map { ($0.x * scale, $0.y * scale) }), colour, shape.isFilled, stroke)
        case .text(let point, let text):
            let words = SVGElement.words(
                text, x: point.x * scale, y: point.y * scale, size: SVGMetrics.textSize, colour: colour,
                anchor: "middle")
            return halo == nil ? words : words.stroked(colour, width: stroke).with(.strokeJoin, "round")
        }
    }

    private func painted(_ element: SVGElement, _ colour: String, _ isFilled: Bool, _ stroke: Double) -> SVGElement {
        element.filled(isFilled ? colour : "none").stroked(colour, width: stroke).with(.strokeJoin, "round")
    }
}
