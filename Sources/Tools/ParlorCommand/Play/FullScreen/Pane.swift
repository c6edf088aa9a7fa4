import Parlor

/// Lines of which a part can be seen, where there is no room for all of them. The part is chosen by how far it is from where the
/// pane begins to be read: its top, or its end.
struct Pane {
    enum Anchor { case top, end }

    var lines: [StyledLine]
    let anchor: Anchor
    /// How many lines it was scrolled away from its anchor.
    var offset = 0

    init(_ lines: [StyledLine] = [], anchor: Anchor = .top) { (self.lines, self.anchor) = (lines, anchor) }

    var isEmpty: Bool { lines.isEmpty }

    /// The lines that can be seen in so many rows. What stands above and below is counted in the first and last of them.
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

    /// Scrolls by almost as much as can be seen, or by so many lines; false where it goes no farther.
    mutating func scroll(up: Bool, rows: Int, by count: Int? = nil) -> Bool {
        let step = count ?? max(1, rows - 2)
        let most = max(0, lines.count - max(0, rows))
        let before = min(max(0, offset), most)
        offset = min(max(0, before + (up == (anchor == .end) ? step : -step)), most)
        return offset != before
    }
}
