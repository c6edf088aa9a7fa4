import Foundation

extension StringProtocol {
    /// The first 80 scalars of a stranger's text on one line, for a sentence that quotes the text.
    /// A `…` replaces the rest.
    package var excerpt: String { excerpt(atMost: 80) }

    /// Returns an ``excerpt`` of at most `count` scalars.
    package func excerpt(atMost count: Int) -> String {
        // counts scalars, because one character may have any number of scalars
        let first = unicodeScalars.prefix(count)
        let short = String(String.UnicodeScalarView(first)).onOneLine
        return first.endIndex == unicodeScalars.endIndex ? short : short + "…"
    }

    /// The whole text on one line, for a sentence that quotes a stranger's text, such as a typed
    /// line, a file name or a path. U+FFFD replaces each character that could begin another line,
    /// control a terminal, reverse text or be invisible.
    ///
    /// Emoji stay whole, with their variation selectors and with the joiner between two emoji.
    /// Unicode lists digits, `#` and `*` as emoji, too; here they are emoji only in a keycap.
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
                // a selector that was replaced isn't part of an emoji
                case "\u{200D}": (before.isPicture || before == "\u{FE0F}" && shown.last == before) && after.isPicture
                default: false
                }
            shown.append(scalar.isUnseen && !isPart ? "\u{FFFD}" : scalar)
        }
        return String(shown)
    }

    /// Whether ``onOneLine`` would replace any character of the text.
    package var hidesSomething: Bool { onOneLine != self }
}

extension Unicode.Scalar {
    /// Whether the scalar is invisible or acts on the text around it. These are controls, line and
    /// paragraph separators, marks that reverse text, characters without width, tags, fillers,
    /// variation selectors, the blank of Braille and noncharacters.
    package var isUnseen: Bool {
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default:
            return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint || self == "\u{2800}"
        }
    }

    /// Whether the scalar is an emoji, or a sign that a variation selector turns into an emoji.
    fileprivate var isPicture: Bool { properties.isEmoji && value > 0x7F }
}

// Swift compares strings by Unicode canonical equivalence: "é" equals "e" followed by U+0301,
// though their bytes differ. Signatures, hashes and messages consist of bytes, so values and keys
// compare and hash by their bytes instead.

extension String {
    /// Creates the text of `bytes`, or nil if they aren't well-formed UTF-8.
    init?(strictUTF8 bytes: ArraySlice<UInt8>) {
        // Decoding repairs malformed bytes, and the result then differs from the input.
        var text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        let isUnchanged = bytes.withUnsafeBytes { bytes in
            text.withUTF8 { Self.order(UnsafeRawBufferPointer($0), bytes) == 0 }
        }
        guard isUnchanged else { return nil }
        self = text
    }

    func hasSameUTF8(as other: String) -> Bool {
        utf8.count == other.utf8.count && orderOfUTF8(other) == 0
    }

    /// Returns whether this string comes first in the order of the CBOR encodings: shorter first,
    /// then bytewise.
    func precedesInCBOR(_ other: String) -> Bool {
        let (count, otherCount) = (utf8.count, other.utf8.count)
        return count == otherCount ? orderOfUTF8(other) < 0 : count < otherCount
    }

    func hashUTF8(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        // `withUTF8` makes the string contiguous first. Equal bytes then reach the hasher in equal
        // portions, which is required for equal hashes.
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private func orderOfUTF8(_ other: String) -> Int {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { Self.order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
    }

    /// Compares bytes: shorter first, then bytewise. The result is negative, zero or positive, as
    /// for `memcmp`. Calls `memcmp` because a debug build doesn't slow it down.
    private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        guard left.count == right.count else { return left.count - right.count }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else { return 0 }
        return Int(memcmp(leftBytes, rightBytes, left.count))
    }
}

extension String {
    /// Returns the longest start of the text that fits in `most` bytes of UTF-8. The cut is between
    /// two scalars, not between two characters, because one character may have any number of bytes.
    package func prefix(bytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, most))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
