// Swift compares strings by Unicode canonical equivalence: "é" equals "e" followed by U+0301, though they are different
// bytes. Whatever is signed, hashed or sent goes by bytes, so values and keys compare and hash by these instead.

extension String {
    /// The text of `bytes`, or nil when they aren't well-formed UTF-8.
    init?(strictUTF8 bytes: some Collection<UInt8>) {
        // Decoding repairs what is malformed, and what was repaired differs from the input.
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }

    func hasSameUTF8(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Shorter first, then bytewise: the order of the CBOR encodings of two strings.
    func precedesInCBOR(_ other: String) -> Bool {
        let (count, otherCount) = (utf8.count, other.utf8.count)
        return count == otherCount ? utf8.lexicographicallyPrecedes(other.utf8) : count < otherCount
    }

    func hashUTF8(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        // `withUTF8` makes any string contiguous first: equal bytes reach the hasher in equal portions, as they must.
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
