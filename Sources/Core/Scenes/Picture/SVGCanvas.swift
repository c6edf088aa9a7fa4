/// Draws a canvas, scaled to a suitable size.
struct SVGCanvas {
    private let canvas: CanvasNode
    private let drawing: SVGDrawing
    /// The pixels per unit of the canvas.
    private let scale: Double

    init(_ canvas: CanvasNode, in drawing: SVGDrawing) {
        self.canvas = canvas
        self.drawing = drawing
        scale = min(drawing.room / max(canvas.width, 1), 260 / max(canvas.height, 1))
    }

    var box: SVGBox {
        let (width, height) = (canvas.width * scale, canvas.height * scale)
        // A nested viewport clips shapes beyond the canvas.
        let viewport = SVGElement(.svg, children: canvas.shapes.map(element)).with(.width, width).with(.height, height)
        return SVGBox(width: width, height: height, elements: [viewport], isCentred: true)
    }

    /// Returns a shape. If the shape can be tapped now, it is marked for pages, and its tappable
    /// area extends beyond a thin line.
    private func element(_ shape: CanvasShape) -> SVGElement {
        guard let play = shape.play, drawing.isTouchable(play) else { return ringed(shape) }
        var label = play
        if case .text(_, let text) = shape.outline { label = text.string }
        let reach = plain(CanvasShape(shape.outline), halo: "none", stroke: 24).with(.pointerEvents, "all")
        return drawing.mark([ringed(shape), reach], plays: play, label: label)
    }

    /// Returns a shape, with a broad stroke around it if it can be played now or was the last
    /// choice.
    private func ringed(_ shape: CanvasShape) -> SVGElement {
        let isLast = drawing.context.isLast(shape.play)
        guard isLast || drawing.context.showsHints && drawing.context.isLive(shape.play) else {
            return plain(shape)
        }
        // A gap between shape and ring keeps the ring visible whatever the shape's colour.
        let outline = CanvasShape(shape.outline)
        let ring = plain(outline, halo: isLast ? drawing.inks.ring : drawing.inks.live, stroke: 12)
        let gap = plain(outline, halo: drawing.inks.casing, stroke: 7)
        return SVGElement(.g, children: [ring, gap, plain(shape)])
    }

    /// Returns the shape itself, or a broad stroke of another colour below it.
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

/// A laid-out part of a picture: its size in pixels, and its elements with the origin at its top
/// left.
struct SVGBox: Sendable {
    var width: Double
    var height: Double
    var elements: [SVGElement]
    /// Whether boxes above and below are centred with this box, as for boards, pieces and drawings.
    var isCentred = false

    static let empty = SVGBox(width: 0, height: 0, elements: [])

    /// Places the boxes below each other.
    static func down(_ boxes: [SVGBox], gap: Double) -> SVGBox {
        let boxes = boxes.filter { $0.height > 0 }
        let isCentred = boxes.contains(where: \.isCentred)
        let width = boxes.reduce(0) { max($0, $1.width) }
        var all = boxes.reduce(into: SVGBox.empty) { all, box in
            let top = all.height > 0 ? all.height + gap : 0
            all.place(box, x: isCentred ? ((width - box.width) / 2).rounded() : 0, y: top)
        }
        all.isCentred = isCentred
        return all
    }

    /// Places the boxes side by side, in rows of at most `limit`, except for a single wider box.
    static func across(_ boxes: [SVGBox], limit: Double, gap: Double) -> SVGBox {
        var rows: [SVGBox] = []
        for box in boxes where box.height > 0 {
            if var row = rows.last, row.width + gap + box.width <= limit {
                row.place(box, x: row.width + gap, y: 0)
                row.isCentred = row.isCentred || box.isCentred
                rows[rows.count - 1] = row
            } else {
                rows.append(box)
            }
        }
        return down(rows, gap: gap)
    }

    private mutating func place(_ box: SVGBox, x: Double, y: Double) {
        if x == 0, y == 0 {
            elements += box.elements
        } else if box.elements.count == 1 {
            elements += box.elements.map { $0.moved(x: x, y: y) }
        } else {
            elements.append(SVGElement(.g, children: box.elements).moved(x: x, y: y))
        }
        width = max(width, x + box.width)
        height = max(height, y + box.height)
    }
}

/// The lengths and sizes of pictures, in pixels.
///
/// A bubble is about 300 points wide. Pictures are laid out for a little more, so they are readable
/// in a bubble.
enum SVGMetrics {
    /// The width of texts and rows.
    static let widest = 320.0
    static let margin = 16.0
    static let paperRadius = 14.0
    /// The gaps between nodes below each other, and side by side.
    static let gapDown = 12.0
    static let gapAcross = 12.0

    static let titleSize = 21.0
    static let textSize = 16.0
    static let quietSize = 14.0
    static let headerSize = 13.0

    /// The limits of a cell's side. Cells are as large as the board's room allows.
    static let cells = 12.0...88.0
    /// The least side of a cell for boards next to each other.
    static let narrowestCell = 13.0
    /// The least side of a cell for boards next to each other whose cells can be tapped.
    static let narrowestTouch = 24.0
    static let pieceSide = 92.0
    /// The most height of a picture from a game's folder.
    static let highestImage = 320.0
    /// The most cards of a picture that are drawn side by side. More cards overlap.
    static let manyCards = 12
    static let card = (width: 66.0, height: 94.0, gap: 6.0, radius: 7.0)
}
