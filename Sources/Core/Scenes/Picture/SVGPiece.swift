/// Draws a piece around the origin, in a square of 100 units. All pieces share a style: an edge in
/// its own colour, round joins, flat areas and one highlight.
struct SVGPiece {
    /// The colours of the background.
    let inks: SVGInks
    /// The factor for the width of edges.
    let weight: Double

    /// Returns a piece as one element.
    ///
    /// - Parameter mark: The text on a tile or a chip.
    func element(_ piece: Piece, tone: Tone?, mark: SafeText? = nil) -> SVGElement {
        SVGElement(.g, children: parts(piece, tone: tone, mark: mark))
    }

    private func parts(_ piece: Piece, tone: Tone?, mark: SafeText?) -> [SVGElement] {
        switch piece {
        case .cross: lines("M-25-25L25 25M25-25L-25 25", tone)
        case .ring: [SVGElement.circle(x: 0, y: 0, radius: 27).filled("none").stroked(inks.ink(tone), width: 11)]
        case .disc: disc(tone)
        case .stone: stone(isWhite: tone == .two)
        case .king, .queen, .rook, .bishop, .knight, .pawn: SVGChess(inks: inks, weight: weight).parts(piece, tone)
        case .ship: ship(SVGHull(isOpenLeft: false, isOpenRight: false), tone: tone)
        case .hit: burst
        case .splash: splash
        case .die1, .die2, .die3, .die4, .die5, .die6: die(piece.pips ?? 1)
        case .rock, .paper, .scissors: SVGHands(weight: weight, cuff: solid(tone).fill).parts(piece)
        case .tile: tile(mark)
        case .chip: chip(tone, mark)
        }
    }

    // MARK: Colours

    /// The colours of a solid piece: its face, its edge and its highlight.
    struct Solid {
        let fill: String
        let edge: String
        let light: String
    }

    static let gold = Solid(fill: "#ffc53d", edge: "#7a4f00", light: "#ffe7a8")
    static let white = "#fdfdfb"
    static let black = "#252b33"
    static let darkEdge = "#11161c"
    static let lightEdge = "#dfe6ee"

    /// Returns the colours of a tone. Seat 1 is blue, or golden on backgrounds that require it;
    /// seat 2 is red.
    func solid(_ tone: Tone?) -> Solid {
        switch tone {
        case .one:
            inks.hasGold ? SVGPiece.gold : Solid(fill: "#3a74ea", edge: edge("#133a94", "#a9c6ff"), light: "#b5ccff")
        case .two: Solid(fill: "#e5383b", edge: edge("#7d0f13", "#ffc4be"), light: "#ffb3ac")
        case .good: Solid(fill: "#2f9e54", edge: edge("#0f5222", "#b5f5c6"), light: "#b5f5c6")
        case .bad: Solid(fill: "#a63fa1", edge: edge("#541451", "#f3c5f0"), light: "#f3c5f0")
        case .quiet, nil: Solid(fill: "#7b8794", edge: edge("#2f3843", "#dfe6ee"), light: "#dfe6ee")
        }
    }

    /// Returns the colour of an edge that is visible on the background.
    private func edge(_ onLight: String, _ onDark: String) -> String { inks.isDark ? onDark : onLight }

    // MARK: Shapes

    private func lines(_ outline: String, _ tone: Tone?) -> [SVGElement] {
        [.strokes(outline, inks.ink(tone), width: 11)]
    }

    private func disc(_ tone: Tone?) -> [SVGElement] {
        let solid = solid(tone)
        let face = SVGElement.circle(x: 0, y: 0, radius: 36).filled(solid.fill).stroked(solid.edge, width: 4 * weight)
        let light = SVGElement.strokes("M-27-9A28.5 28.5 0 0 1-5-28", solid.light, width: 4.5)
        // The sign on a disc shows its owner without colour.
        let sign =
            tone == .two
            ? SVGElement.path("M0-18L5-6 18-6 8 3 12 16 0 8-12 16-8 3-18-6-5-6Z")
                .filled(SVGPiece.darkEdge).with(.opacity, 0.55)
            : SVGElement.circle(x: 0, y: 0, radius: 19).filled("none").stroked(SVGPiece.darkEdge, width: 4)
                .with(.opacity, 0.45)
        return [face, light, sign]
    }

    private func stone(isWhite: Bool) -> [SVGElement] {
        let shadow = SVGElement.circle(x: 2, y: 3, radius: 42).filled("#000000").with(.opacity, 0.28)
        let edge = isWhite ? SVGPiece.darkEdge : inks.isDark ? SVGPiece.lightEdge : "#000000"
        let face = SVGElement.circle(x: 0, y: 0, radius: 42).filled(isWhite ? SVGPiece.white : SVGPiece.black)
            .stroked(edge, width: (isWhite ? 2.5 : 2) * weight)
        let light = SVGElement.strokes("M-28-12A31 31 0 0 1-8-30", isWhite ? "#d5d8dc" : "#9aa4b0", width: 5)
        return [shadow, face, light]
    }

    private var burst: [SVGElement] {
        let star = SVGElement.polygon(SVGPiece.star(outer: 41, inner: 22))
            .filled("#e5383b").stroked(edge("#7d0f13", "#fff3e0"), width: 4 * weight).with(.strokeJoin, "round")
        let core = SVGElement.polygon(SVGPiece.star(outer: 22, inner: 12)).filled("#ffd766")
        return [star, core]
    }

