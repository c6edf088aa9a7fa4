/// A line for a terminal: runs of characters, each in one style, and their width in columns.
///
/// A drawing consists of such lines until it is printed. Only ``text(_:)`` converts them into
/// escape sequences, and no code parses these sequences.
package struct StyledLine: Hashable, Sendable {
    /// Characters in one style.
    package struct Run: Hashable, Sendable {
        package fileprivate(set) var text: String
        package let style: TerminalStyle
    }

    /// Columns that can be touched. When the line is placed into another line, its spots are placed
    /// with it, so no code has to find them in the text.
    package struct Spot: Hashable, Sendable {
        package enum Touch: Hashable, Sendable {
            /// Plays the move of this text.
            case play(String)
            /// Runs this line as if a person had typed it.
            case line(String)
            /// Explains why the move of this text can't be played now.
            case refused(String)

            fileprivate var isLive: Bool { if case .refused = self { false } else { true } }
        }

        package var columns: Range<Int>
        package let touch: Touch
    }

    /// The runs. Adjacent runs differ in style.
    package private(set) var runs: [Run] = []
    /// The width in columns.
    package private(set) var width = 0
    /// The touchable columns from left to right, without overlaps.
    package private(set) var spots: [Spot] = []

    /// - Parameter text: A text that is safe to print, without line breaks.
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
        let edge = width
        for run in line.runs { append(run.text, run.style) }
        for spot in line.spots {
            touch(spot.columns.lowerBound + edge..<spot.columns.upperBound + edge, spot.touch)
        }
    }

    /// Makes columns touchable. Does nothing if some of them already are, because inner spots have
    /// precedence. The exception is a spot that can't be played: a playable spot around it replaces
    /// it.
    package mutating func touch(_ columns: Range<Int>, _ touch: Spot.Touch) {
        let isTaken = spots.contains { $0.columns.overlaps(columns) && ($0.touch.isLive || !touch.isLive) }
        guard !columns.isEmpty, !isTaken else { return }
        spots.removeAll { $0.columns.overlaps(columns) }
        let place = spots.firstIndex { $0.columns.lowerBound > columns.lowerBound } ?? spots.endIndex
        spots.insert(Spot(columns: columns, touch: touch), at: place)
    }

    /// Returns the line as one touchable spot, which replaces all earlier spots.
    package func touchable(as touch: Spot.Touch) -> StyledLine {
        var line = self
        line.spots = []
        line.touch(0..<width, touch)
        return line
    }

    /// Copies the spots of another drawing of this line, up to this width.
    package mutating func takeSpots(of line: StyledLine, within width: Int) {
        for spot in line.spots where spot.columns.lowerBound < width {
            touch(spot.columns.lowerBound..<min(spot.columns.upperBound, width), spot.touch)
        }
    }

    /// Pads the line with spaces at its end.
    package mutating func pad(to columns: Int) {
        if width < columns { append(String(repeating: " ", count: columns - width)) }
    }

    /// Returns the line after `indent` spaces, padded with spaces at its end.
    package func filled(to columns: Int, indent: Int = 0) -> StyledLine {
        var line = StyledLine(String(repeating: " ", count: max(0, indent)))
        line.append(self)
        line.pad(to: columns)
        return line
    }

    /// Returns the line centred in a number of columns, with an odd space on the right.
    package func centred(in columns: Int) -> StyledLine { filled(to: columns, indent: (columns - width) / 2) }

    /// Returns the line at the right end of a number of columns.
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
        line.spots = spots
        return line
    }

    /// Returns the line cut to this number of columns. `sign` marks a cut.
    package func cut(to columns: Int, sign: String = "…") -> StyledLine {
        guard width > columns else { return self }
        let room = max(0, columns - DisplayWidth.of(sign))
        var line = StyledLine()
        for run in runs {
            let kept = run.text.prefix(columns: room - line.width)
            line.append(String(kept), run.style)
            if kept.endIndex < run.text.endIndex { break }
        }
        line.pad(to: room)
        if DisplayWidth.of(sign) <= columns { line.append(sign, .dim) }
        line.takeSpots(of: self, within: columns)
        return line
    }

    /// Returns the line in parts of at most this number of columns, broken at any character.
    package func broken(into columns: Int) -> [StyledLine] {
        guard width > columns, columns > 1 else { return [self] }
        var (lines, line) = ([StyledLine](), StyledLine())
        for run in runs {
            var rest = run.text[...]
            while !rest.isEmpty {
                let part = rest.prefix(columns: columns - line.width)
                line.append(String(part), run.style)
                rest = rest[part.endIndex...]
                guard !rest.isEmpty else { break }
                lines.append(line)
                line = StyledLine()
            }
        }
        return lines + [line]
    }

    /// The text without styles.
    package var plain: String { runs.map(\.text).joined() }

    /// Returns the text for the terminal. A reset follows each styled run.
    package func text(_ colour: TerminalRenderer.Colour) -> String {
        guard colour == .ansi else { return plain }
        return runs.map { run in
            run.style.parameters.map { "\u{1B}[\($0)m\(run.text)\u{1B}[0m" } ?? run.text
        }.joined()
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the first characters that fit.
    fileprivate func prefix(columns: Int) -> Substring {
        var used = 0
        return prefix { character in
            used += DisplayWidth.of(character)
            return used <= columns
        }
    }
}

/// The style of a run of characters. A style is invisible on a terminal without colour, so it is
/// never the only sign of a fact.
package struct TerminalStyle: Hashable, Sendable {
    /// The colours that are readable on light and on dark backgrounds, with their SGR parameters
    /// (ECMA-48 §8.3.117).
    package enum Foreground: Int, Sendable {
        case red = 31
        case green, blue = 34, magenta
    }

    /// The colours of a picture's pixels, as numbers of xterm's 256 colours.
    package struct Pixels: Hashable, Sendable {
        package var front: UInt8
        package var back: UInt8?
    }

    /// The text colour. There is no background colour: the background is the reader's choice.
    package var foreground: Foreground?
    /// The pixels of a picture, which has its own background.
    package var pixels: Pixels?
    package var isBold: Bool
    package var isDim: Bool

    package init(_ foreground: Foreground? = nil, isBold: Bool = false, isDim: Bool = false) {
        self.foreground = foreground
        self.isBold = isBold
        self.isDim = isDim
    }

    /// Makes the style of a part of a picture.
    init(pixels: Pixels) {
        self.init()
        self.pixels = pixels
    }

    /// Makes the style of a scene's tone: a bold colour, or dim for `quiet`.
    init(tone: Tone?, isBold: Bool = false) {
        let foreground: Foreground? =
            switch tone {
            case .one: .blue
            case .two: .red
            case .good: .green
            case .bad: .magenta
            case .quiet, nil: nil
            }
        self.init(foreground, isBold: isBold || foreground != nil, isDim: tone == .quiet)
    }

    package static let plain = TerminalStyle()
    package static let bold = TerminalStyle(isBold: true)
    package static let dim = TerminalStyle(isDim: true)

    /// The parameters of the SGR sequence, or nil for plain text.
    package var parameters: String? {
        if let pixels {
            return "38;5;\(pixels.front)" + (pixels.back.map { ";48;5;\($0)" } ?? "")
        }
        let codes = [isBold ? 1 : nil, isDim ? 2 : nil, foreground?.rawValue].compactMap(\.self)
        return codes.isEmpty ? nil : codes.map(String.init).joined(separator: ";")
    }
}
