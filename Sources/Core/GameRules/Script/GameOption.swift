import Values

/// An option of a game, chosen when a match starts and fixed from then on.
public struct GameOption: Hashable, Sendable {
    /// The key of `match.options` under which the script reads it.
    public var name: String
    /// The default: a boolean, an integer or a text. A chosen value has the same type.
    public var standard: Value
    /// The smallest integer that may be chosen; nil if the script gives none.
    public var least: Int?
    /// The largest integer that may be chosen; nil if the script gives none.
    public var most: Int?
    /// The values that may be chosen; empty if every value of the type within the bounds may be chosen.
    public var values: [Value]
    /// The purpose of the option, for the person who chooses; empty if the script gives none.
    public var help: String

    init?(name: String, _ value: Value) {
        guard let standard = value["default"] else { return nil }
        self.name = name
        self.standard = standard
        least = value["min"]?.intValue
        most = value["max"]?.intValue.map { max($0, value["min"]?.intValue ?? $0) }
        values = value["values"]?.arrayValue ?? []
        help = value["help"]?.stringValue ?? ""
    }

    /// The values that may be chosen, in words: `3 to 10`, `1, 3, 5`, `true or false`.
    public var choices: String {
        if !values.isEmpty { return values.map(Self.text).joined(separator: ", ") }
        if let least, let most { return "\(least) to \(most)" }
        return "true or false"
    }

    /// Returns the value as a person writes it.
    public static func text(_ value: Value) -> String {
        switch value {
        case .string(let text): text
        case .int(let integer): "\(integer)"
        case .bool(let flag): "\(flag)"
        default: (try? value.json()) ?? "that"
        }
    }

    /// Checks a chosen value, and returns it.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the values that may be chosen.
    package func checked(_ value: Value) throws(GameError) -> Value {
        let fits =
            switch value {
            case .int(let integer) where values.isEmpty:
                standard.intValue != nil && integer >= Int64(least ?? .min) && integer <= Int64(most ?? .max)
            case .bool where values.isEmpty: standard.boolValue != nil
            default: values.contains(value)
            }
        guard fits else { throw .request(.badOption(name, expected: expected, found: Self.given(value))) }
        return value
    }

    /// The values that may be chosen, with their type: `a whole number, 3 to 10`.
    private var expected: String {
        switch standard {
        case .bool: choices
        case .int: (values.isEmpty ? "a whole number, " : "one of the whole numbers ") + choices
        default: "one of the texts " + choices
        }
    }

    /// Returns the value that was chosen instead, with its type unless the type is obvious: `the
    /// text 'big'`.
    private static func given(_ value: Value) -> String {
        switch value {
        case .null: "nothing"
        case .int, .bool: text(value)
        case .double(let number): "the number \(number)"
        case .string(let text): "the text '\(text.excerpt)'"
        case .bytes: "bytes"
        case .array, .map: "a table"
        }
    }

    /// Reads a value that a person wrote.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the values that may be chosen.
    public func parsed(_ text: String) throws(GameError) -> Value {
        switch standard {
        case .bool:
            if ["true", "yes", "on"].contains(text) { return try checked(true) }
            if ["false", "no", "off"].contains(text) { return try checked(false) }
            return try checked(.string(text))
        case .int: return try checked(Int64(text).map(Value.int) ?? .string(text))
        default: return try checked(.string(text))
        }
    }

    /// The form of the line protocol.
    public var value: Value {
        var fields: [ValueKey: Value] = ["default": standard, "help": .string(help)]
        if let least { fields["min"] = .int(Int64(least)) }
        if let most { fields["max"] = .int(Int64(most)) }
        if !values.isEmpty { fields["values"] = .array(values) }
        return .map(fields)
    }
}
