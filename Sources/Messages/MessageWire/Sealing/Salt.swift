/// What keeps a sealed move from being found by trying all moves: 16 bytes that only its owner can work out, until it is
/// opened.
public struct Salt: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// 16 bytes.
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    package init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "opening", problem: "expected a salt of \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    init(prefixOf bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.size)) }

    /// The bytes as 32 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}
