/// The background of a board: its material with its lines, below the pieces.
struct SVGBoard {
    let columns: Int
    let rows: Int
    /// The side of a cell in pixels.
    let side: Double
    let style: BoardStyle?
    let palette: SVGPalette
    /// The cells of the sea without waves, because something lies on them.
    var calm: Set<Int> = []

    /// The extent of the background beyond the cells.
    var rim: Double {
        switch style {
        case nil, .lined, .checkered: 0
        case .wood, .sea, .felt: 4
        case .blue: 6
        }
    }

    private var width: Double { side * Double(columns) }
    private var height: Double { side * Double(rows) }

    var elements: [SVGElement] {
        switch style {
        case nil: plain
        case .lined:
            [
                SVGElement(.g, children: [rules(inset: side * 0.06)]).stroked(
                    palette.stroke, width: max(2.5, side / 18)
                ).with(.strokeCap, "round")
            ]
        case .checkered: checkered(palette.checks.light, palette.checks.dark) + [frame(palette.deepEdge, width: 2)]
        case .wood: wood
        case .blue: blue
        case .sea: sea
        case .felt:
            [
                slab(palette.felt, edge: palette.deepEdge),
                rules().stroked("#ffffff", width: 1.2).with(.opacity, 0.28),
            ]
        }
    }

    // MARK: Styles

    /// A board without a style. From eight rows and columns on, squares alternate, to guide the
    /// eye.
    private var plain: [SVGElement] {
        let isLarge = rows >= 8 && columns >= 8
        let squares =
            isLarge
            ? checkered(palette.square, palette.shadedSquare)
            : [SVGElement.rect(width: width, height: height, radius: 6).filled(palette.square)]
        return squares + [rules().stroked(palette.rule, width: palette.weight), frame(palette.rule, width: 1.5)]
    }

    private func checkered(_ light: String, _ dark: String) -> [SVGElement] {
        // One path for all dark squares is much shorter than a rectangle for each.
        var outline = ""
        let step = SVGElement.number(side)
        for row in 0..<rows {
            for column in 0..<columns where (row + column).isMultiple(of: 2) == false {
                outline += "M\(SVGElement.number(Double(column) * side)) \(SVGElement.number(Double(row) * side))"
                outline += "h\(step)v\(step)h-\(step)z"
            }
        }
        return [SVGElement.rect(width: width, height: height).filled(light), SVGElement.path(outline).filled(dark)]
    }

    private var wood: [SVGElement] {
        var outline = ""
        let (first, right, bottom) = (side / 2, width - side / 2, height - side / 2)
        for column in 0..<columns {
            let x = SVGElement.number((Double(column) + 0.5) * side)
            outline += "M\(x) \(SVGElement.number(first))V\(SVGElement.number(bottom))"
        }
        for row in 0..<rows {
            let y = SVGElement.number((Double(row) + 0.5) * side)
            outline += "M\(SVGElement.number(first)) \(y)H\(SVGElement.number(right))"
        }
        let dots = SVGBoard.points(columns: columns, rows: rows).map { column, row in
            SVGElement.circle(
                x: (Double(column) + 0.5) * side, y: (Double(row) + 0.5) * side, radius: max(2, side / 11))
        }
        var elements = [
            slab(palette.wood, edge: palette.woodLine),
            SVGElement.strokes(outline, palette.woodLine, width: 1.2 * palette.weight),
        ]
        if !dots.isEmpty { elements.append(SVGElement(.g, children: dots).filled(palette.woodLine)) }
        return elements
    }

    /// Returns the star points on the usual sizes of a go board.
    static func points(columns: Int, rows: Int) -> [(column: Int, row: Int)] {
        guard columns == rows else { return [] }
        let lines: [Int]
        switch columns {
        case 9: lines = [2, 6]
        case 13: lines = [3, 9]
        case 19: lines = [3, 9, 15]
        default: return []
        }
        let corners = lines.flatMap { row in lines.map { ($0, row) } }
        return columns == 19 ? corners : corners + [(columns / 2, columns / 2)]
    }

    private var blue: [SVGElement] {
        var holes: [SVGElement] = []
        for row in 0..<rows {
            for column in 0..<columns {
                holes.append(
                    .circle(x: (Double(column) + 0.5) * side, y: (Double(row) + 0.5) * side, radius: side * 0.42))
            }
        }
        let light = SVGElement.strokes(
            "M\(SVGElement.number(2)) \(SVGElement.number(-rim + 3))H\(SVGElement.number(width - 2))", "#ffffff",
            width: 2
        )
        .with(.opacity, 0.35)
        return [
            slab(palette.blue, edge: palette.blueEdge), light,
            SVGElement(.g, children: holes).filled(palette.hole).stroked(palette.blueEdge, width: 2 * palette.weight),
        ]
    }

    private var sea: [SVGElement] {
        var waves = ""
        for row in 0..<rows {
            for column in stride(from: row % 2, to: columns, by: 2) where !calm.contains(row * columns + column) {
                let (x, y) = ((Double(column) + 0.24) * side, (Double(row) + 0.76) * side)
                let (step, rise, length) = (ripple(side * 0.13), ripple(side * 0.09), ripple(side * 0.26))
                waves += "M\(ripple(x)) \(ripple(y))q\(step)-\(rise) \(length) 0t\(length) 0"
            }
        }
        return [
            slab(palette.sea, edge: palette.deepEdge),
            rules().stroked("#ffffff", width: palette.weight).with(.opacity, 0.3),
            SVGElement.strokes(waves, "#ffffff", width: max(1, side / 26)).with(.opacity, 0.22),
        ]
    }

    /// Returns a length in a wave. On small cells one decimal is enough.
    private func ripple(_ value: Double) -> String {
        SVGElement.number(side <= SVGShips.largestCell ? (value * 10).rounded() / 10 : value)
    }

    // MARK: Parts

    /// Returns a slab under all cells, with round corners and a darker edge.
    private func slab(_ fill: String, edge: String) -> SVGElement {
        SVGElement.rect(x: -rim, y: -rim, width: width + 2 * rim, height: height + 2 * rim, radius: 2 * rim)
            .filled(fill).stroked(edge, width: 2)
    }

    private func frame(_ colour: String, width stroke: Double) -> SVGElement {
        SVGElement.rect(width: width, height: height, radius: style == nil && (rows < 8 || columns < 8) ? 6 : 0)
            .filled("none").stroked(colour, width: stroke * palette.weight)
    }

    /// Returns the lines between the cells, as one path.
    private func rules(inset: Double = 0) -> SVGElement {
        var outline = ""
        let (near, right, bottom) = (
            SVGElement.number(inset), SVGElement.number(width - inset), SVGElement.number(height - inset)
        )
        for column in 1..<max(columns, 1) {
            outline += "M\(SVGElement.number(Double(column) * side)) \(near)V\(bottom)"
        }
        for row in 1..<max(rows, 1) { outline += "M\(near) \(SVGElement.number(Double(row) * side))H\(right)" }
        return SVGElement.path(outline).filled("none")
    }
}
