/// The identity of a match: 16 bytes drawn at random by the device that invites.
public struct MatchID: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// 16 bytes.
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "match id", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    private init(drawnFrom generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A new identity; nobody else has it.
    public static func random() -> MatchID {
        var generator = SystemRandomNumberGenerator()
        return MatchID(drawnFrom: &generator)
    }

    /// The bytes as 32 small hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}
