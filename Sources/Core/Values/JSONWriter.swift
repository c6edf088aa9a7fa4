extension Value {
    /// Returns the value as JSON (RFC 8259), the same text on every device: keys are in canonical
    /// order.
    ///
    /// Values that JSON doesn't have become other values when the text is read again. Integer keys are
    /// written as strings, and bytes as a base64 string (RFC 4648 §4). Infinities are written as the
    /// strings `"inf"` and `"-inf"`, and NaN (if allowed) as `"nan"`. A float always has a fraction or an
    /// exponent (`1.0`, `1e+30`), and an integer never has one. Characters that reverse text or are
    /// invisible are written as escapes, such as `\u200b`.
    ///
    /// - Parameters:
    ///   - pretty: Whether to write one element per line, indented by two spaces. Otherwise the
    ///     text is one line.
    ///   - limits: The limits of the text and the value.
    ///   - root: The name of the value in errors.
    /// - Throws: A ``ValueError`` of kind `nan`, `tooManyBytes`, `tooDeep`, `tooManyItems` or
    ///   `sameKeyInJSON`.
    public func json(
        pretty: Bool = false, limits: ValueLimits = ValueLimits(), root: String = "value"
    ) throws(ValueError) -> String {
        var writer = JSONWriter(pretty: pretty, limits: limits, root: root)
        try writer.encode(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// A writer of JSON.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let pretty: Bool
    private let limits: ValueLimits
    private var itemsLeft: Int
    private let root: String
    private var walk = TableWalk()

    init(pretty: Bool, limits: ValueLimits, root: String) {
        self.pretty = pretty
        self.limits = limits
        itemsLeft = limits.items
        self.root = root
    }

    mutating func encode(_ value: Value) throws(ValueError) {
        try claimItems(1)
        try write(value)
        while let step = walk.next() {
            switch step {
            case .element(let value):
                try separate()
                try write(value)
            case .entry(let key, let value):
                try separate()
                switch key {
                case .int(let key): try append("\"\(key)\"")
                case .string(let key): try appendString(key)
                }
                try append(pretty ? ": " : ":")
                try write(value)
            case .end(let isMap):
                try breakLine()
                try append(isMap ? "}" : "]")
            }
        }
    }

    /// Writes `value`, for which ``claimItems(_:)`` was called already. If the value is a table
    /// that isn't empty, writes only its first bracket, and opens it.
    private mutating func write(_ value: Value) throws(ValueError) {
        switch value {
        case .null: try append("null")
        case .bool(let value): try append(value ? "true" : "false")
        case .int(let value): try append(String(value))
        case .double(let value): try append(value)
        case .string(let value): try appendString(value)
        case .bytes(let value):
            try claimBytes(2 + Base64.encodedCount(value.count))
            try append("\"")
            bytes += Base64.encode(value)
            try append("\"")
        case .array(let elements):
            try claimTable(count: elements.count)
            guard !elements.isEmpty else { return try append("[]") }
            try append("[")
            walk.open(elements)
        case .map(let entries):
            try claimTable(count: entries.count)
            try checkKeys(entries)
            guard !entries.isEmpty else { return try append("{}") }
            try append("{")
            walk.open(entries)
        }
    }

    /// Checks that no integer key looks like a string key of the same map.
    private func checkKeys(_ entries: [ValueKey: Value]) throws(ValueError) {
        let numbers = entries.keys.compactMap { key in
            if case .int(let number) = key { String(number) } else { nil }
        }
        guard numbers.count < entries.count else { return }
        if let clash = numbers.first(where: { entries[.string($0)] != nil }) { throw error(.sameKeyInJSON(clash)) }
    }

    private mutating func append(_ number: Double) throws(ValueError) {
        if number.isFinite {
            // Swift's description is the shortest text that reads back as the same number, always
            // with "." or "e".
            try append(number.description)
        } else if number.isNaN {
            guard limits.allowsNaN else { throw error(.nan) }
            try append("\"nan\"")
        } else {
            try append(number < 0 ? "\"-inf\"" : "\"inf\"")
        }
    }

    private mutating func appendString(_ text: String) throws(ValueError) {
        try append("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": try append("\\\"")
            case "\\": try append("\\\\")
            case "\n": try append("\\n")
            case "\r": try append("\\r")
            case "\t": try append("\\t")
            case " "..."~":
                try claimBytes(1)
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            // a person who reads the text must see every character
            case _ where scalar.isUnseen: for unit in String(scalar).utf16 { try append(Self.escape(unit)) }
            default: try append(String(Character(scalar)))
            }
        }
        try append("\"")
    }

    /// Returns an escape such as `\u200b` (RFC 8259 §7). A character above U+FFFF takes two of
    /// them.
    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private mutating func separate() throws(ValueError) {
        if !walk.isAtFirst { try append(",") }
        try breakLine()
    }

    private mutating func breakLine() throws(ValueError) {
        guard pretty else { return }
        try append("\n" + String(repeating: "  ", count: walk.depth))
    }

    private mutating func claimTable(count: Int) throws(ValueError) {
        guard walk.depth < limits.usableDepth else { throw error(.tooDeep(limit: limits.usableDepth)) }
        try claimItems(count)
    }

    private mutating func append(_ text: String) throws(ValueError) {
        try claimBytes(text.utf8.count)
        bytes += text.utf8
    }

    private mutating func claimItems(_ count: Int) throws(ValueError) {
        guard count <= itemsLeft else { throw error(.tooManyItems(limit: limits.items)) }
        itemsLeft -= count
    }

    private func claimBytes(_ count: Int) throws(ValueError) {
        guard count <= limits.bytes - bytes.count else { throw error(.tooManyBytes(limit: limits.bytes)) }
    }

    private func error(_ kind: ValueError.Kind) -> ValueError {
        ValueError(kind, path: walk.path(root: root))
    }
}

/// Base64 with padding (RFC 4648 §4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the number of characters for this many bytes.
    static func encodedCount(_ count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(encodedCount(bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 0x3f] : UInt8(ascii: "="))
            }
        }
        return text
    }
}
