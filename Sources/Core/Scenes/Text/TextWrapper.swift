/// Breaks text into lines that fit a width.
package enum TextWrapper {
    /// Returns lines of at most `limit`, broken at spaces. Breaks inside a word only if the word
    /// alone is too wide.
    ///
    /// Keeps the text's own line breaks. A line that fits stays unchanged, with its spaces. In
    /// other lines, spaces at the breaks are dropped. A character wider than `limit` stays whole.
    ///
    /// - Parameter width: Returns the width of a character in the unit of `limit`; by default
    ///   terminal columns.
    package static func lines(
        _ text: String, limit: Int, width: (Character) -> Int = { DisplayWidth.of($0) }
    ) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
            paragraph($0, limit: limit, width: width)
        }
    }

    private static func paragraph(_ text: Substring, limit: Int, width: (Character) -> Int) -> [String] {
        func widthOf(_ text: Substring) -> Int { text.reduce(0) { $0 + width($1) } }
        if widthOf(text) <= limit { return [String(text)] }
        let space = width(" ")
        var lines: [String] = []
        var line = ""
        var used = 0
        func flush() {
            if !line.isEmpty { lines.append(line) }
            (line, used) = ("", 0)
        }
        for word in text.split(separator: " ") {
            let wordWidth = widthOf(word)
            if !line.isEmpty, used + space + wordWidth <= limit {
                line += " " + word
                used += space + wordWidth
                continue
            }
            flush()
            for character in word {
                let characterWidth = width(character)
                if used + characterWidth > limit { flush() }
                line.append(character)
                used += characterWidth
            }
        }
        flush()
        return lines.isEmpty ? [""] : lines
    }
}

/// The approximate width of a text in a proportional sans-serif font.
///
/// A picture is laid out without knowing the font that will show it. The values are widths of
/// common interface fonts, rounded up, so that a line that fits by this measure also fits when it
/// is shown.
enum TextMeasure {
    /// Returns the width of a text in hundredths of the font size.
    static func hundredths(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + hundredths($1) } }

    /// Returns the width of a text in the unit of `size`.
    static func width(_ text: some StringProtocol, size: Double) -> Double { Double(hundredths(text)) * size / 100 }

    static func hundredths(_ character: Character) -> Int {
        guard let ascii = character.asciiValue else {
            return switch DisplayWidth.of(character) {
            case 0: 0
            case 1: character.isLetter ? 66 : 90
            default: 125
            }
        }
        return switch Unicode.Scalar(ascii) {
        case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": 34
        case "f", "t", "r", "(", ")", "[", "]", "/", "-", "\"": 42
        case "m", "w", "M", "W", "@", "%": 98
        case "A"..."Z": 74
        case "a"..."z", "0"..."9": 64
        default: 90
        }
    }
}
