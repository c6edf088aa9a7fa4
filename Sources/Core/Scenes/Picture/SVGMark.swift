/// Draws what stands in a cell.
///
/// The commonest marks are drawn as shapes, since a font puts them at its own height and size; all others are text.
struct SVGMark {
    private let mark: SafeText
    private let colour: String

    init(_ mark: SafeText, colour: String) {
        self.mark = mark
        self.colour = colour
    }

    /// The mark centred on a point, for a square cell of a given side.
    func element(x: Double, y: Double, side: Double) -> SVGElement {
        guard mark.string.count == 1, let sign = mark.string.unicodeScalars.first,
            let shape = shape(sign, x: x, y: y, radius: side * 0.3, stroke: max(2, side * 0.085))
        else { return text(x: x, y: y, side: side) }
        return shape
    }

    private func shape(_ sign: Unicode.Scalar, x: Double, y: Double, radius: Double, stroke: Double) -> SVGElement? {
        switch sign {
        case "✕", "✖", "✗", "✘", "×", "╳", "❌":
            let arm = radius * 0.85
            let strokes = [
                SVGElement.line(x1: x - arm, y1: y - arm, x2: x + arm, y2: y + arm),
                SVGElement.line(x1: x - arm, y1: y + arm, x2: x + arm, y2: y - arm),
            ]
            return SVGElement(.g, children: strokes).stroked(colour, width: stroke).with(.strokeCap, "round")
        case "○", "◯", "⭕": return outlined(.circle(x: x, y: y, radius: radius - stroke / 2 + 1), stroke)
        case "●", "⬤": return filled(.circle(x: x, y: y, radius: radius), stroke)
        case "•", "·": return filled(.circle(x: x, y: y, radius: radius * 0.36), 1)
        case "■", "▪": return filled(square(x, y, radius * 0.85), stroke)
        case "□", "▫": return outlined(square(x, y, radius * 0.85 - stroke / 2), stroke)
        case "▲": return filled(triangle(x, y, radius), stroke)
        case "△": return outlined(triangle(x, y, radius * 0.85), stroke)
        case "◆": return filled(diamond(x, y, radius), stroke)
        case "◇": return outlined(diamond(x, y, radius * 0.9), stroke)
        default: return nil
        }
    }

    /// Filled shapes have an edge of their own colour, so that they weigh as much as the outlined ones.
    private func filled(_ shape: SVGElement, _ stroke: Double) -> SVGElement {
        shape.filled(colour).stroked(colour, width: stroke * 0.3).with(.strokeJoin, "round")
    }

    private func outlined(_ shape: SVGElement, _ stroke: Double) -> SVGElement {
        shape.filled("none").stroked(colour, width: stroke).with(.strokeJoin, "round")
    }

    private func square(_ x: Double, _ y: Double, _ radius: Double) -> SVGElement {
        .rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, radius: 2)
    }

    private func triangle(_ x: Double, _ y: Double, _ radius: Double) -> SVGElement {
        .polygon([(x, y - radius), (x + radius, y + radius * 0.8), (x - radius, y + radius * 0.8)])
    }

    private func diamond(_ x: Double, _ y: Double, _ radius: Double) -> SVGElement {
        .polygon([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)])
    }

    /// A mark as text, as large as the cell allows. What would be too small to read is cut.
    private func text(x: Double, y: Double, side: Double) -> SVGElement {
        var text = mark.string.count > 8 ? String(mark.string.prefix(7)) + "…" : mark.string
        var isPiece = false
        if text.count == 1, let piece = text.unicodeScalars.first, (0x2654...0x265F).contains(piece.value) {
            // Variation selector 15: some systems would show the black pawn as a picture, unlike all other pieces.
            text = String(Character(piece)) + "\u{FE0E}"
            isPiece = true
        }
        let room = side * 0.76
        let wish = side * (isPiece ? 0.74 : 0.56)
        let width = TextMeasure.width(text, size: wish)
        let size = width > room ? wish * room / width : wish
        return .words(SafeText(text), x: x, y: y, size: size, colour: colour, anchor: "middle", isBold: !isPiece)
    }
}
