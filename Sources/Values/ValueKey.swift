/// The key of an entry in a ``Value/map(_:)``.
///
/// Keys are ordered as their canonical CBOR encodings are, byte by byte (RFC 8949 §4.2.1): integers 0, 1, 2 …, then
/// −1, −2, −3 …, then strings, shorter ones first and those of one length bytewise. Strings are the same key only when
/// their UTF-8 bytes are the same.
public enum ValueKey: Sendable {
    case int(Int64)
    case string(String)
}

extension ValueKey: Hashable {
    public static func == (left: ValueKey, right: ValueKey) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameUTF8(as: right)
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .int(let value):
            hasher.combine(0)
            hasher.combine(value)
        case .string(let value):
            hasher.combine(1)
            value.hashUTF8(into: &hasher)
        }
    }
}

extension ValueKey: Comparable {
    public static func < (left: ValueKey, right: ValueKey) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)):
            // CBOR encodes a negative n as −1 − n under a higher leading byte: −1 comes after every positive number.
            if (left < 0) != (right < 0) { return right < 0 }
            return left < 0 ? left > right : left < right
        case (.int, .string): return true
        case (.string, .int): return false
        case (.string(let left), .string(let right)): return left.precedesInCBOR(right)
        }
    }
}

extension ValueKey: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }

    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension ValueKey: CustomStringConvertible {
    /// The key as Lua writes it: `3`, `"name"`.
    public var description: String {
        switch self {
        case .int(let value): String(value)
        case .string(let value): LuaNotation.quoted(value)
        }
    }
}
