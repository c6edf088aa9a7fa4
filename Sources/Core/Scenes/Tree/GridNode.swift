/// A board: cells in rows and columns.
///
/// By default cells are named as in chess: letters from the left, numbers from the bottom.
public struct GridNode: Hashable, Sendable {
    /// The number of columns, at least 1.
    public let columns: Int
    /// The number of rows, at least 1.
    public let rows: Int
    /// The cells, row by row from the top: exactly `columns * rows`.
    public let cells: [GridCell]
    /// Whether column letters and row numbers are drawn.
    public let hasHeaders: Bool
    /// The look of the board, or nil for a plain one.
    public let style: BoardStyle?

    /// Makes a board. Adds empty cells if there are too few, and drops surplus cells.
    public init(columns: Int, rows: Int, cells: [GridCell], hasHeaders: Bool = true, style: BoardStyle? = nil) {
        let sides = 1...SceneLimits.gridSide
        let columns = min(max(columns, sides.lowerBound), sides.upperBound)
        let rows = min(max(rows, sides.lowerBound), sides.upperBound)
        self.columns = columns
        self.rows = rows
        self.hasHeaders = hasHeaders
        self.style = style
        var cells = Array(cells.prefix(columns * rows))
        for index in cells.count..<columns * rows {
            cells.append(GridCell(name: SafeText(GridNode.name(of: index, columns: columns, rows: rows))))
        }
        self.cells = cells
    }

    /// Returns the name of the cell at an index: `a1` is the bottom left.
    static func name(of index: Int, columns: Int, rows: Int) -> String {
        columnName(index % columns) + String(rows - index / columns)
    }

    /// Returns the letter of a column, counted from 0 at the left. Past `z`, which no valid grid
    /// reaches, returns the column's number.
    static func columnName(_ column: Int) -> String {
        guard column < 26, let scalar = Unicode.Scalar(UInt32(97 + column)) else { return String(column + 1) }
        return String(Character(scalar))
    }

    /// Returns the number of a row, counted from 0 at the top.
    func rowNumber(_ row: Int) -> Int { rows - row }
}

/// One cell of a ``GridNode``.
public struct GridCell: Hashable, Sendable {
    /// The name of the cell for readers: `b2`.
    public let name: SafeText
    /// The text in the cell, such as a letter or a number, or nil if it is empty.
    public let mark: SafeText?
    /// The text of the move that the cell plays.
    public let play: String?
    /// The meaning of the mark's colour, or nil for the colour of ordinary text.
    public let tone: Tone?
    /// The mark in words: "black knight", "miss".
    public let label: SafeText?
    /// The piece in the cell, drawn as a shape. A terminal shows the mark instead, or the piece's
    /// letter.
    public let piece: Piece?
    /// Whether the cell is highlighted, as are the cells of a winning line.
    public let isGood: Bool
    /// Whether the cell is offered now, or nil to derive it from the text of its move.
    public let live: Bool?
    /// Whether the cell shows the last move, or nil to derive it from the text of its move.
    public let last: Bool?

    /// Makes a cell. By default it is empty and can't be played.
    public init(
        name: SafeText, mark: SafeText? = nil, play: String? = nil, tone: Tone? = nil, label: SafeText? = nil,
        piece: Piece? = nil, isGood: Bool = false, live: Bool? = nil, last: Bool? = nil
    ) {
        self.name = name
        self.mark = mark
        self.play = play
        self.tone = tone
        self.label = label
        self.piece = piece
        self.isGood = isGood
        self.live = live
        self.last = last
    }

    static let keys = ["name", "mark", "play", "tone", "label", "piece", "good", "live", "last"]

    /// Whether the cell has a mark or a piece.
    var isTaken: Bool { mark != nil || piece != nil }

    /// The tone of the mark for renderers that have no other way to highlight a cell of a winning
    /// line.
    var shownTone: Tone? { isGood ? .good : tone }

    /// The text for the cell in a terminal: its mark, or the letter of its piece.
    var sign: String? { mark?.string ?? piece?.sign(tone) }
}
