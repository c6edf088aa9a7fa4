import Parlor

/// The layout of the whole terminal: the picture, other phones beside it, a transcript below, the
/// answers, a status line and the typed line.
///
/// If space is short, the lines that say whose turn it is stay visible. The other parts are left
/// out or shortened in this order:
///
/// - The phones beside the picture are left out if there are fewer columns than
///   ``fewestColumnsOfTwo``.
/// - The transcript shows its end, and at least a line with the number of hidden lines.
/// - Long answers take up to half of the height, pages as much as they need.
/// - The picture shows its beginning.
///
/// The screen shows how many lines are hidden. The picture, the transcript and the answers can be
/// scrolled.
struct ScreenFrame {
    /// The fewest columns for anything beside the picture.
    static let fewestColumnsOfTwo = 100
    static let gap = 2

    var columns: Int
    var rows: Int
    var charset = TerminalRenderer.Charset.unicode

    var picture = Pane()
    /// The lines below the picture that say whose turn it is. They aren't scrolled, and are the
    /// last to be shortened.
    var standing: [StyledLine] = []
    var beside: [StyledLine] = []
    var transcript = Pane(anchor: .end)
    var answers = Pane()
    var status = StyledLine()
    var prompt = ""
    var typed: [Character] = []
    /// The number of characters before the cursor.
    var cursor = 0
    /// Whether the answers may take the whole screen.
    var isPage = false
    /// Whether the transcript is being read, so that it gets more room than the picture.
    var isReading = false
    /// The chosen place; Enter plays its move.
    var chosen: TouchTargets.Place?

    /// The output for the terminal: ``rows`` lines of ``columns`` columns.
    struct Drawn {
        var lines: [StyledLine]
        /// The place of the terminal's cursor.
        var cursor: (row: Int, column: Int)
    }

    // MARK: Room

    /// The rows of each part.
    struct Parts: Equatable {
        var picture = 0..<0
        var standing = 0..<0
        var transcript = 0..<0
        var answers = 0..<0
    }

    private var body: Int { max(0, rows - 2) }

    /// The rows for the lines that say whose turn it is: all of them, but at most half of the
    /// screen.
    private var standingRows: Int { min(standing.count, body / 2) }

    var parts: Parts {
        let kept = standingRows
        let body = self.body - kept
        let (all, below, said) = (picture.lines.count, transcript.lines.count, brokenAnswers.lines.count)
        // the answers may take the rows that the picture and one row of the transcript leave, or
        // half of the screen if that is more
        let spare = body - all - (below > 0 ? 1 : 0)
        let answerRows = min(said, isPage ? body : max(spare, (body + 1) / 2), body)
        let room = body - answerRows
        let least = isReading ? room * 2 / 3 : min(1, room - 1)
        let transcriptRows = below == 0 ? 0 : min(below, max(room - all, least, 0))
        let pictureRows = min(all, room - transcriptRows)
        let top = pictureRows + kept
        return Parts(
            picture: 0..<pictureRows, standing: pictureRows..<top, transcript: top..<top + transcriptRows,
            answers: self.body - answerRows..<self.body)
    }

    private var besideColumns: Int {
        columns < Self.fewestColumnsOfTwo ? 0 : min(beside.map(\.width).max() ?? 0, columns / 2)
    }

    /// The columns of the picture and of the transcript.
    private var leftColumns: Int { columns - (besideColumns > 0 ? besideColumns + Self.gap : 0) }

    /// The answers with wide lines broken, so that they can be read in full.
    private var brokenAnswers: Pane {
        var pane = answers
        pane.lines = answers.lines.flatMap { $0.broken(into: max(1, columns)) }
        return pane
    }

    private var sign: String { charset == .ascii ? "~" : "…" }

    // MARK: Drawing

