/// One line of a terminal drawing: runs of characters, each in one style.
struct StyledLine: Sendable {
    private(set) var runs: [(text: String, style: TerminalStyle)] = []
    /// Columns taken so far.
    private(set) var width = 0

    init(_ text: String = "", _ style: TerminalStyle = .plain) {
        append(text, style)
    }

    mutating func append(_ text: String, _ style: TerminalStyle = .plain) {
        guard !text.isEmpty else { return }
        width += DisplayWidth.of(text)
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append((text, style))
        }
    }

    mutating func append(_ line: StyledLine) {
        for run in line.runs { append(run.text, run.style) }
    }

    /// Fills up with spaces.
    mutating func pad(to columns: Int) {
        if width < columns { append(String(repeating: " ", count: columns - width)) }
    }

    /// The line in the middle of a number of columns, the odd space on the right.
    func centred(in columns: Int) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: max(0, (columns - width) / 2)))
        line.append(self)
        line.pad(to: columns)
        return line
    }

    /// The characters as they go to the terminal, without spaces at the end.
    func text(_ colour: TerminalRenderer.Colour) -> String {
        var runs = runs
        while let last = runs.last, last.style.parameters == nil {
            let kept = last.text.reversed().drop { $0 == " " }
            if kept.isEmpty {
                runs.removeLast()
            } else {
                runs[runs.count - 1].text = String(kept.reversed())
                break
            }
        }
        guard colour == .ansi else { return runs.map(\.text).joined() }
        return runs.map { run in
            run.style.parameters.map { "\u{1B}[\($0)m\(run.text)\u{1B}[0m" } ?? run.text
        }.joined()
    }
}
