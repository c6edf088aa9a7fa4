import Values

/// A text that is safe to print: it can't control a terminal, change the reading direction of
/// following text, or break out of an XML document.
///
/// Every text of a script becomes a `SafeText` before a person sees it. Renderers take their
/// strings only from this type, so no control character of a script reaches the output.
///
/// U+FFFD "�" replaces:
/// - the C0 and C1 controls and DEL (escape sequences start with one);
/// - the bidirectional embeddings, overrides and isolates U+202A–202E and U+2066–2069 (they could
///   make a move look like another move);
/// - the interlinear annotation controls U+FFF9–FFFB;
/// - the noncharacters, two of which XML 1.0 §2.2 forbids.
///
/// A tab becomes a space. A character of more than ``longestCharacter`` scalars is cut, so that a
/// tower of combining marks can't cover other lines.
public struct SafeText: Hashable, Sendable, CustomStringConvertible {
    /// The handling of line breaks.
    public enum LineBreaks: Sendable {
        /// LF, CR, CR LF and the Unicode line and paragraph separators become LF.
        case kept
        /// They all become spaces.
        case joined
    }

    /// The most scalars of one character. The longest emoji sequences in use have ten.
    public static let longestCharacter = 16

    /// The safe text. Its only control character is LF, if line breaks were kept.
    public let string: String

    /// Makes any text safe to print.
    public init(_ text: String, lineBreaks: LineBreaks = .joined) {
        // Most texts are short plain ASCII, which is already safe.
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

    /// The text in ASCII, for terminals and logs that support nothing else: `→` becomes `->`, `é`
    /// becomes `e`.
    public var ascii: String { ASCIIFallback.text(string) }

    /// The number of terminal columns of the text on one line.
    public var columns: Int { DisplayWidth.of(string) }

    /// Returns a text of unknown origin for a message: quoted, on one line, and cut to at most 40
    /// characters.
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
