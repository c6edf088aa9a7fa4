import Parlor

/// Text of scripts and people, made fit for a frame: it steers nothing, and it is as wide as it is counted.
struct PhoneText {
    /// The scalars of a text that are looked at; nobody reads more in a bubble.
    static let longest = 4000

    let charset: TerminalRenderer.Charset

    var ellipsis: String { charset == .ascii ? "..." : "…" }

    static func width(_ text: String) -> Int { SafeText(text).columns }

    /// The text in characters that stand by themselves. Line breaks stay.
    ///
    /// A combining mark at the beginning would move into what is drawn before it, and some letters draw what follows into
    /// themselves; each becomes `�`. Characters without width, such as marks that turn the direction, are left out.
    func clean(_ text: String) -> String {
        let short = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest)))
        let safe = SafeText(short, lineBreaks: .kept).string
        if safe.utf8.allSatisfy({ $0 < 0x80 }) { return safe }
        // What was kept apart by something left out may be one character now, so it is looked at anew.
        let visible = SafeText(safe.filter(isVisible), lineBreaks: .kept)
        return charset == .ascii ? visible.ascii : String(visible.string.map(Self.alone))
    }

    /// The text on one line.
    func line(_ text: String) -> String {
        clean(text).split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// The text in lines of at most `width` columns.
    func wrapped(_ text: String, width: Int) -> [String] {
        let node = TextNode(SafeText(clean(text), lineBreaks: .kept))
        return TerminalRenderer(columns: width, charset: charset).lines(Scene(root: SceneNode(.text(node))))
    }

    /// The text in at most so many lines; an ellipsis says that there is more.
    func wrapped(_ text: String, width: Int, most: Int) -> [String] {
        let all = wrapped(text, width: width)
        guard all.count > most, most > 0 else { return Array(all.prefix(most)) }
        return all.prefix(most - 1) + [cut(all[most - 1], width: width)]
    }

    /// The text on one line of at most `width` columns.
    func clipped(_ text: String, width: Int) -> String {
        let line = line(text)
        return Self.width(line) <= width ? line : cut(line, width: width)
    }

    /// A clean line with an ellipsis behind it, cut so that both fit.
    func cut(_ line: String, width: Int) -> String {
        guard width >= ellipsis.count else { return String(repeating: " ", count: max(0, width)) }
        var kept = ""
        var used = 0
        for character in line {
            used += Self.width(String(character))
            guard used <= width - ellipsis.count else { break }
            kept.append(character)
        }
        return kept + ellipsis
    }

    /// A line that a scene was drawn as, clean and no wider than `width`.
    func clean(_ line: StyledLine, width: Int) -> StyledLine {
        var clean = StyledLine()
        for run in line.runs {
            let words = self.clean(run.text)
            let room = width - clean.width
            clean.append(Self.width(words) <= room ? words : cut(words, width: room), run.style)
        }
        clean.takeSpots(of: line, within: width)
        return clean
    }

    /// Does a character show anything? In ASCII a mark that lost its letter would become a question mark.
    private func isVisible(_ character: Character) -> Bool {
        if character.isNewline || character.isASCII { return true }
        if charset == .ascii { return Self.width(String(character)) > 0 }
        return !character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
    }

    /// The character if it draws nothing into its neighbours, else `�`.
    private static func alone(_ character: Character) -> Character {
        if character.isNewline || character.isASCII { return character }
        return "x\(character)x".count == 3 && width(String(character)) > 0 ? character : "\u{FFFD}"
    }
}
