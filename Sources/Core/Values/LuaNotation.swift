/// A writer of values as Lua source: `{turn = 2, board = {"x", nil}}`. The text is for people, in
/// messages and logs. No program parses it.
struct LuaNotation {
    private(set) var text = ""
    /// The most characters; the rest is left out.
    private let limit: Int
    private var room: Int
    private var isFull = false

    init(limit: Int = .max) {
        self.limit = limit
        room = limit
    }

    /// The words that can't be a field name (Lua 5.4 manual §3.1).
    private static let reservedWords: Set<String> = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
        "not", "or", "repeat", "return", "then", "true", "until", "while",
    ]

    /// Returns whether `text` can follow a dot as a field name. A text of more than 60 bytes can't,
    /// because people wouldn't read it as a name.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        guard text.utf8.count <= 60, !reservedWords.contains(text) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }

    /// Returns `text` between quotes, with line ends and other control characters escaped. A "…"
    /// replaces the characters beyond `limit`.
    static func quoted(_ text: String, limit: Int = .max) -> String {
        var quoted = "\""
        for (count, scalar) in text.unicodeScalars.enumerated() {
            if count == limit { return quoted + "…\"" }
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default:
                // Also escape characters that would reverse or break a line on a terminal, or be
                // invisible there. U+FE0F stays, because it only turns a sign into an emoji.
                if scalar.isUnseen, scalar != "\u{FE0F}" {
                    quoted += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }

    mutating func write(_ value: Value, depth: Int = 0) {
        guard !isFull else { return }
        switch value {
        case .null: add("nil")
        case .bool(let value): add(value ? "true" : "false")
        case .int(let value): add(String(value))
        case .double(let value): add(Self.number(value))
        case .string(let value): add(Self.quoted(value, limit: limit))
        case .bytes(let value):
            add("\"" + value.prefix(limit).map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"")
        case .array(let elements):
            writeTable(elements, depth: depth) { writer, element in
                writer.write(element, depth: depth + 1)
            }
        case .map(let entries):
            writeTable(entries.sorted { $0.key < $1.key }, depth: depth) { writer, entry in
                if case .string(let name) = entry.key, Self.isName(name) {
                    writer.add("\(name) = ")
                } else {
                    writer.add("[\(entry.key)] = ")
                }
                writer.write(entry.value, depth: depth + 1)
            }
        }
    }

    private mutating func writeTable<Element>(
        _ elements: [Element], depth: Int, each: (inout LuaNotation, Element) -> Void
    ) {
        guard depth < ValueLimits.maximumDepth else { return add("{…}") }
        add("{")
        for (index, element) in elements.enumerated() where !isFull {
            if index > 0 { add(", ") }
            each(&self, element)
        }
        add("}")
    }

    private mutating func add(_ part: String) {
        guard !isFull else { return }
        let size = part.unicodeScalars.count
        isFull = size > room
        if isFull {
            text.unicodeScalars += part.unicodeScalars.prefix(room)
            text += "…"
        } else {
            text += part
            room -= size
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        return value.isInfinite ? (value < 0 ? "-math.huge" : "math.huge") : value.description
    }
}

extension Value: CustomStringConvertible {
    /// The value as Lua source, with keys in canonical order: `{turn = 2, board = {"x", nil}}`. For
    /// messages and logs.
    public var description: String {
        var notation = LuaNotation()
        notation.write(self)
        return notation.text
    }

    /// Returns the ``description``, cut to about `limit` characters.
    package func summary(limit: Int = 60) -> String {
        var notation = LuaNotation(limit: max(0, limit))
        notation.write(self)
        return notation.text
    }
}
