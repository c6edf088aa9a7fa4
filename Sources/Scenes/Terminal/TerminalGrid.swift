/// Draws a board with lines between its cells, or closer where rows or columns are many.
struct TerminalGrid {
    /// How much room a board takes.
    private enum Form: CaseIterable {
        /// Lines between all cells.
        case ruled
        /// A frame, and lines between columns only.
        case columns
        /// A frame around cells without lines.
        case framed
        /// Marks with one column between them.
        case tight
    }

    /// The most rows that are drawn with lines between them: with more, a board and its surroundings would not fit
    /// into 24 lines.
    static let mostRuledRows = 6

    private let grid: GridNode
    private let drawing: TerminalDrawing
    private let last: Set<Int>
    private let marks: [String]
    private let legend: [String]
    private let markWidth: Int

    init(_ grid: GridNode, in drawing: TerminalDrawing) {
        self.grid = grid
        self.drawing = drawing
        last = drawing.lastMove.indices(in: grid)
        let marks = GridMarks(grid, charset: drawing.charset)
        (self.marks, legend) = (marks.shown, marks.legend)
        markWidth = marks.shown.reduce(1) { max($0, DisplayWidth.of($1)) }
    }

    var block: TextBlock {
        let forms = Form.allCases.filter { $0 != .ruled || grid.rows <= drawing.mostRuledRows }
        guard let form = forms.first(where: { width($0) <= drawing.columns }) else {
            // Too narrow for any picture: say it in words.
            let words = GridWords(grid, label: nil, context: drawing.context, last: last).sentences
            return TextBlock(words.flatMap { drawing.wrapped($0).lines })
        }
        return TextBlock(lines(form) + legend.flatMap { drawing.wrapped($0, .dim).lines })
    }

    // MARK: Measures

    private func cellWidth(_ form: Form) -> Int { form == .tight ? markWidth + 1 : max(3, markWidth + 2) }

    private var marginWidth: Int { grid.hasHeaders ? String(grid.rows).count + 1 : 0 }

    private func width(_ form: Form) -> Int {
        let cells = grid.columns * cellWidth(form)
        return switch form {
        case .ruled, .columns: marginWidth + cells + grid.columns + 1
        case .framed: marginWidth + cells + 2
        case .tight: marginWidth + cells
        }
    }

    // MARK: Lines

    private func lines(_ form: Form) -> [StyledLine] {
        var lines: [StyledLine] = []
        if form != .tight { lines.append(border(.top, form)) }
        for row in 0..<grid.rows {
            if row > 0, form == .ruled { lines.append(border(.middle, form)) }
            lines.append(cells(row, form))
        }
        if form != .tight { lines.append(border(.bottom, form)) }
        if grid.hasHeaders { lines.append(letters(form)) }
        return lines
    }

    private func cells(_ row: Int, _ form: Form) -> StyledLine {
        var line = StyledLine()
        if grid.hasHeaders {
            let number = String(grid.rowNumber(row))
            line.append(String(repeating: " ", count: marginWidth - 1 - number.count) + number + " ", .dim)
        }
        let rule = TerminalGrid.upright(drawing.charset)
        if form != .tight { line.append(rule, .dim) }
        for column in 0..<grid.columns {
            if column > 0, form == .ruled || form == .columns { line.append(rule, .dim) }
            let (index, edge) = (row * grid.columns + column, line.width)
            line.append(cell(index, form))
            guard index < grid.cells.count, let play = grid.cells[index].play, drawing.context.isLive(play) else {
                continue
            }
            line.touch(edge..<line.width, .play(play))
        }
        if form != .tight { line.append(rule, .dim) }
        return line
    }

    private func cell(_ index: Int, _ form: Form) -> StyledLine {
        guard index < grid.cells.count else { return StyledLine().centred(in: cellWidth(form)) }
        let cell = grid.cells[index]
        let isLast = last.contains(index)
        var line = StyledLine()
        if marks[index].isEmpty {
            if drawing.context.showsHints, drawing.context.isLive(cell.play) {
                line.append(drawing.charset == .ascii ? "." : "·", .dim)
            } else {
                line.append(" ")
            }
        } else {
            line.append(marks[index], TerminalStyle(tone: cell.tone, isBold: isLast))
        }
        let signs = drawing.lastSigns
        if form == .tight {
            // One column is left for the sign that follows the mark.
            if isLast { line.append(signs.open, .bold) }
            line.pad(to: cellWidth(form))
            return line
        }
        guard isLast else { return line.centred(in: cellWidth(form)) }
        var signed = StyledLine(signs.open, .bold)
        signed.append(line)
        signed.append(signs.close, .bold)
        return signed.centred(in: cellWidth(form))
    }

    private func letters(_ form: Form) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: marginWidth + (form == .tight ? 0 : 1)))
        let width = cellWidth(form)
        for column in 0..<grid.columns {
            if column > 0, form == .ruled || form == .columns { line.append(" ") }
            var letter = StyledLine(GridNode.columnName(column), .dim)
            if form == .tight { letter.pad(to: width) } else { letter = letter.centred(in: width) }
            line.append(letter)
        }
        return line
    }

    // MARK: Rules

    private enum Edge: Int { case top, middle, bottom }

    private static func upright(_ charset: TerminalRenderer.Charset) -> String { charset == .ascii ? "|" : "│" }

    private func border(_ edge: Edge, _ form: Form) -> StyledLine {
        let isASCII = drawing.charset == .ascii
        let corners: (left: String, cross: String, right: String) =
            switch edge {
            case _ where isASCII: ("+", "+", "+")
            case .top: ("┌", "┬", "┐")
            case .middle: ("├", "┼", "┤")
            case .bottom: ("└", "┴", "┘")
            }
        let dash = isASCII ? "-" : "─"
        let cell = String(repeating: dash, count: cellWidth(form))
        let cross = form == .framed ? "" : corners.cross
        let rule = Array(repeating: cell, count: grid.columns).joined(separator: cross)
        var line = StyledLine(String(repeating: " ", count: marginWidth))
        line.append(corners.left + rule + corners.right, .dim)
        return line
    }
}
