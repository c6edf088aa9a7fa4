extension Value {
    /// Reads one value from its deterministic CBOR encoding. Rejects every other encoding, so an
    /// accepted value re-encodes to the same bytes.
    ///
    /// Rejects these inputs:
    /// - integers, lengths and floats that aren't in their shortest form, and indefinite lengths
    /// - keys out of order or twice, and keys that are neither integers nor text
    /// - integers beyond 64 bits with a sign, and NaN (see ``ValueLimits/allowsNaN``)
    /// - tags, `undefined` and other simple values
    /// - malformed UTF-8, and bytes after the value
    ///
    /// - Parameters:
    ///   - bytes: The encoding, from any source.
    ///   - limits: The limits of the input and the value, checked before memory is allocated.
    ///   - root: The name of the value in errors.
    /// - Throws: A ``ValueError`` with the byte, the place, and what was expected there.
    public init(
        canonicalBytes bytes: some Collection<UInt8>, limits: ValueLimits = ValueLimits(), root: String = "value"
    ) throws(ValueError) {
        guard bytes.count <= limits.bytes else {
            throw ValueError(.tooManyBytes(limit: limits.bytes), path: ValuePath(root: root), offset: limits.bytes)
        }
        var decoder = CanonicalDecoder(bytes: Array(bytes), limits: limits, root: root)
        self = try decoder.decode()
    }
}

/// A reader of deterministic CBOR.
struct CanonicalDecoder {
    private let bytes: [UInt8]
    private let limits: ValueLimits
    private var offset = 0
    private var itemsLeft: Int
    private let root: String
    private var tables = TableBuilder()

    init(bytes: [UInt8], limits: ValueLimits, root: String) {
        self.bytes = bytes
        self.limits = limits
        itemsLeft = limits.items
        self.root = root
    }

    mutating func decode() throws(ValueError) -> Value {
        try claimItems(1, at: 0)
        while true {
            if tables.awaitsKey { tables.awaitEntry(try readKey()) }
            guard let item = try readItem(), let value = complete(item) else { continue }
            guard offset == bytes.count else { throw error(.trailingBytes(bytes.count - offset), at: offset) }
            return value
        }
    }

    /// Adds a finished value to the innermost table. If that completes the table, adds the table to
    /// the one around it, and so on. Returns the outermost value if it is finished, or nil if more
    /// must be read.
    private mutating func complete(_ item: Value) -> Value? {
        var item = item
        while tables.depth > 0 {
            tables.add(item)
            guard tables.innermostIsFull, let table = tables.close() else {
                if !tables.innermostIsMap { tables.awaitElement() }
                return nil
            }
            item = table
        }
        return item
    }

    /// The head of a data item (RFC 8949 §3).
    private struct Head {
        let start: Int
        let type: MajorType
        /// The lower five bits of the first byte.
        let info: UInt8
        /// The value of these bits, or of the bytes after them.
        let argument: UInt64
    }

    /// Reads a value for which ``claimItems(_:at:)`` was called already. If the value is a table
    /// with content, opens the table and returns nil.
    private mutating func readItem() throws(ValueError) -> Value? {
        let head = try readHead(of: "a value")
        switch head.type {
        case .unsigned, .negative: return .int(try integer(head))
        case .bytes: return .bytes(Array(try readContent(head, "")))
        case .text: return .string(try readText(head))
        case .array:
            let size = try claimTable(head, bytesPerEntry: 1)
            guard size > 0 else { return .array([]) }
            tables.openArray(size: size)
            return nil
        case .map:
            let size = try claimTable(head, bytesPerEntry: 2)
            guard size > 0 else { return .map([:]) }
            tables.openMap(size: size)
            return nil
        case .simple: return try simpleValue(head)
        case .tag:
            throw error(.unsupported(expected: "a plain value", found: "tag \(head.argument)"), at: head.start)
        }
    }

    /// Reads the next key of the innermost map.
    private mutating func readKey() throws(ValueError) -> ValueKey {
        let head = try readHead(of: "a key")
        let key: ValueKey
        switch head.type {
        case .unsigned, .negative: key = .int(try integer(head))
        case .text: key = .string(try readText(head))
        case .bytes, .array, .map, .tag, .simple:
            let found =
                switch head.type {
                case .bytes: "bytes"
                case .array: "an array"
                case .map: "a map"
                case .tag: "tag \(head.argument)"
                default: "a float or a simple value"
                }
            throw error(.unsupported(expected: "an integer or text as key", found: found), at: head.start)
        }
        if let previous = tables.previousKey, !(previous < key) {
            throw error(previous == key ? .duplicateKey(key) : .unsortedKey(key, after: previous), at: head.start)
        }
        return key
    }

    private func integer(_ head: Head) throws(ValueError) -> Int64 {
        let isNegative = head.type == .negative
        guard let magnitude = Int64(exactly: head.argument) else {
            throw error(.integerOutOfRange(isNegative ? "-1 - \(head.argument)" : "\(head.argument)"), at: head.start)
        }
        return isNegative ? ~magnitude : magnitude
    }

