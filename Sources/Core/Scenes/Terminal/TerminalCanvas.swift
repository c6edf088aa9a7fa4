/// Draws a canvas with Braille patterns, which have eight dots in each character, or in ASCII with
/// one dot in each character. The drawing is rough, so its label is written below it, with the
/// texts that had no room in the drawing.
struct TerminalCanvas {
    /// The largest size of an enlarged drawing, in characters, because other nodes are on the
    /// screen, too.
    private static let (mostColumns, mostRows) = (40, 12)

    private let canvas: CanvasNode
    private let drawing: TerminalDrawing
    /// The dots of one character.
    private let dots: (across: Int, down: Int)
    /// The dots per unit of the canvas. A character is about twice as high as wide. So a Braille
    /// dot is square, and a whole character counts as two dots across.
    private let scale: (x: Double, y: Double)
    private let columns: Int
    private let rows: Int

    init(_ canvas: CanvasNode, in drawing: TerminalDrawing) {
        self.canvas = canvas
        self.drawing = drawing
        dots = drawing.charset == .ascii ? (1, 1) : (2, 4)
        let (width, height) = (max(canvas.width, 1), max(canvas.height, 1))
        let room = (
            columns: Double(min(drawing.columns, TerminalCanvas.mostColumns)), rows: Double(TerminalCanvas.mostRows)
        )
        let rowsPerUnit = min(room.rows / height, room.columns / (2 * width))
        scale = (rowsPerUnit * 2 * Double(dots.across), rowsPerUnit * Double(dots.down))
        columns = max(1, Int(saturating: (width * rowsPerUnit * 2 - 1e-9).rounded(.up)))
        rows = max(1, Int(saturating: (height * rowsPerUnit - 1e-9).rounded(.up)))
    }

    var block: TextBlock {
        let raster = raster
        var lines = (0..<rows).map { row in (0..<columns).map { picture(of: raster, column: $0, row: row) } }
        var unplaced: [String] = []
        for shape in canvas.shapes {
            guard case .text(let point, let text) = shape.outline, !text.string.isEmpty else { continue }
            let shown = drawing.shown(text)
            if !write(shown, at: point, tone: shape.tone, into: &lines) { unplaced.append(shown) }
        }
        var block = TextBlock(
            lines.map { line in
                var styled = StyledLine()
                for cell in line { styled.append(cell.text, cell.style) }
                return styled
            })
        block.lines += drawing.wrapped("[drawing: \(canvas.label)]", .dim).lines
        if !unplaced.isEmpty { block.lines += drawing.wrapped(unplaced.joined(separator: " · ")).lines }
        return block
    }

    private typealias Cell = (text: String, style: TerminalStyle)

    private var raster: DotRaster {
        var raster = DotRaster(width: columns * dots.across, height: rows * dots.down)
        func scaled(_ point: CanvasShape.Point) -> CanvasShape.Point {
            CanvasShape.Point(x: point.x * scale.x, y: point.y * scale.y)
        }
        for shape in canvas.shapes {
            switch shape.outline {
            case .line(let from, let to): raster.line(from: scaled(from), to: scaled(to), tone: shape.tone)
            case .polygon(let corners):
                raster.polygon(corners.map(scaled), isFilled: shape.isFilled, tone: shape.tone)
            case .rect(let origin, let width, let height):
                let (right, bottom) = (origin.x + width, origin.y + height)
                let corners = [(origin.x, origin.y), (right, origin.y), (right, bottom), (origin.x, bottom)]
                raster.polygon(
                    corners.map { scaled(CanvasShape.Point(x: $0.0, y: $0.1)) }, isFilled: shape.isFilled,
                    tone: shape.tone)
            case .circle(let centre, let radius):
                raster.circle(
                    centre: scaled(centre), radius: max(0, radius) * scale.x, stretch: scale.x / scale.y,
                    isFilled: shape.isFilled, tone: shape.tone)
            case .text: break
            }
        }
        return raster
    }

    private func picture(of raster: DotRaster, column: Int, row: Int) -> Cell {
        var pattern: UInt32 = 0
        var tone: Tone?
        for y in 0..<dots.down {
            for x in 0..<dots.across where raster.isSet(column * dots.across + x, row * dots.down + y) {
                pattern |= TerminalCanvas.bit(x, y)
                tone = raster.tone(column * dots.across + x, row * dots.down + y) ?? tone
            }
        }
        guard pattern != 0 else { return (" ", .plain) }
        let style = TerminalStyle(tone: tone)
        if drawing.charset == .ascii { return ("#", style) }
        return (Unicode.Scalar(0x2800 + pattern).map { String(Character($0)) } ?? " ", style)
    }

    /// Returns the bit of a dot in a Braille pattern. The bits of the upper six dots go down the
    /// columns. The bits of the lowest row follow, because that row was added later (Unicode,
    /// chapter 21.1).
    private static func bit(_ x: Int, _ y: Int) -> UInt32 { 1 << UInt32(y == 3 ? 6 + x : 3 * x + y) }

    /// Writes a text over the picture, centred on its point. Returns false if it doesn't fit there.
    private func write(_ text: String, at point: CanvasShape.Point, tone: Tone?, into lines: inout [[Cell]]) -> Bool {
        let width = DisplayWidth.of(text)
        let row = Int(saturating: (point.y * scale.y / Double(dots.down)).rounded(.down))
        let middle = point.x * scale.x / Double(dots.across)
        let first = Int(saturating: (middle - Double(width) / 2).rounded())
        guard width > 0, lines.indices.contains(row), first >= 0, first + width <= columns else { return false }
        var column = first
        for character in text {
            let taken = DisplayWidth.of(character)
            // A character without width joins the one before it.
            if taken == 0 {
                if column > first { lines[row][column - 1].text.append(character) }
                continue
            }
            lines[row][column] = (String(character), TerminalStyle(tone: tone))
            if taken == 2 { lines[row][column + 1] = ("", .plain) }
            column += taken
        }
        return true
    }
}
