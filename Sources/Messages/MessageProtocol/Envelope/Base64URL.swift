/// Base64 for urls, without padding (RFC 4648 §5). Each sequence of bytes has exactly one form.
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The six bits of each character; 64 for a character that isn't a digit.
    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: 64, count: 256)
        for (value, character) in alphabet.enumerated() { digits[Int(character)] = UInt8(value) }
        return digits
    }()

    /// Returns the number of characters for this many bytes.
    static func encodedCount(_ count: Int) -> Int {
        count / 3 * 4 + [0, 2, 3][count % 3]
    }

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(encodedCount(bytes.count))
        var bits: UInt32 = 0
        var width = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            width += 8
            while width >= 6 {
                width -= 6
                text.append(alphabet[Int(bits >> UInt32(width) & 63)])
            }
        }
        if width > 0 { text.append(alphabet[Int(bits << UInt32(6 - width) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    static func hasDigit(_ character: UInt8) -> Bool { digits[Int(character)] < 64 }

    /// Returns the bytes; nil unless the text is what ``encode(_:)`` returns for them.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var width = 0
        for character in text {
            let digit = digits[Int(character)]
            guard digit < 64 else { return nil }
            bits = bits << 6 | UInt32(digit)
            width += 6
            if width >= 8 {
                width -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(width)))
            }
        }
        // The remaining bits must be zero: otherwise two texts would decode to the same message.
        return bits & (1 << UInt32(width) - 1) == 0 ? bytes : nil
    }
}

/// Returns the bytes as lowercase hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Returns the bytes that ``hexadecimal(_:)`` wrote; nil for any other text, so that no two texts
/// give the same bytes.
func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = value(ofDigit: digits[index]), let low = value(ofDigit: digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}

private func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
}
