import Foundation

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

// Swift compares strings by Unicode canonical equivalence: "é" equals "e" followed by U+0301, though they are different
// bytes. Whatever is signed, hashed or sent goes by bytes, so values and keys compare and hash by these instead.

extension String {
    /// The text of `bytes`, or nil when they aren't well-formed UTF-8.
    init?(strictUTF8 bytes: ArraySlice<UInt8>) {
        // Decoding repairs what is malformed, and what was repaired differs from the input.
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

    /// Shorter first, then bytewise: the order of the CBOR encodings of two strings.
    func precedesInCBOR(_ other: String) -> Bool {
        let (count, otherCount) = (utf8.count, other.utf8.count)
        return count == otherCount ? orderOfUTF8(other) < 0 : count < otherCount
    }

    func hashUTF8(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        // `withUTF8` makes any string contiguous first: equal bytes reach the hasher in equal portions, as they must.
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private func orderOfUTF8(_ other: String) -> Int {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { Self.order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
    }

    /// Shorter first, then bytewise: negative, zero or positive as for `memcmp`, which a debug build doesn't slow down.
    private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        guard left.count == right.count else { return left.count - right.count }
        guard let leftBytes = left.baseAddress, let rightBytes = right.baseAddress else { return 0 }
        return Int(memcmp(leftBytes, rightBytes, left.count))
    }
}

extension String {
    /// As much of the text as has so many bytes of UTF-8, cut between two scalars: one character may have any number of bytes.
    package func prefix(bytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, most))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
