import Foundation

extension StringProtocol {
    /// The start of a foreign text for a sentence, on one line: its first 80 scalars, with `…` for
    /// the rest.
    package var excerpt: String { excerpt(atMost: 80) }

    /// Returns an excerpt with another bound.
    package func excerpt(atMost count: Int) -> String {
        // scalars, because one character may have any number of them
        let first = unicodeScalars.prefix(count)
        let short = String(String.UnicodeScalarView(first)).onOneLine
        return first.endIndex == unicodeScalars.endIndex ? short : short + "…"
    }

    /// The whole text on one line, as a sentence quotes what a stranger wrote: a typed line, a file
    /// name or a path. U+FFFD replaces whatever could begin another line, steer a terminal, reverse
    /// text or hide in it.
    ///
    /// Emoji stay whole: their variation selectors, and the joiner between two of them. A digit,
    /// `#` or `*` isn't one, whatever Unicode says, except in a keycap.
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

    /// Whether ``onOneLine`` would replace anything in it.
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

    /// Whether it is an emoji, or a sign that a variation selector turns into one.
    fileprivate var isPicture: Bool { properties.isEmoji && value > 0x7F }
}

// Swift compares strings by Unicode canonical equivalence: "é" equals "e" followed by U+0301,
// though their bytes differ. Signatures, hashes and messages consist of bytes, so values and keys
// compare and hash by these instead.

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
        // `withUTF8` makes any string contiguous first, so that equal bytes reach the hasher in
        // equal portions, as they must.
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private func orderOfUTF8(_ other: String) -> Int {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { Self.order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
    }

    /// Compares bytes: shorter first, then bytewise. The result is negative, zero or positive as
    /// for `memcmp`, which a debug build doesn't slow down.
    private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        guard left.count == right.count else { return left.count - right.count }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else { return 0 }
        return Int(memcmp(leftBytes, rightBytes, left.count))
    }
}

extension String {
    /// Returns the start of the text that fits in `most` bytes of UTF-8, cut between two scalars:
    /// one character may have any number of bytes.
    package func prefix(bytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, most))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
