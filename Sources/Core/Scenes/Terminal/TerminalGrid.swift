/// Draws a board with lines between its cells, or more densely if there are many rows or columns.
struct TerminalGrid {
    /// The density of a board, the widest first.
    private enum Form: CaseIterable {
        /// Crossing lines with marks on them: for boards of wood.
        case points
        /// Lines between all cells.
        case ruled
        /// A frame, and lines between columns only.
        case columns
        /// A frame around cells without lines.
        case framed
        /// Marks with one column between them.
        case tight
    }

    /// The most rows with lines between them. With more, a board and its surroundings wouldn't fit
    /// into 24 lines.
    static let mostRuledRows = 6

    private let grid: GridNode
    private let drawing: TerminalDrawing
    private let last: Set<Int>
    private let marks: [String]
    private let legend: [String]
    private let markWidth: Int
    /// Whether some cell plays the move with the cell's name.
    private let isPlayedByName: Bool

    init(_ grid: GridNode, in drawing: TerminalDrawing) {
        self.grid = grid
        self.drawing = drawing
        isPlayedByName = grid.cells.contains { $0.play == $0.name.string }
        last = drawing.lastMove.indices(in: grid)
        let marks = GridMarks(grid, charset: drawing.charset)
        (self.marks, legend) = (marks.shown, marks.legend)
        markWidth = marks.shown.reduce(1) { max($0, DisplayWidth.of($1)) }
    }

    /// Whether there is room for a picture. Otherwise the board is described in words.
    var hasPicture: Bool { form != nil }

    /// The widest form that fits.
    private var form: Form? {
        Form.allCases.first { form in
            switch form {
            case .points: grid.style == .wood && width(form) <= drawing.columns
            case .ruled: grid.rows <= drawing.mostRuledRows && width(form) <= drawing.columns
            case .columns, .framed, .tight: width(form) <= drawing.columns
            }
        }
    }

    var block: TextBlock {
        guard let form else {
            // Too narrow for any picture: describe it in words.
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
        case .points: marginWidth + cells
        // the column before the first mark; with row numbers it is the last column of the margin
        case .tight: max(1, marginWidth) + cells
        }
    }

    // MARK: Lines

    private func lines(_ form: Form) -> [StyledLine] {
        var lines: [StyledLine] = []
        if hasEdge(form) { lines.append(border(.top, form)) }
        for row in 0..<grid.rows {
            if row > 0, form == .ruled { lines.append(border(.middle, form)) }
            lines.append(cells(row, form))
        }
        if hasEdge(form) { lines.append(border(.bottom, form)) }
        if grid.hasHeaders { lines.append(letters(form)) }
        return lines
    }

    private func hasEdge(_ form: Form) -> Bool { form != .tight && form != .points }

    private func cells(_ row: Int, _ form: Form) -> StyledLine {
        var line = StyledLine()
        if grid.hasHeaders {
            let number = String(grid.rowNumber(row))
            line.append(String(repeating: " ", count: marginWidth - 1 - number.count) + number, .dim)
        }
        if form == .tight {
            line.append(gap(before: row * grid.columns))
        } else if grid.hasHeaders {
            line.append(" ")
        }
        let rule = TerminalGrid.upright(drawing.charset)
        if hasEdge(form) { line.append(rule, lineStyle) }
        for column in 0..<grid.columns {
            if column > 0, form == .ruled || form == .columns { line.append(rule, lineStyle) }
            let (index, edge) = (row * grid.columns + column, line.width)
            line.append(cell(index, form))
            if form == .tight { line.append(gap(after: index)) }
            guard index < grid.cells.count, let play = grid.cells[index].play ?? taken(grid.cells[index]) else {
                continue
            }
            let isLive = grid.cells[index].play != nil && drawing.context.isLive(grid.cells[index])
            line.touch(edge..<line.width, isLive ? .play(play) : .refused(play))
        }
        if hasEdge(form) { line.append(rule, lineStyle) }
        return line
    }