    func drawn() -> Drawn {
        let parts = parts
        var lines = Array(repeating: StyledLine(), count: body)
        func put(_ pane: Pane, in place: Range<Int>, columns: Int) {
            for (index, line) in pane.seen(rows: place.count, charset: charset).enumerated() {
                lines[place.lowerBound + index] = line.cut(to: columns, sign: sign)
            }
        }
        put(picture, in: parts.picture, columns: leftColumns)
        for (row, line) in zip(parts.standing, standing) { lines[row] = line.cut(to: leftColumns, sign: sign) }
        put(transcript, in: parts.transcript, columns: leftColumns)
        if besideColumns > 0 {
            for (row, line) in seenBeside(rows: parts.answers.lowerBound).enumerated() {
                lines[row].pad(to: leftColumns + Self.gap)
                lines[row].append(line.cut(to: besideColumns, sign: sign))
            }
        }
        put(brokenAnswers, in: parts.answers, columns: columns)
        let (input, column) = input
        if rows > 1 { lines.append(status.cut(to: columns, sign: sign)) }
        lines.append(input)
        lines = lines.suffix(max(1, rows)).map { $0.cut(to: columns, sign: sign).filled(to: columns) }
        return Drawn(lines: lines, cursor: (lines.count - 1, column))
    }

    /// Returns the start of the lines beside the picture. They aren't scrolled: to see all of a
    /// phone, a person takes it into their hands.
    private func seenBeside(rows: Int) -> [StyledLine] {
        guard beside.count > rows, rows > 0 else { return Array(beside.prefix(max(0, rows))) }
        return beside.prefix(rows - 1) + [StyledLine("\(sign) \(counted(beside.count - rows + 1, "line")) more", .dim)]
    }

    /// The prompt, and as much of the typed text around the cursor as fits.
    private var input: (line: StyledLine, cursor: Int) {
        var line = StyledLine(prompt, .bold).cut(to: columns / 2, sign: sign)
        let room = max(1, columns - line.width - 1)
        var start = 0
        func width(_ range: Range<Int>) -> Int { StyledLine(String(typed[range])).width }
        if width(0..<cursor) > room {
            start = cursor
            while start > 0, width(start - 1..<cursor) <= room - 1 { start -= 1 }
            line.append(sign, .dim)
        }
        let place = line.width + width(start..<cursor)
        line.append(StyledLine(String(typed[start...])).cut(to: max(0, columns - line.width), sign: sign))
        return (line, min(place, max(0, columns - 1)))
    }
}

/// Lines of which only some may fit. The visible part is given by its distance from the pane's
/// anchor, its top or its end.
struct Pane {
    enum Anchor { case top, end }

    var lines: [StyledLine]
    let anchor: Anchor
    /// The number of lines scrolled away from the anchor.
    var offset = 0

    init(_ lines: [StyledLine] = [], anchor: Anchor = .top) { (self.lines, self.anchor) = (lines, anchor) }

    var isEmpty: Bool { lines.isEmpty }

    /// Returns the visible lines. If lines are hidden above or below, the first or last visible one
    /// counts them.
    func seen(rows: Int, charset: TerminalRenderer.Charset) -> [StyledLine] {
        guard lines.count > rows else { return lines }
        guard rows > 0 else { return [] }
        let most = lines.count - rows
        let away = min(max(0, offset), most)
        let start = anchor == .top ? away : most - away
        var seen = Array(lines[start..<start + rows])
        let (above, below) = (start, most - start)
        if above > 0 { seen[0] = Self.sign(above + 1, "above", "PgUp", charset) }
        if below > 0, rows > 1 || above == 0 { seen[rows - 1] = Self.sign(below + 1, "below", "PgDn", charset) }
        return seen
    }

    private static func sign(
        _ count: Int, _ where: String, _ key: String, _ charset: TerminalRenderer.Charset
    ) -> StyledLine {
        StyledLine("\(charset == .ascii ? "..." : "…") \(counted(count, "line")) \(`where`): \(key)", .dim)
    }

    /// Scrolls by almost a page, or by `count` lines; returns false if nothing moved.
    mutating func scroll(up: Bool, rows: Int, by count: Int? = nil) -> Bool {
        let step = count ?? max(1, rows - 2)
        let most = max(0, lines.count - max(0, rows))
        let before = min(max(0, offset), most)
        offset = min(max(0, before + (up == (anchor == .end) ? step : -step)), most)
        return offset != before
    }
}