    private mutating func readText(_ head: Head) throws(ValueError) -> String {
        guard let text = String(strictUTF8: try readContent(head, " of text")) else {
            throw error(.invalidUTF8, at: head.start)
        }
        return text
    }

    private func simpleValue(_ head: Head) throws(ValueError) -> Value {
        switch head.info {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 25: return try float(.half(UInt16(truncatingIfNeeded: head.argument)), at: head.start)
        case 26: return try float(.single(UInt32(truncatingIfNeeded: head.argument)), at: head.start)
        case 27: return try float(.double(head.argument), at: head.start)
        default:
            let found = head.info == 23 ? "undefined" : "simple value \(head.argument)"
            throw error(.unsupported(expected: "false, true, null or a float", found: found), at: head.start)
        }
    }

    private func float(_ encoded: ShortestFloat, at start: Int) throws(ValueError) -> Value {
        let number = encoded.number
        guard !number.isNaN || limits.allowsNaN else { throw error(.nan, at: start) }
        guard ShortestFloat(number) == encoded else {
            throw error(
                .notCanonical(expected: "the shortest form of the float \(number)", found: "another form of it"),
                at: start)
        }
        return .double(number)
    }

    /// Checks depth, length and number of items before anything is allocated, and returns the
    /// number of entries.
    private mutating func claimTable(_ head: Head, bytesPerEntry: UInt64) throws(ValueError) -> Int {
        guard tables.depth < limits.usableDepth else {
            throw error(.tooDeep(limit: limits.usableDepth), at: head.start)
        }
        guard head.argument <= UInt64(bytes.count - offset) / bytesPerEntry else {
            let isList = bytesPerEntry == 1
            let named = counted(head.argument, isList ? "value" : "key with a value", isList ? nil : "keys with values")
            throw error(.truncated(expected: named), at: head.start)
        }
        let count = Int(head.argument)
        try claimItems(count, at: head.start)
        return count
    }

    /// Reads the bytes of a string.
    private mutating func readContent(_ head: Head, _ name: String) throws(ValueError) -> ArraySlice<UInt8> {
        guard head.argument <= UInt64(bytes.count - offset) else {
            throw error(.truncated(expected: counted(head.argument, "byte") + name), at: head.start)
        }
        let end = offset + Int(head.argument)
        defer { offset = end }
        return bytes[offset..<end]
    }

    private mutating func readHead(of expected: String) throws(ValueError) -> Head {
        let start = offset
        guard start < bytes.count else { throw error(.truncated(expected: expected), at: start) }
        offset += 1
        let info = bytes[start] & 0x1f
        // Never fails: each of the eight values of three bits is a major type.
        guard let type = MajorType(rawValue: bytes[start] >> 5) else {
            throw error(.malformed(expected: expected, found: Self.hex(bytes[start])), at: start)
        }
        switch info {
        case 0..<24:
            return Head(start: start, type: type, info: info, argument: UInt64(info))
        case 24...27:
            let size = 1 << Int(info - 24)
            let argument = try readArgument(size: size, of: expected, at: start)
            try checkShortest(argument, size: size, type: type, at: start)
            return Head(start: start, type: type, info: info, argument: argument)
        case 31 where [.bytes, .text, .array, .map].contains(type):
            throw error(.notCanonical(expected: "a length", found: "an indefinite length"), at: start)
        default:
            throw error(.malformed(expected: expected, found: "the byte \(Self.hex(bytes[start]))"), at: start)
        }
    }

    private mutating func readArgument(size: Int, of expected: String, at start: Int) throws(ValueError) -> UInt64 {
        guard size <= bytes.count - offset else {
            throw error(.truncated(expected: "\(expected) with \(size) more bytes in its head"), at: start)
        }
        defer { offset += size }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Checks that an argument doesn't fit a shorter form. `float` checks floats, by their values.
    private func checkShortest(_ argument: UInt64, size: Int, type: MajorType, at start: Int) throws(ValueError) {
        if type == .simple {
            // RFC 8949 §3.3: a second byte below 32 is not well-formed.
            guard size > 1 || argument >= 32 else {
                throw error(.malformed(expected: "a simple value", found: "\(argument) in two bytes"), at: start)
            }
            return
        }
        let leastArgument: UInt64 = size == 1 ? 24 : 1 << UInt64(size * 4)
        guard argument >= leastArgument else {
            throw error(
                .notCanonical(expected: "\(argument) in its shortest form", found: "it in \(size + 1) bytes"), at: start
            )
        }
    }

    private mutating func claimItems(_ count: Int, at start: Int) throws(ValueError) {
        guard count <= itemsLeft else { throw error(.tooManyItems(limit: limits.items), at: start) }
        itemsLeft -= count
    }

    private func error(_ kind: ValueError.Kind, at offset: Int) -> ValueError {
        ValueError(kind, path: tables.path(root: root), offset: offset)
    }

    private static func hex(_ byte: UInt8) -> String {
        "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
