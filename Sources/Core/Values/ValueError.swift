/// The reason why a value could not be written or read, and the place.
///
/// ```swift
/// do {
///     _ = try state.canonicalBytes(root: "state")
/// } catch {
///     print(error)    // state.board[3]: NaN can't be saved; store nil or another number instead
/// }
/// ```
public struct ValueError: Error, Hashable, Sendable {
    /// The problem and its details.
    public enum Kind: Hashable, Sendable {
        /// A NaN, although ``ValueLimits/allowsNaN`` is false.
        case nan
        /// More bytes than ``ValueLimits/bytes``.
        case tooManyBytes(limit: Int)
        /// Tables nested deeper than ``ValueLimits/depth``.
        case tooDeep(limit: Int)
        /// More values than ``ValueLimits/items``.
        case tooManyItems(limit: Int)
        /// A map with an integer key and a string key that JSON writes alike, such as 1 and "1".
        case sameKeyInJSON(String)
        /// The input ends in the middle of a value.
        case truncated(expected: String)
        /// This many bytes follow the value.
        case trailingBytes(Int)
        /// The input isn't CBOR or JSON.
        case malformed(expected: String, found: String)
        /// A value of CBOR that ``Value`` doesn't have: a tag, `undefined`, a simple value, a key
        /// that is a list.
        case unsupported(expected: String, found: String)
        /// A value in another form than the canonical one, such as one that takes more bytes.
        case notCanonical(expected: String, found: String)
        /// A key that belongs before its predecessor.
        case unsortedKey(ValueKey, after: ValueKey)
        /// A map with the same key twice.
        case duplicateKey(ValueKey)
        /// An integer that doesn't fit 64 bits with a sign, as written.
        case integerOutOfRange(String)
        /// A JSON number with a fraction or exponent beyond the largest float, as written.
        case floatOutOfRange(String)
        /// Text that isn't well-formed UTF-8.
        case invalidUTF8
    }

    /// The problem, without the place.
    public let kind: Kind
    /// The place in the value. While reading, it is the last place that was reached.
    public let path: ValuePath
    /// While reading, the number of the byte (from 0) at which the rejected part begins. Nil while
    /// writing.
    public let offset: Int?

    /// Creates an error at a place. `offset` counts bytes from 0, and is given only while reading.
    package init(_ kind: Kind, path: ValuePath, offset: Int? = nil) {
        self.kind = kind
        self.path = path
        self.offset = offset
    }
}

extension ValueError: CustomStringConvertible {
    /// The message for people, with the place first: `state.board[3]: …` or `byte 17
    /// (state.board[3]): …`.
    public var description: String {
        offset.map { "byte \($0) (\(path)): \(kind)" } ?? "\(path): \(kind)"
    }
}

extension ValueError.Kind: CustomStringConvertible {
    /// The message without the place.
    public var description: String {
        switch self {
        case .nan: "NaN can't be saved; store nil or another number instead"
        case .tooManyBytes(let limit): "this makes more than the \(counted(limit, "byte")) allowed; store less"
        case .tooDeep(let limit):
            "tables stand more than the \(counted(limit, "level")) deep that \(limit == 1 ? "is" : "are") allowed; use fewer levels"
        case .tooManyItems(let limit): "this makes more than the \(counted(limit, "value")) allowed; store less"
        case .sameKeyInJSON(let key): "the keys \(key) and \"\(key)\" would be one key in JSON; rename one of them"
        case .truncated(let expected): "expected \(expected), but the input ends"
        case .trailingBytes(let count): "expected the end, found \(counted(count, "more byte"))"
        case .malformed(let expected, let found), .unsupported(let expected, let found),
            .notCanonical(let expected, let found):
            "expected \(expected), found \(found)"
        case .unsortedKey(let key, let previous):
            "expected the keys in canonical order, found \(Self.short(key)) after \(Self.short(previous))"
        case .duplicateKey(let key): "expected each key once, found \(Self.short(key)) again"
        case .integerOutOfRange(let found):
            "expected an integer from \(Int64.min) to \(Int64.max), found \(found)"
        case .floatOutOfRange(let found): "expected a number of at most 1.8e308, found \(found)"
        case .invalidUTF8: "expected text in UTF-8, found bytes that are none"
        }
    }

    private static func short(_ key: ValueKey) -> String {
        switch key {
        case .int(let number): String(number)
        case .string(let text): LuaNotation.quoted(text, limit: 60)
        }
    }
}

/// The limits of a value that is written or read. Each limit is checked before memory is allocated
/// for a value that would exceed it.
///
/// ```swift
/// let limits = ValueLimits(bytes: 4096, depth: 8, items: 200)
/// let argument = try Value(canonicalBytes: bytes, limits: limits)
/// ```
public struct ValueLimits: Hashable, Sendable {
    /// The largest ``depth`` that has an effect. Reading and writing a deeper value doesn't take
    /// more of the stack, but comparing, hashing and releasing it does. This depth fits the 512 KiB
    /// of a secondary thread, also in an unoptimized build.
    public static let maximumDepth = 128

    /// The most bytes of the encoding.
    public var bytes: Int
    /// The most levels of nested tables: 0 allows only a value that isn't a table, 1 also `[1, 2]`, 2
    /// also `[[1]]`.
    public var depth: Int
    /// The most values in all. Tables count, keys don't.
    public var items: Int
    /// Whether NaN may be saved. NaN has one encoding, `f97e00`. Game states contain no NaN.
    public var allowsNaN: Bool

    /// Creates limits. The defaults are 1 MiB, 64 levels of nested tables, 100,000 values and no NaN.
    public init(bytes: Int = 1 << 20, depth: Int = 64, items: Int = 100_000, allowsNaN: Bool = false) {
        self.bytes = bytes
        self.depth = depth
        self.items = items
        self.allowsNaN = allowsNaN
    }

    /// The smaller of ``depth`` and ``maximumDepth``.
    var usableDepth: Int {
        min(depth, Self.maximumDepth)
    }
}
