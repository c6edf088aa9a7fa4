import Foundation

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
