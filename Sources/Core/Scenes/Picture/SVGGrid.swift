/// Draws a board.
struct SVGGrid {
    private let grid: GridNode
    private let label: SafeText?
    private let drawing: SVGDrawing
    private let last: Set<Int>
    private let inks: SVGInks
    /// The colours for pieces. On an upright board a piece is seen through a hole, so its
    /// background is that of the hole.
    private let pieceInks: SVGInks
    private let board: SVGBoard

    /// - Parameter label: The name of the board.
    init(_ grid: GridNode, label: SafeText? = nil, in drawing: SVGDrawing) {
        self.grid = grid
        self.label = label
        self.drawing = drawing
        last = drawing.lastMove.indices(in: grid)
        inks = grid.style == nil || grid.style == .lined ? drawing.inks : drawing.palette.inks(on: grid.style)
        var behind = grid.style == .blue ? drawing.palette.inks : inks
        behind.hasGold = inks.hasGold
        pieceInks = behind
        let side = SVGGrid.side(of: grid, room: drawing.room)
        board = SVGBoard(
            columns: grid.columns, rows: grid.rows, side: side, style: grid.style, palette: drawing.palette,
            calm: side > SVGShips.largestCell ? [] : Set(grid.cells.indices.filter { grid.cells[$0].piece != nil }))
    }

    private var side: Double { board.side }

    private static let header = 22.0

    /// Returns the side of a cell: as large as the room allows, and whole pixels so that edges are
    /// sharp.
    static func side(of grid: GridNode, room: Double) -> Double {
        let free = room - (grid.hasHeaders ? header : 0) - 8
        // A strip of one row has cells as large as a board with the same number of columns, so only
        // its columns count.
        let most = grid.rows == 1 ? grid.columns : max(grid.columns, grid.rows)
        let side = (free / Double(most)).rounded(.down)
        return min(SVGMetrics.cells.upperBound, max(SVGMetrics.cells.lowerBound, side))
    }

    private var edge: Double { max(1, board.rim) }
    private var margin: Double { (grid.hasHeaders ? SVGGrid.header : 0) + edge }

    var box: SVGBox {
        let (width, height) = (side * Double(grid.columns), side * Double(grid.rows))
        let below = grid.hasHeaders ? SVGGrid.header : 0
        let marks = drawing.marksLiveNodes ? [drawing.cells(of: grid, label: label, side: side, last: last)] : []
        let elements = board.elements + grounds + contents + lines + corners + marks
        let cells = SVGElement(.g, children: elements).moved(x: margin, y: edge)
        return SVGBox(
            width: margin + width + edge, height: height + 2 * edge + below, elements: [cells] + headers,
            isCentred: true)
    }

    private func centre(_ index: Int) -> (x: Double, y: Double) {
        ((Double(index % grid.columns) + 0.5) * side, (Double(index / grid.columns) + 0.5) * side)
    }

    // MARK: Cells

    /// The backgrounds of the last move's cells, on boards light enough to show them.
    private var grounds: [SVGElement] {
        guard grid.style == nil || grid.style == .lined else { return [] }
        return last.sorted().map { index in
            let (x, y) = centre(index)
            return SVGElement.rect(
                x: x - side / 2 + 2, y: y - side / 2 + 2, width: side - 4, height: side - 4, radius: 5
            )
            .filled(drawing.palette.highlight)
        }
    }

    private func isLive(_ index: Int) -> Bool {
        drawing.context.showsHints && drawing.context.isLive(grid.cells[index])
    }

    private var contents: [SVGElement] {
        let piece = SVGPiece(inks: pieceInks, weight: drawing.palette.weight)
        var elements: [SVGElement] = []
        var flotilla = SVGShips(side: side, inks: pieceInks, weight: drawing.palette.weight)
        for (index, cell) in grid.cells.enumerated() {
            let (x, y) = centre(index)
            if isLive(index) { elements.append(live(x: x, y: y, isTaken: cell.isTaken)) }
            if side <= SVGShips.largestCell, add(index, to: &flotilla) { continue }
            if let kind = cell.piece {
                let shape =
                    kind == .ship
                    ? SVGElement(.g, children: piece.ship(hull(index), tone: cell.tone))
                    : piece.element(kind, tone: cell.tone, mark: cell.mark)
                elements.append(shape.placed(x: x, y: y, scale: side / 100))
                if last.contains(index), kind.isRound { elements.append(spot(x: x, y: y)) }
            } else if let mark = cell.mark {
                elements.append(SVGMark(mark, colour: inks.ink(cell.shownTone)).element(x: x, y: y, side: side))
            }
        }
        return elements + flotilla.elements
    }

    /// Adds the piece of a cell of the sea. Returns false for other content.
    private func add(_ index: Int, to flotilla: inout SVGShips) -> Bool {
        let (cell, (x, y)) = (grid.cells[index], centre(index))
        switch cell.piece {
        case .splash: flotilla.addSplash(x: x, y: y)
        case .hit: flotilla.addHit(x: x, y: y, isOnShip: false)
        case .ship:
            let part = hull(index)
            if !part.isOpenLeft {
                let step = part.isUpright ? grid.columns : 1
                let last = stride(from: index, to: grid.cells.count, by: step).first { !hull($0).isOpenRight }
                flotilla.addShip(
                    x: x, y: y, length: ((last ?? index) - index) / step + 1, isUpright: part.isUpright)
            }
            if cell.tone == .bad { flotilla.addHit(x: x, y: y, isOnShip: true) }
        default: return false
        }
        return true
    }

