/// The key of an entry in a ``Value/map(_:)``.
///
/// Keys are ordered as their canonical CBOR encodings are, byte by byte (RFC 8949 §4.2.1): integers 0, 1, 2 …, then
/// −1, −2, −3 …, then strings, shorter ones first and those of one length bytewise. Strings are the same key only when
/// their UTF-8 bytes are the same.
public enum ValueKey: Sendable {
    /// A whole number.
    case int(Int64)
    /// A text.
    case string(String)
}

extension ValueKey: Hashable {
    /// Whether both are the same integer, or strings of the same UTF-8 bytes; 1 and `"1"` are two keys.
    public static func == (left: ValueKey, right: ValueKey) -> Bool {
        switch (left, right) {
        case (.int(let left), .int(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameUTF8(as: right)
        default: false
        }
    }

    /// Hashes what equality compares: strings by their UTF-8 bytes.
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
    /// The order of the canonical encodings: 0, 1, 2 …, −1, −2 …, then strings, shorter ones first.
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
    /// `3` is `.int(3)`.
    public init(integerLiteral value: Int64) {
        self = .int(value)
    }

    /// `"name"` is `.string("name")`, and so is `"3"` a string; an interpolation is written the same way.
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
