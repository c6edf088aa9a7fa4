import Values

/// Text that may be printed: nothing in it can steer a terminal, turn the reading direction of what follows it, or
/// break out of an XML document.
///
/// This is the one place where text from a script becomes text for a reader. Every renderer takes its strings from
/// here, so a control character has no way around it.
///
/// Replaced by U+FFFD "�": the C0 and C1 controls and DEL (escape sequences start with one), the bidirectional
/// embeddings, overrides and isolates U+202A–202E and U+2066–2069 (they could show a move as another), interlinear
/// annotation controls U+FFF9–FFFB, and the noncharacters, two of which XML 1.0 §2.2 forbids. A tab becomes a space.
/// A character drawn from more than ``longestCharacter`` scalars is cut, so that a tower of combining marks cannot
/// spill over other lines.
public struct SafeText: Hashable, Sendable, CustomStringConvertible {
    /// What becomes of line breaks.
    public enum LineBreaks: Sendable {
        /// LF, CR, CR LF and the Unicode line and paragraph separators become LF.
        case kept
        /// They become spaces.
        case joined
    }

    /// Scalars that one character may be drawn from. The longest emoji sequences in use have ten.
    public static let longestCharacter = 16

    /// The text as it may be printed. Its only control character is LF, where line breaks were kept.
    public let string: String

    /// Makes any text safe to print.
    public init(_ text: String, lineBreaks: LineBreaks = .joined) {
        // Most texts are short plain ASCII: those need no second look.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            string = text
            return
        }
        var safe = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in text.unicodeScalars {
            defer { afterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where afterReturn: continue
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": safe.append(lineBreaks == .kept ? "\n" : " ")
            case "\t": safe.append(" ")
            default: safe.append(SafeText.isSteering(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        string = SafeText.shortened(String(safe))
    }

    /// The same as ``string``.
    public var description: String { string }

    /// The text in ASCII, for terminals and logs that know nothing else: `→` becomes `->`, `é` becomes `e`.
    public var ascii: String { ASCIIFallback.text(string) }

    /// How many columns of a terminal the text takes, where it stands on one line.
    public var columns: Int { DisplayWidth.of(string) }

    /// A piece of foreign text inside a message: quoted, on one line, and cut to a length that leaves room for it.
    static func quoted(_ text: String) -> String {
        let safe = SafeText(text).string.onOneLine
        return safe.count <= 40 ? "\"\(safe)\"" : "\"\(safe.prefix(39))…\""
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }

    private static func shortened(_ text: String) -> String {
        guard text.contains(where: { $0.unicodeScalars.count > longestCharacter }) else { return text }
        var short = String.UnicodeScalarView()
        for character in text { short.append(contentsOf: character.unicodeScalars.prefix(longestCharacter)) }
        return String(short)
    }
}
