/// Returns bytes as hexadecimal digits, for readable tests.
func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Returns the bytes of hexadecimal digits, up to the first two characters that aren't a pair of digits.
func bytes(_ hex: String) -> [UInt8] {
    var digits = hex.filter { $0 != " " }[...]
    var bytes: [UInt8] = []
    while let byte = UInt8(digits.prefix(2), radix: 16) {
        bytes.append(byte)
        digits = digits.dropFirst(2)
    }
    return bytes
}
