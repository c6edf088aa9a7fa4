/// One line for a terminal: runs of characters, each in one style, and how many columns they take.
///
/// Whatever is drawn stays such a line up to the moment it is printed: ``text(_:)`` is the one place that makes escape
/// sequences of it, and nothing reads them back.
package struct StyledLine: Hashable, Sendable {
    /// Characters in one style.
    package struct Run: Hashable, Sendable {
        package fileprivate(set) var text: String
        package let style: TerminalStyle
    }

    /// Neighbours differ in style.
    package private(set) var runs: [Run] = []
    /// Columns taken so far.
    package private(set) var width = 0

    /// - Parameter text: safe to print, and without line breaks.
    package init(_ text: String = "", _ style: TerminalStyle = .plain) {
        append(text, style)
    }

    package mutating func append(_ text: String, _ style: TerminalStyle = .plain) {
        guard !text.isEmpty else { return }
        width += DisplayWidth.of(text)
        if let last = runs.last, last.style == style {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    package mutating func append(_ line: StyledLine) {
        for run in line.runs { append(run.text, run.style) }
    }

    /// Fills up with spaces.
    package mutating func pad(to columns: Int) {
        if width < columns { append(String(repeating: " ", count: columns - width)) }
    }

    /// The line with spaces behind it, and in front of it what `indent` says.
    package func filled(to columns: Int, indent: Int = 0) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: max(0, indent)))
        line.append(self)
        line.pad(to: columns)
        return line
    }

    /// The line in the middle of a number of columns, the odd space on the right.
    package func centred(in columns: Int) -> StyledLine { filled(to: columns, indent: (columns - width) / 2) }

    /// The line at the right end of a number of columns.
    package func flushRight(in columns: Int) -> StyledLine { filled(to: columns, indent: columns - width) }

    /// The line without plain spaces at its end.
    package var trimmed: StyledLine {
        var line = StyledLine()
        var rest = runs
        while let last = rest.last, last.style == .plain {
            let kept = last.text.reversed().drop { $0 == " " }
            rest.removeLast()
            if kept.isEmpty { continue }
            rest.append(Run(text: String(kept.reversed()), style: .plain))
            break
        }
        for run in rest { line.append(run.text, run.style) }
        return line
    }

    /// The characters alone.
    package var plain: String { runs.map(\.text).joined() }

    /// As it goes to the terminal: each run that is set off is closed by a reset.
    package func text(_ colour: TerminalRenderer.Colour) -> String {
        guard colour == .ansi else { return plain }
        return runs.map { run in
            run.style.parameters.map { "\u{1B}[\($0)m\(run.text)\u{1B}[0m" } ?? run.text
        }.joined()
    }
}
