import Parlor

/// One line of a phone's screen: runs of text, each in one ink, and how many columns they take.
struct PhoneLine {
    /// How a text is set off. Without colour none of it shows, so it never carries a fact alone.
    struct Ink: Hashable {
        /// The parameters of the SGR sequence (ECMA-48 §8.3.117); empty for plain text. Foregrounds only, those that can be
        /// read on light and on dark.
        let parameters: String

        static let plain = Ink(parameters: "")
        static let strong = Ink(parameters: "1")
        static let quiet = Ink(parameters: "2")
        static let mine = Ink(parameters: "34")
        static let warning = Ink(parameters: "1;35")
    }

    private(set) var runs: [(text: String, ink: Ink)] = []
    private(set) var width = 0

    /// - Parameter text: clean, see ``PhoneText``.
    init(_ text: String = "", _ ink: Ink = .plain) {
        append(text, ink)
    }

    mutating func append(_ text: String, _ ink: Ink = .plain) {
        guard !text.isEmpty else { return }
        width += PhoneText.width(text)
        if let last = runs.last, last.ink == ink {
            runs[runs.count - 1].text += text
        } else {
            runs.append((text, ink))
        }
    }

    mutating func append(_ line: PhoneLine) {
        for run in line.runs { append(run.text, run.ink) }
    }

    /// The line with spaces behind it, and in front of it what `indent` says.
    func filled(to columns: Int, indent: Int = 0) -> PhoneLine {
        var line = PhoneLine(String(repeating: " ", count: max(0, indent)))
        line.append(self)
        line.append(String(repeating: " ", count: max(0, columns - line.width)))
        return line
    }

    func centred(in columns: Int) -> PhoneLine { filled(to: columns, indent: (columns - width) / 2) }

    func flushRight(in columns: Int) -> PhoneLine { filled(to: columns, indent: columns - width) }

    /// As it goes to the terminal.
    func text(_ colour: TerminalRenderer.Colour) -> String {
        guard colour == .ansi else { return runs.map(\.text).joined() }
        return runs.map { run in
            run.ink == .plain ? run.text : "\u{1B}[\(run.ink.parameters)m\(run.text)\u{1B}[0m"
        }.joined()
    }
}

extension PhoneLine {
    /// A line that a scene was drawn as, with the renderer's own escape sequences as inks, no wider than `width`.
    init(drawn: String, width: Int, text: PhoneText) {
        self.init()
        var ink = Ink.plain
        // By scalars: a combining mark behind a sequence would hide its end from a search by characters.
        for (index, part) in drawn.unicodeScalars.split(separator: "\u{1B}", omittingEmptySubsequences: false)
            .enumerated()
        {
            var run = part
            if index > 0, let end = part.firstIndex(of: "m") {
                let parameters = String(part[..<end].dropFirst())
                ink = parameters == "0" ? .plain : Ink(parameters: parameters)
                run = part[part.index(after: end)...]
            }
            let room = width - self.width
            let clean = text.clean(String(run))
            append(PhoneText.width(clean) <= room ? clean : text.cut(clean, width: room), ink)
        }
    }
}