    /// Returns the text to type for a taken cell: its name, on a board that plays cells by their
    /// names.
    private func taken(_ cell: GridCell) -> String? { isPlayedByName && cell.isTaken ? cell.name.string : nil }

    private func cell(_ index: Int, _ form: Form) -> StyledLine {
        let width = form == .tight ? markWidth : cellWidth(form)
        guard index < grid.cells.count else { return StyledLine().centred(in: width) }
        let cell = grid.cells[index]
        let isLast = last.contains(index)
        var line = StyledLine()
        if marks[index].isEmpty {
            if drawing.context.showsHints, drawing.context.isLive(cell) {
                line.append(drawing.charset == .ascii ? "." : "·", .dim)
            } else if form == .points {
                line.append(crossing(index), .dim)
            } else if isEmptyDark(index) {
                return StyledLine(String(repeating: "░", count: width), .dim)
            } else {
                line.append(" ")
            }
        } else {
            line.append(marks[index], TerminalStyle(tone: cell.shownTone, isBold: isLast))
        }
        guard let signs = signs(index) else {
            if form == .tight { return line.filled(to: width) }
            return form == .points ? onLine(line, index) : line.centred(in: width)
        }
        if form == .tight {
            // the sign before a mark is in the gap, and so is the sign after a mark that fills the
            // cell
            if line.width < width { line.append(signs.close, .bold) }
            return line.filled(to: width)
        }
        var signed = StyledLine(signs.open, .bold)
        signed.append(line)
        signed.append(signs.close, .bold)
        return signed.centred(in: width)
    }

    /// Returns the signs around the mark of a cell, if it has any. A cell of a winning line has its
    /// own signs, so that it is visible without colour, too.
    private func signs(_ index: Int) -> (open: String, close: String)? {
        guard grid.cells.indices.contains(index) else { return nil }
        return last.contains(index) ? drawing.lastSigns : grid.cells[index].isGood ? ("*", "*") : nil
    }

    /// Returns the column before the first mark of a row in the tight form.
    private func gap(before index: Int) -> StyledLine {
        signs(index).map { StyledLine($0.open, .bold) } ?? StyledLine(" ")
    }

    /// Returns the column after a mark in the tight form. It shows the closing sign of the mark on
    /// its left, or the opening sign of the mark on its right. Two adjacent marks of the last move
    /// have one pair of signs around both.
    private func gap(after index: Int) -> StyledLine {
        let next = (index + 1).isMultiple(of: grid.columns) ? nil : index + 1
        if let own = signs(index), max(1, DisplayWidth.of(marks[index])) == markWidth {
            let areBothLast = last.contains(index) && next.map(last.contains) == true
            return areBothLast ? StyledLine(" ") : StyledLine(own.close, .bold)
        }
        if let next, let signs = signs(next) { return StyledLine(signs.open, .bold) }
        return isEmptyDark(index) ? StyledLine("░", .dim) : StyledLine(" ")
    }

    // MARK: Styles

    /// The style of the lines. The tint of water and cloth has no meaning of its own.
    private var lineStyle: TerminalStyle {
        switch grid.style {
        case .blue, .sea: TerminalStyle(.blue, isDim: true)
        case .felt: TerminalStyle(.green, isDim: true)
        case nil, .lined, .checkered, .wood: .dim
        }
    }

    /// Whether an empty cell is a dark square.
    private func isShaded(_ index: Int) -> Bool {
        grid.style == .checkered && drawing.charset == .unicode
            && !(index / grid.columns + index % grid.columns).isMultiple(of: 2)
    }

    /// Returns whether a cell is drawn as a dark square: a shaded cell without a mark, a hint or
    /// signs.
    private func isEmptyDark(_ index: Int) -> Bool {
        guard grid.cells.indices.contains(index), marks[index].isEmpty, isShaded(index), signs(index) == nil else {
            return false
        }
        return !(drawing.context.showsHints && drawing.context.isLive(grid.cells[index]))
    }