    /// Draws a playable cell: an empty one gets a round button, a taken one becomes a key.
    private func live(x: Double, y: Double, isTaken: Bool) -> SVGElement {
        let isPaper = grid.style == nil || grid.style == .lined
        let shape: SVGElement
        if isTaken {
            let inset = min(3, side / 10)
            shape = .rect(
                x: x - side / 2 + inset, y: y - side / 2 + inset, width: side - 2 * inset, height: side - 2 * inset,
                radius: side / 6)
        } else {
            shape = .circle(x: x, y: y, radius: max(2, side * 0.13))
        }
        let tinted =
            isPaper ? shape.filled(drawing.palette.liveTint) : shape.filled(inks.live).with(.fillOpacity, 0.25)
        return tinted.stroked(inks.live, width: min(2, max(1, side / 16)))
    }

    /// Draws a spot on the piece of the last move. The spot is light with a dark edge, so it is
    /// visible on any piece.
    private func spot(x: Double, y: Double) -> SVGElement {
        SVGElement.circle(x: x, y: y, radius: max(2, side * 0.09)).filled("#ffffff")
            .stroked(SVGPiece.darkEdge, width: max(1, side * 0.035))
    }

    /// The corners around the last move.
    private var corners: [SVGElement] {
        last.sorted().map { index in
            let (x, y) = centre(index)
            let (reach, arm) = (side / 2 - max(1.5, side / 24), SVGElement.number(side * 0.2))
            let (left, top) = (SVGElement.number(x - reach), SVGElement.number(y - reach))
            let (right, bottom) = (SVGElement.number(x + reach), SVGElement.number(y + reach))
            let outline =
                "M\(left) \(top)m0 \(arm)v-\(arm)h\(arm)M\(right) \(top)m-\(arm) 0h\(arm)v\(arm)"
                + "M\(right) \(bottom)m0-\(arm)v\(arm)h-\(arm)M\(left) \(bottom)m\(arm) 0h-\(arm)v-\(arm)"
            return .strokes(outline, inks.ring, width: max(1.5, min(3.5, side / 14)))
        }
    }

    /// Returns the sides on which the ship of a cell continues. Parts with the same label are one
    /// ship.
    private func hull(_ index: Int) -> SVGHull {
        let cell = grid.cells[index]
        func goesOn(_ columns: Int, _ rows: Int) -> Bool {
            let (column, row) = (index % grid.columns + columns, index / grid.columns + rows)
            guard (0..<grid.columns).contains(column), (0..<grid.rows).contains(row) else { return false }
            let other = grid.cells[row * grid.columns + column]
            return other.piece == .ship && other.label == cell.label && cell.label != nil
        }
        if goesOn(0, -1) || goesOn(0, 1), !goesOn(-1, 0), !goesOn(1, 0) {
            return SVGHull(isOpenLeft: goesOn(0, -1), isOpenRight: goesOn(0, 1), isUpright: true)
        }
        return SVGHull(isOpenLeft: goesOn(-1, 0), isOpenRight: goesOn(1, 0))
    }

    // MARK: Lines that won

    /// A stroke through every row of highlighted cells, and a ring around a highlighted cell
    /// outside a row.
    private var lines: [SVGElement] {
        let runs = GoodRuns(grid)
        var elements = runs.lines.flatMap { first, last -> [SVGElement] in
            let (from, to) = (centre(first), centre(last))
            let reach = side * 0.3
            func beyond(_ from: Double, _ to: Double) -> Double { from == to ? 0 : from < to ? reach : -reach }
            let (right, down) = (beyond(from.x, to.x), beyond(from.y, to.y))
            let outline =
                "M\(SVGElement.number(from.x - right)) \(SVGElement.number(from.y - down))"
                + "L\(SVGElement.number(to.x + right)) \(SVGElement.number(to.y + down))"
            return doubled { .strokes(outline, $0, width: $1) }
        }
        for index in runs.alone {
            let (x, y) = centre(index)
            elements += doubled {
                SVGElement.circle(x: x, y: y, radius: side * 0.42).filled("none").stroked($0, width: $1)
            }
        }
        return elements
    }

    /// Draws a stroke with a casing, so that the stroke is visible on everything that it crosses.
    private func doubled(_ stroke: (String, Double) -> SVGElement) -> [SVGElement] {
        [stroke(inks.casing, max(4, min(13, side * 0.2))), stroke(inks.good, max(2.5, min(8, side * 0.12)))]
    }

    // MARK: Headers

    private var headers: [SVGElement] {
        guard grid.hasHeaders else { return [] }
        let size = min(SVGMetrics.headerSize, max(7, side * 0.72))
        let bottom = side * Double(grid.rows) + 2 * edge + 12
        let letters = (0..<grid.columns).map { column in
            SVGElement.words(
                SafeText(GridNode.columnName(column)), x: margin + (Double(column) + 0.5) * side, y: bottom, size: size,
                colour: drawing.inks.quiet, anchor: "middle")
        }
        let numbers = (0..<grid.rows).map { row in
            SVGElement.words(
                SafeText(String(grid.rowNumber(row))), x: margin - edge - 7,
                y: edge + (Double(row) + 0.5) * side, size: size, colour: drawing.inks.quiet, anchor: "end")
        }
        return letters + numbers
    }
}

extension Piece {
    /// Whether there is room for a sign in the middle of the piece.
    fileprivate var isRound: Bool { self == .disc || self == .stone }
}
