/// Which script a match is played with: the first 16 bytes of a digest over every file the script can reach and the
/// host's generation of rules.
public struct ScriptDigest: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// 16 bytes.
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "script digest", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// The bytes as 32 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}
