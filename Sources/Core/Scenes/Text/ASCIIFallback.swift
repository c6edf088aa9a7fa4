import Foundation

/// ASCII versions of texts, for terminals and logs that support nothing else.
enum ASCIIFallback {
    /// Returns a text in ASCII: known signs as their usual replacements, accented letters without
    /// the accent, any other character as `?`.
    static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.map { character in
            if character.isASCII { return character == "\r\n" ? "\n" : String(character) }
            return known(character) ?? "?"
        }.joined()
    }

    /// Returns a mark in ASCII, or nil if none of its characters has a replacement. In that case
    /// the caller has better words for the mark.
    static func mark(_ mark: String) -> String? {
        if mark.utf8.allSatisfy({ $0 < 0x80 }) { return mark }
        let folded = mark.map { $0.isASCII ? String($0) : known($0) }
        guard folded.contains(where: { $0 != nil }) else { return nil }
        return folded.map { $0 ?? "?" }.joined()
    }

    private static func known(_ character: Character) -> String? {
        guard let first = character.unicodeScalars.first else { return nil }
        if let sign = signs[first] { return sign }
        let bare = String(character).decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        guard !bare.isEmpty, bare.allSatisfy({ (0x20...0x7E).contains($0.value) }) else { return nil }
        return String(String.UnicodeScalarView(bare))
    }

    /// The replacements. Chess pieces have the letters of algebraic notation: uppercase for White,
    /// lowercase for Black.
    private static let signs: [Unicode.Scalar: String] = [
        "✕": "x", "✖": "x", "✗": "x", "✘": "x", "×": "x", "❌": "x", "╳": "x",
        "○": "o", "◯": "o", "⭕": "o", "⚪": "o", "●": "@", "⬤": "@", "⚫": "@", "◉": "@", "◎": "o",
        "■": "#", "⬛": "#", "▪": "#", "□": "=", "⬜": "=", "▫": "=", "▲": "^", "△": "^", "▼": "v", "▽": "v",
        "◆": "*", "◇": "+", "★": "*", "☆": "*", "•": "*", "·": ".", "∙": ".", "⋅": ".", "✓": "v", "✔": "v", "✚": "+",
        "♔": "K", "♕": "Q", "♖": "R", "♗": "B", "♘": "N", "♙": "P",
        "♚": "k", "♛": "q", "♜": "r", "♝": "b", "♞": "n", "♟": "p",
        "♠": "s", "♥": "h", "♦": "d", "♣": "c", "⚀": "1", "⚁": "2", "⚂": "3", "⚃": "4", "⚄": "5", "⚅": "6",
        "←": "<-", "→": "->", "↑": "^", "↓": "v", "↔": "<->", "–": "-", "—": "-", "−": "-", "‑": "-",
        "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "«": "<<", "»": ">>", "‹": "<", "›": ">", "…": "...",
        "█": "#", "▓": "#", "▒": "+", "░": ".", "│": "|", "─": "-", "═": "=", "≤": "<=", "≥": ">=", "≠": "!=",
        "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L",
    ]
}
