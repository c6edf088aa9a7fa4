/// A board: cells in rows and columns.
///
/// Cells are named as in chess unless the script names them otherwise: letters from the left, numbers from the bottom.
public struct GridNode: Hashable, Sendable {
    /// How many cells stand side by side, at least 1.
    public let columns: Int
    /// How many cells stand above each other, at least 1.
    public let rows: Int
    /// Row-major from the top row; exactly `columns * rows` cells.
    public let cells: [GridCell]
    /// Whether column letters and row numbers are drawn.
    public let hasHeaders: Bool
    /// What the board is made of; nil for a plain one.
    public let style: BoardStyle?

    /// Makes a board; missing cells are filled up as empty ones and surplus cells are left out.
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

    /// The name of the cell at an index: `a1` is the bottom left.
    static func name(of index: Int, columns: Int, rows: Int) -> String {
        columnName(index % columns) + String(rows - index / columns)
    }

    /// The letter of a column, counted from 0 at the left; past `z` the number itself, which no legal grid reaches.
    static func columnName(_ column: Int) -> String {
        guard column < 26, let scalar = Unicode.Scalar(UInt32(97 + column)) else { return String(column + 1) }
        return String(Character(scalar))
    }

    /// The number of a row, counted from 0 at the top.
    func rowNumber(_ row: Int) -> Int { rows - row }
}

/// One cell of a ``GridNode``.
public struct GridCell: Hashable, Sendable {
    /// What a reader calls the cell: `b2`.
    public let name: SafeText
    /// What is written in the cell: a letter, a number; nil when it is empty.
    public let mark: SafeText?
    /// The text of the move that the cell plays.
    public let play: String?
    /// What the colour of the mark stands for; nil for that of ordinary text.
    public let tone: Tone?
    /// The mark in words: "black knight", "miss".
    public let label: SafeText?
    /// What lies in the cell, drawn as a shape; the mark stands in for it in a terminal, or its own letter.
    public let piece: Piece?
    /// Whether the cell stands out, such as those of a winning line.
    public let isGood: Bool
    /// Whether the cell is offered now, said outright; nil where the text of its move says so.
    public let live: Bool?
    /// Whether the cell shows the last move, said outright; nil where the text of its move says so.
    public let last: Bool?

    /// A cell with nothing but a name is an empty one that can't be played.
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

    /// Whether something stands in the cell.
    var isTaken: Bool { mark != nil || piece != nil }

    /// The tone that a mark is drawn in where nothing else sets a cell of a line apart.
    var shownTone: Tone? { isGood ? .good : tone }

    /// What a terminal writes for the cell: its mark, or the letter of its piece.
    var sign: String? { mark?.string ?? piece?.sign(tone) }
}
