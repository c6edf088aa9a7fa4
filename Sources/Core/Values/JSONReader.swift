extension Value {
    /// Reads one JSON text (RFC 8259), strictly.
    ///
    /// A number without fraction and exponent is an integer (`-0` is 0) and must fit 64 bits with a
    /// sign. Any other number is a float and must not exceed the largest one. Keys are strings.
    /// Rejects duplicate keys, lone surrogates, malformed UTF-8, a byte order mark, trailing
    /// commas, and anything after the value.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, from any source.
    ///   - limits: The limits of the text and the value.
    ///   - root: The name of the value in errors.
    /// - Throws: A ``ValueError`` with the byte, the place, and what was expected there.
    public init(
        json bytes: some Collection<UInt8>, limits: ValueLimits = ValueLimits(), root: String = "value"
    ) throws(ValueError) {
        guard bytes.count <= limits.bytes else {
            throw ValueError(.tooManyBytes(limit: limits.bytes), path: ValuePath(root: root), offset: limits.bytes)
        }
        var reader = JSONReader(bytes: Array(bytes), limits: limits, root: root)
        self = try reader.decode()
    }

    /// Reads one JSON text from a string, by the same rules.
    public init(json text: String, limits: ValueLimits = ValueLimits(), root: String = "value") throws(ValueError) {
        try self.init(json: text.utf8, limits: limits, root: root)
    }
}

