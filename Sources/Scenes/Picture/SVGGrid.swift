/// Draws a board.
struct SVGGrid {
    private let grid: GridNode
    private let drawing: SVGDrawing
    private let last: Set<Int>
    /// The side of a cell in pixels.
    private let side: Double

    init(_ grid: GridNode, in drawing: SVGDrawing) {
        self.grid = grid
        self.drawing = drawing
        last = drawing.lastMove.indices(in: grid)
        side = min(60, max(24, (440 / Double(max(grid.columns, grid.rows))).rounded(.down)))
    }

    private var margin: Double { grid.hasHeaders ? 22 : 0 }

    var box: SVGBox {
        let (width, height) = (side * Double(grid.columns), side * Double(grid.rows))
        let board = SVGElement(.g, children: squares + rules + contents).moved(x: margin, y: 0)
        return SVGBox(width: margin + width + 1, height: height + margin + 1, elements: [board] + headers)
    }

    private func corner(_ index: Int) -> (x: Double, y: Double) {
        (Double(index % grid.columns) * side, Double(index / grid.columns) * side)
    }

    /// The board itself. From eight rows on the squares alternate, which helps the eye along without lines.
    private var squares: [SVGElement] {
        let (width, height) = (side * Double(grid.columns), side * Double(grid.rows))
        var squares = [SVGElement.rect(width: width, height: height).filled(SVGPalette.square)]
        if grid.rows >= 8, grid.columns >= 8 {
            for index in grid.cells.indices
            where (index / grid.columns + index % grid.columns).isMultiple(of: 2) == false {
                let (x, y) = corner(index)
                squares.append(.rect(x: x, y: y, width: side, height: side).filled(SVGPalette.shadedSquare))
            }
        }
        for index in last.sorted() {
            let (x, y) = corner(index)
            squares.append(.rect(x: x, y: y, width: side, height: side).filled(SVGPalette.highlight))
        }
        return squares
    }

    private var rules: [SVGElement] {
        let (width, height) = (side * Double(grid.columns), side * Double(grid.rows))
        var lines: [SVGElement] = []
        for column in 1..<max(grid.columns, 1) {
            let x = Double(column) * side
            lines.append(.line(x1: x, y1: 0, x2: x, y2: height))
        }
        for row in 1..<max(grid.rows, 1) {
            let y = Double(row) * side
            lines.append(.line(x1: 0, y1: y, x2: width, y2: y))
        }
        let frame = SVGElement.rect(width: width, height: height).filled("none").stroked(SVGPalette.dot, width: 1.5)
        return [SVGElement(.g, children: lines).stroked(SVGPalette.rule), frame]
    }

    private var contents: [SVGElement] {
        var elements: [SVGElement] = []
        for (index, cell) in grid.cells.enumerated() {
            let (x, y) = corner(index)
            if last.contains(index) {
                elements.append(
                    SVGElement.rect(x: x + 2, y: y + 2, width: side - 4, height: side - 4, radius: 3)
                        .filled("none").stroked(SVGPalette.ring, width: 2.5))
            }
            if let mark = cell.mark {
                elements.append(
                    SVGMark(mark, colour: SVGPalette.ink(cell.tone)).element(
                        x: x + side / 2, y: y + side / 2, side: side))
            } else if drawing.context.showsHints, drawing.context.isLive(cell.play) {
                elements.append(
                    .circle(x: x + side / 2, y: y + side / 2, radius: max(1.5, side / 26)).filled(SVGPalette.dot))
            }
        }
        return elements
    }

    private var headers: [SVGElement] {
        guard grid.hasHeaders else { return [] }
        let bottom = side * Double(grid.rows) + 13
        let letters = (0..<grid.columns).map { column in
            SVGElement.words(
                SafeText(GridNode.columnName(column)), x: margin + (Double(column) + 0.5) * side, y: bottom, size: 13,
                colour: SVGPalette.quietInk, anchor: "middle")
        }
        let numbers = (0..<grid.rows).map { row in
            SVGElement.words(
                SafeText(String(grid.rowNumber(row))), x: margin - 7, y: (Double(row) + 0.5) * side, size: 13,
                colour: SVGPalette.quietInk, anchor: "end")
        }
        return letters + numbers
    }
}
