extension StringProtocol {
    /// As much of a foreign text as a sentence has room for, on one line: its first 80 scalars, with `…` for the rest.
    package var excerpt: String { excerpt(atMost: 80) }

    /// The same with another bound.
    package func excerpt(atMost count: Int) -> String {
        // scalars, since one character may be a tower of any number of them
        let first = unicodeScalars.prefix(count)
        let short = String(String.UnicodeScalarView(first)).onOneLine
        return first.endIndex == unicodeScalars.endIndex ? short : short + "…"
    }

    /// A text that a stranger wrote as a sentence quotes it, be it a typed line, a file's name or a path: all of it, on one line, with
    /// U+FFFD for whatever could begin another line, steer a terminal, turn text around or hide in it.
    ///
    /// Emoji stay whole: their variation selectors and the joiner between them.
    package var onOneLine: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(self) }
        var shown = String.UnicodeScalarView()
        var followsEmoji = false
        for scalar in unicodeScalars {
            let isPart = followsEmoji && (scalar == "\u{200D}" || scalar == "\u{FE0F}")
            shown.append(scalar.isUnseen && !isPart ? "\u{FFFD}" : scalar)
            followsEmoji =
                scalar.properties.isEmoji && scalar.value > 0xFF || followsEmoji && scalar == "\u{FE0F}"
                || followsEmoji && scalar.properties.isEmojiModifier
        }
        return String(shown)
    }

    /// Is anything in it that ``onOneLine`` would show as U+FFFD?
    package var hidesSomething: Bool { onOneLine != self }
}

extension Unicode.Scalar {
    /// Nothing is seen of it, or it acts on what stands around it: controls, line and paragraph separators, marks that turn text
    /// around, characters without width, tags, fillers, variation selectors and noncharacters.
    package var isUnseen: Bool {
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }
}