    /// Returns the character where two lines of a wooden board cross.
    private func crossing(_ index: Int) -> String {
        if drawing.charset == .ascii { return "+" }
        let (column, row) = (index % grid.columns, index / grid.columns)
        let isPoint = SVGBoard.points(columns: grid.columns, rows: grid.rows).contains { $0 == column && $1 == row }
        if isPoint { return "╋" }
        let signs =
            row == 0 ? ["┌", "┬", "┐"] : row == grid.rows - 1 ? ["└", "┴", "┘"] : ["├", "┼", "┤"]
        return column == 0 ? signs[0] : column == grid.columns - 1 ? signs[2] : signs[1]
    }

    /// Returns a mark with its line on both sides, within the board.
    private func onLine(_ mark: StyledLine, _ index: Int) -> StyledLine {
        let (column, free) = (index % grid.columns, max(0, cellWidth(.points) - mark.width))
        let dash = drawing.charset == .ascii ? "-" : "─"
        var line = StyledLine()
        func append(_ count: Int, isEdge: Bool) {
            line.append(String(repeating: isEdge ? " " : dash, count: count), isEdge ? .plain : .dim)
        }
        append(free / 2, isEdge: column == 0)
        line.append(mark)
        append(free - free / 2, isEdge: column == grid.columns - 1)
        return line
    }

    private func letters(_ form: Form) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: marginWidth + (hasEdge(form) ? 1 : 0)))
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
        line.append(corners.left + rule + corners.right, lineStyle)
        return line
    }
}

/// The marks of a board in the characters of a terminal.
///
/// In ASCII no two marks may look alike, or a fact would be lost. A mark without a replacement gets
/// a letter, and a legend explains the letter.
struct GridMarks {
    /// The text of each cell, empty for an empty one.
    let shown: [String]
    /// The lines of the legend in reading order: `F: fox face`.
    let legend: [String]

    init(_ grid: GridNode, charset: TerminalRenderer.Charset) {
        guard charset == .ascii else {
            shown = grid.cells.map { $0.sign ?? "" }
            legend = []
            return
        }
        var signs: [String: String] = [:]
        var taken: Set<String> = []
        let marks = grid.cells.compactMap(\.sign)
        for mark in marks where mark.utf8.allSatisfy({ $0 < 0x80 }) {
            signs[mark] = mark
            taken.insert(mark)
        }
        var legend: [String] = []
        for cell in grid.cells {
            guard let mark = cell.sign, signs[mark] == nil else { continue }
            if let sign = ASCIIFallback.mark(mark), taken.insert(sign).inserted {
                signs[mark] = sign
                continue
            }
            let name = cell.label.map { ASCIIFallback.text($0.string) } ?? GridMarks.name(of: mark)
            let sign = GridMarks.freeSign(for: name, taken: taken)
            taken.insert(sign)
            signs[mark] = sign
            legend.append("\(sign): \(name)")
        }
        shown = grid.cells.map { cell in cell.sign.flatMap { signs[$0] } ?? "" }
        self.legend = legend
    }

    /// Returns the initial of a word of the name, else the first free capital, else a free number.
    private static func freeSign(for name: String, taken: Set<String>) -> String {
        let initials = name.split(separator: " ").compactMap { $0.first?.uppercased() }
        let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { String($0) }
        if let free = (initials.filter(capitals.contains) + capitals).first(where: { !taken.contains($0) }) {
            return free
        }
        // A board has finitely many marks, so some number is free.
        var number = 1
        while taken.contains(String(number)) { number += 1 }
        return String(number)
    }

    /// Returns the Unicode name of a mark's first character.
    private static func name(of mark: String) -> String {
        guard let scalar = mark.unicodeScalars.first else { return "" }
        if let name = scalar.properties.name { return name.lowercased() }
        return "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
}