    private var splash: [SVGElement] {
        let colour = edge("#1b5580", "#ffffff")
        let ring = SVGElement.path("M-30 8A30 13 0 1 0 30 8A30 13 0 1 0-30 8Z").filled("none")
            .stroked(colour, width: 4.5 * weight)
        let inner = SVGElement.path("M-14 8A14 6 0 1 0 14 8A14 6 0 1 0-14 8Z").filled(colour)
        let drops = SVGElement.path("M0-34q8 13 0 19q-8-6 0-19zM-19-18q5 8 0 12q-5-4 0-12zM19-18q5 8 0 12q-5-4 0-12z")
            .filled(colour)
        return [ring, inner, drops]
    }

    private func die(_ pips: Int) -> [SVGElement] {
        let box = SVGElement.rect(x: -36, y: -36, width: 72, height: 72, radius: 15)
            .filled(SVGPiece.white).stroked(SVGPiece.darkEdge, width: 4 * weight)
        let shade = SVGElement.strokes("M-21 30H21Q30 30 30 21", "#c9d0d8", width: 4)
        let places: [(Double, Double)] =
            switch pips {
            case 1: [(0, 0)]
            case 2: [(-18, -18), (18, 18)]
            case 3: [(-18, -18), (0, 0), (18, 18)]
            case 4: [(-18, -18), (18, -18), (-18, 18), (18, 18)]
            case 5: [(-18, -18), (18, -18), (0, 0), (-18, 18), (18, 18)]
            default: [(-18, -19), (18, -19), (-18, 0), (18, 0), (-18, 19), (18, 19)]
            }
        let dots = places.map { SVGElement.circle(x: $0.0, y: $0.1, radius: pips == 1 ? 9 : 7) }
        return [box, shade, SVGElement(.g, children: dots).filled(pips == 1 ? "#bb2124" : SVGPiece.darkEdge)]
    }

    private func tile(_ mark: SafeText?) -> [SVGElement] {
        let back = SVGElement.rect(x: -38, y: -36, width: 76, height: 78, radius: 11)
            .filled("#c79c52").stroked("#4a3410", width: 3.5 * weight)
        let face = SVGElement.rect(x: -38, y: -38, width: 76, height: 72, radius: 11)
            .filled("#f7e8c6").stroked("#4a3410", width: 3.5 * weight)
        return [back, face] + written(mark, size: 50, room: 62, y: -2, colour: "#2a1d08")
    }

    private func chip(_ tone: Tone?, _ mark: SafeText?) -> [SVGElement] {
        let solid = solid(tone)
        let face = SVGElement.circle(x: 0, y: 0, radius: 40).filled(solid.fill).stroked(solid.edge, width: 3.5 * weight)
        let dashes = SVGElement.circle(x: 0, y: 0, radius: 33).filled("none").stroked(SVGPiece.white, width: 9)
            .with(.strokeDashes, "13 21.5")
        let middle = SVGElement.circle(x: 0, y: 0, radius: 25).filled(SVGPiece.white).stroked(solid.edge, width: 2.5)
        return [face, dashes, middle] + written(mark, size: 26, room: 40, y: 0, colour: SVGPiece.darkEdge)
    }

    private func written(
        _ mark: SafeText?, size: Double, room: Double, y: Double, colour: String
    ) -> [SVGElement] {
        guard let mark else { return [] }
        let text = mark.string.count > 6 ? SafeText(String(mark.string.prefix(5)) + "…") : mark
        let width = TextMeasure.width(text.string, size: size)
        let fitting = width > room ? size * room / width : size
        return [.words(text, x: 0, y: y, size: fitting, colour: colour, anchor: "middle", isBold: true)]
    }

    /// Returns the corners of a star, the first at the top.
    static func star(outer: Double, inner: Double) -> [(x: Double, y: Double)] {
        // The sines and cosines of sixteenths of a circle, as literals: the same digits on every
        // platform.
        let sixteenth = [
            (0.0, -1.0), (0.3827, -0.9239), (0.7071, -0.7071), (0.9239, -0.3827), (1.0, 0.0), (0.9239, 0.3827),
            (0.7071, 0.7071), (0.3827, 0.9239), (0.0, 1.0), (-0.3827, 0.9239), (-0.7071, 0.7071), (-0.9239, 0.3827),
            (-1.0, 0.0), (-0.9239, -0.3827), (-0.7071, -0.7071), (-0.3827, -0.9239),
        ]
        return sixteenth.enumerated().map { index, point in
            let radius = index.isMultiple(of: 2) ? outer : inner
            return (point.0 * radius, point.1 * radius)
        }
    }
}

/// Draws the mark of a cell. The commonest marks are drawn as shapes, because fonts differ in the
/// height and size of these characters. All other marks are drawn as text.
struct SVGMark {
    private let mark: SafeText
    private let colour: String

    init(_ mark: SafeText, colour: String) {
        self.mark = mark
        self.colour = colour
    }

    /// Returns the mark centred on a point, for a square cell with this side.
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

    /// Returns a filled shape with an edge of the same colour, so that it looks as heavy as an
    /// outlined shape.
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

    /// Draws a mark as text, as large as the cell allows. A text that would be too small to read is
    /// cut.
    private func text(x: Double, y: Double, side: Double) -> SVGElement {
        var text = mark.string.count > 8 ? String(mark.string.prefix(7)) + "…" : mark.string
        var isPiece = false
        if text.count == 1, let piece = text.unicodeScalars.first, (0x2654...0x265F).contains(piece.value) {
            // Add variation selector 15, because some systems would otherwise show the black pawn
            // as an emoji, unlike the other pieces.
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
