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
    /// Emoji stay whole: their variation selectors, and the joiner between two of them. A digit, `#` or `*` is none, whatever Unicode
    /// says, but in a keycap.
    package var onOneLine: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(self) }
        var shown = String.UnicodeScalarView()
        let scalars = Array(unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let before = place > 0 ? scalars[place - 1] : " "
            let after = place + 1 < scalars.count ? scalars[place + 1] : " "
            let isPart =
                switch scalar {
                case "\u{FE0F}": before.isPicture || before.properties.isEmoji && after == "\u{20E3}"
                // what was hidden before it isn't part of an emoji any more
                case "\u{200D}": (before.isPicture || before == "\u{FE0F}" && shown.last == before) && after.isPicture
                default: false
                }
            shown.append(scalar.isUnseen && !isPart ? "\u{FFFD}" : scalar)
        }
        return String(shown)
    }

    /// Is anything in it that ``onOneLine`` would show as U+FFFD?
    package var hidesSomething: Bool { onOneLine != self }
}

extension Unicode.Scalar {
    /// Nothing is seen of it, or it acts on what stands around it: controls, line and paragraph separators, marks that turn text
    /// around, characters without width, tags, fillers, variation selectors, the blank of Braille and noncharacters.
    package var isUnseen: Bool {
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default:
            return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || self == "\u{2800}"
        }
    }

    /// Is it an emoji, or a sign that a variation selector makes one of?
    fileprivate var isPicture: Bool { properties.isEmoji && value > 0x7F }
}
