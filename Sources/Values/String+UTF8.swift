// Swift compares strings by Unicode canonical equivalence: "é" equals "e" followed by U+0301, though they are different
// bytes. Whatever is signed, hashed or sent goes by bytes, so values and keys compare and hash by these instead.

extension String {
    /// The text of `bytes`, or nil when they aren't well-formed UTF-8.
    init?(strictUTF8 bytes: some Collection<UInt8>) {
        // Decoding repairs what is malformed, and what was repaired differs from the input.
        var text = String(decoding: bytes, as: UTF8.self)
        guard text.withUTF8({ $0.elementsEqual(bytes) }) else { return nil }
        self = text
    }

    func hasSameUTF8(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withBothUTF8(other) { $0.elementsEqual($1) }
    }

    /// Shorter first, then bytewise: the order of the CBOR encodings of two strings.
    func precedesInCBOR(_ other: String) -> Bool {
        let (count, otherCount) = (utf8.count, other.utf8.count)
        guard count == otherCount else { return count < otherCount }
        return withBothUTF8(other) { $0.lexicographicallyPrecedes($1) }
    }

    func hashUTF8(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        // `withUTF8` makes any string contiguous first: equal bytes reach the hasher in equal portions, as they must.
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Lends the bytes of two strings: a walk over memory is quicker than one over indices.
    private func withBothUTF8(
        _ other: String, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in right.withUTF8 { body(left, $0) } }
    }
}