/// A reader of JSON.
///
/// Foundation's `JSONSerialization` is too lenient for a protocol. On Linux (Swift 6.3) it takes
/// the last of duplicate keys, and accepts `[1,]` and text after a byte order mark. It returns a
/// wider type for integers beyond 64 bits, and doesn't distinguish numbers from truth values (`1
/// as? Bool`, `true as? Int`).
struct JSONReader {
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
        guard !bytes.starts(with: [0xef, 0xbb, 0xbf]) else {
            throw error(.malformed(expected: "a value", found: "a byte order mark; leave it out"), at: 0)
        }
        while true {
            guard let item = try readItem(), let value = try complete(item) else { continue }
            skipSpace()
            guard offset == bytes.count else { throw error(.trailingBytes(bytes.count - offset), at: offset) }
            return value
        }
    }

    /// Reads a value. Returns nil for a table whose content follows, and opens it.
    private mutating func readItem() throws(ValueError) -> Value? {
        skipSpace()
        guard itemsLeft > 0 else { throw error(.tooManyItems(limit: limits.items), at: offset) }
        itemsLeft -= 1
        switch peek {
        case UInt8(ascii: "{"):
            try claimTable()
            if takeAfterSpace(UInt8(ascii: "}")) { return .map([:]) }
            tables.openMap()
            try readKey()
            return nil
        case UInt8(ascii: "["):
            try claimTable()
            if takeAfterSpace(UInt8(ascii: "]")) { return .array([]) }
            tables.openArray()
            return nil
        case UInt8(ascii: "\""): return .string(try readString())
        case let byte where byte == UInt8(ascii: "-") || isDigit(byte): return try readNumber()
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: throw unexpected("a value")
        }
    }

    /// Adds a finished value to the innermost table. If the table ends after the value, adds the
    /// table to the one around it, and so on. Returns the outermost value if it is finished, or nil
    /// if a comma announces another value.
    private mutating func complete(_ item: Value) throws(ValueError) -> Value? {
        var item = item
        while tables.depth > 0 {
            tables.add(item)
            let isMap = tables.innermostIsMap
            if takeAfterSpace(UInt8(ascii: ",")) {
                if isMap { try readKey() } else { tables.awaitElement() }
                return nil
            }
            guard takeAfterSpace(isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")), let table = tables.close() else {
                throw unexpected(isMap ? "',' or '}'" : "',' or ']'")
            }
            item = table
        }
        return item
    }

    /// Reads a key of the innermost map and the colon after it.
    private mutating func readKey() throws(ValueError) {
        skipSpace()
        let start = offset
        guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
        let key = ValueKey.string(try readString())
        guard !tables.hasEntry(key) else { throw error(.duplicateKey(key), at: start) }
        guard takeAfterSpace(UInt8(ascii: ":")) else { throw unexpected("':'") }
        tables.awaitEntry(key)
    }

    /// Skips an opening bracket. Throws if too many brackets are open already.
    private mutating func claimTable() throws(ValueError) {
        guard tables.depth < limits.usableDepth else {
            throw error(.tooDeep(limit: limits.usableDepth), at: offset)
        }
        offset += 1
    }

    private mutating func readWord(_ word: String, _ value: Value) throws(ValueError) -> Value {
        guard bytes[offset...].starts(with: word.utf8) else { throw unexpected(word) }
        offset += word.utf8.count
        return value
    }

    private mutating func readNumber() throws(ValueError) -> Value {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try readDigits() }
        guard !isDigit(peek) else { throw unexpected("no digit after a leading zero") }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try readDigits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try readDigits()
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        let found = text.count > 40 ? text.prefix(40) + "…" : text
        if isInteger {
            guard let number = Int64(text) else { throw error(.integerOutOfRange(found), at: start) }
            return .int(number)
        }
        guard let number = Double(text), number.isFinite else { throw error(.floatOutOfRange(found), at: start) }
        return .double(number)
    }

    private mutating func readDigits() throws(ValueError) {
        guard isDigit(peek) else { throw unexpected("a digit") }
        while isDigit(peek) { offset += 1 }
    }

    private mutating func readString() throws(ValueError) -> String {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        while let byte = peek, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw unexpected("control characters of text as \\u escapes") }
            offset += 1
            if byte == UInt8(ascii: "\\") {
                content += try readEscape()
            } else {
                content.append(byte)
            }
        }
        guard take(UInt8(ascii: "\"")) else { throw unexpected("'\"' at the end of the text") }
        guard let text = String(strictUTF8: content[...]) else { throw error(.invalidUTF8, at: start) }
        return text
    }

    /// Reads the rest of an escape after its backslash, and returns its UTF-8 bytes.
    private mutating func readEscape() throws(ValueError) -> [UInt8] {
        let start = offset - 1
        guard let letter = peek else { throw unexpected("an escape") }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let unit = try readUnit()
            guard UTF16.isSurrogate(unit) else { return Array(String(decoding: [unit], as: UTF16.self).utf8) }
            let isPair = UTF16.isLeadSurrogate(unit) && take(UInt8(ascii: "\\")) && take(UInt8(ascii: "u"))
            let second = isPair ? try readUnit() : 0
            guard UTF16.isTrailSurrogate(second) else {
                throw error(
                    .malformed(expected: "a pair of surrogates", found: "one without the other"), at: start)
            }
            return Array(String(decoding: [unit, second], as: UTF16.self).utf8)
        default:
            throw error(
                .malformed(expected: "an escape: one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", found: "another"),
                at: start)
        }
    }

    /// Reads four hexadecimal digits.
    private mutating func readUnit() throws(ValueError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    private var peek: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Skips `byte` if it is next, and returns whether it was.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func takeAfterSpace(_ byte: UInt8) -> Bool {
        skipSpace()
        return take(byte)
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { offset += 1 }
    }

    /// Returns the error for the byte at the current offset.
    private func unexpected(_ expected: String) -> ValueError {
        guard let byte = peek else { return error(.truncated(expected: expected), at: offset) }
        let found =
            (0x21...0x7e).contains(byte)
            ? "'\(Character(UnicodeScalar(byte)))'" : "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        return error(.malformed(expected: expected, found: found), at: offset)
    }

    private func error(_ kind: ValueError.Kind, at offset: Int) -> ValueError {
        ValueError(kind, path: tables.path(root: root), offset: offset)
    }
}
