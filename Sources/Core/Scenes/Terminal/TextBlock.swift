/// A rectangle of laid-out lines that can be placed next to others.
struct TextBlock: Sendable {
    var lines: [StyledLine]

    init(_ lines: [StyledLine] = []) {
        self.lines = lines
    }

    /// Returns the block with `touch` on every part of a line that can't be touched yet.
    func touching(_ touch: StyledLine.Spot.Touch) -> TextBlock {
        TextBlock(
            lines.map { line in
                var line = line
                line.touch(0..<line.width, touch)
                return line
            })
    }

    var width: Int { lines.reduce(0) { max($0, $1.width) } }

    /// Places blocks side by side, in rows of at most this width, aligned at the top.
    static func across(_ blocks: [TextBlock], columns: Int, gap: Int) -> TextBlock {
        var rows: [[TextBlock]] = []
        var used = 0
        for block in blocks where !block.lines.isEmpty {
            let width = block.width
            if !rows.isEmpty, used + gap + width <= columns {
                rows[rows.count - 1].append(block)
                used += gap + width
            } else {
                rows.append([block])
                used = width
            }
        }
        return TextBlock(rows.flatMap { row in row.count == 1 ? row[0].lines : joined(row, gap: gap) })
    }

    private static func joined(_ row: [TextBlock], gap: Int) -> [StyledLine] {
        let height = row.reduce(0) { max($0, $1.lines.count) }
        let widths = row.map(\.width)
        return (0..<height).map { index in
            var line = StyledLine()
            var edge = 0
            for (block, width) in zip(row, widths) {
                if index < block.lines.count {
                    line.pad(to: edge)
                    line.append(block.lines[index])
                }
                edge += width + gap
            }
            return line
        }
    }
}
