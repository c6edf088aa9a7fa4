import Foundation
import Values

/// A legal move of a seat.
public struct Move: Hashable, Sendable {
    /// The text that a person types: the argument, or the name of a move without an argument. It is both
    /// if two moves would otherwise have the same text. For a typed move it is the name alone, after
    /// which a person types the argument.
    public var text: String
    /// Its key in the script's `moves`.
    public var name: String
    /// The listed argument; `.null` for a move without one and for a typed move.
    public var argument: Value
    /// Its place in the canonical list of moves, from 1; 0 for a typed move.
    public var index: Int
    /// The argument that a typed move takes; nil for a listed one.
    public var typed: TypedArgument?
    /// A second notation of the same move, if the game has one.
    public var alternative: String?
    /// Whether the move is the only true answer, which the script's `forced` gives, so that there
    /// is nothing to choose.
    package var isForced = false
    /// Whether the move opens what was sealed. The seals of all seats must be known before such a
    /// move is played.
    package var opens = false

    /// Reads a move from the result of `moves.legal` in the script's host: a list of text, name,
    /// place and argument, or a table with more fields.
    init?(_ value: Value) {
        if case .array(let parts) = value {
            guard parts.count >= 3, case .string(let text) = parts[0], case .string(let name) = parts[1],
                let index = parts[2].intValue
            else { return nil }
            (self.text, self.name, self.index) = (text, name, index)
            argument = parts.count > 3 ? parts[3] : .null
            return
        }
        guard let text = value["text"]?.stringValue, let name = value["name"]?.stringValue else { return nil }
        self.text = text
        self.name = name
        argument = value["argument"] ?? .null
        index = value["index"]?.intValue ?? 0
        typed = value["args"].map { TypedArgument($0, help: value["help"]?.stringValue) }
        alternative = value["also"]?.stringValue
        isForced = value["forced"]?.boolValue ?? false
        opens = value["opens"]?.boolValue ?? false
    }

    /// Creates an action that the protocol requires, not a rule of the game. There is nothing to
    /// choose.
    ///
    /// - Parameter text: The text that a person types, and the name.
    package init(owed text: String) {
        (self.text, name, argument, index, isForced) = (text, text, .null, 0, true)
    }

    /// Whether ``init(owed:)`` created it.
    package var isOwed: Bool { index == 0 && typed == nil }

    /// The text for a list of moves: `b2`, or `ask <a question>` for a typed move.
    public var prompt: String {
        guard let typed, !typed.isDrawn else { return text }
        return "\(text) <\(typed.help ?? typed.kind.rawValue)>"
    }

    /// The form of the line protocol.
    public var value: Value {
        var fields: [ValueKey: Value] = ["text": .string(text), "name": .string(name), "argument": argument]
        if let typed { fields["args"] = typed.value }
        return .map(fields)
    }
}

/// An argument that can't be listed.
public struct TypedArgument: Hashable, Sendable {
    /// The type of a typed argument: any text, or a whole number.
    public enum Kind: String, Hashable, Sendable {
        /// Any text within the bounds.
        case text
        /// A whole number within the bounds.
        case integer
    }

    /// The most characters of a text without a bound of its own.
    package static let mostCharacters = 1000

    /// The type of the argument.
    public var kind: Kind
    /// The smallest integer, or the fewest characters of a text; for a text, nil means 1 character.
    public var least: Int?
    /// The largest integer, or the most characters of a text; for a text, nil means 1000 characters.
    public var most: Int?
    /// Whether the move may be played by its name alone. The device that plays it then draws the
    /// number.
    public var isDrawn = false
    /// The arguments that bots and tests play with; may be empty.
    public var examples: [Value]
    /// The description of the argument in ``Move/prompt``: the argument's own `help`, or that of
    /// the move; nil without either.
    public var help: String?

    init(_ value: Value, help: String?) {
        kind = value["type"]?.stringValue == "integer" ? .integer : .text
        least = value["min"]?.intValue
        most = value["max"]?.intValue
        isDrawn = value["drawn"]?.boolValue ?? false
        examples = value["examples"]?.arrayValue ?? []
        self.help = value["help"]?.stringValue ?? help
    }

    /// Returns an argument to play with. If there are examples, it is one of them. For an integer it is
    /// otherwise one of the two bounds or a random integer between them, all three equally likely. For a
    /// text it is otherwise empty. The rules may refuse the returned argument.
    package func invented(using generator: inout some RandomNumberGenerator) -> Value {
        if let example = examples.randomElement(using: &generator) { return example }
        let (least, most) = (least ?? 0, most ?? 0)
        guard kind == .integer, least <= most else { return .string("") }
        let candidates = [least, most, Int.random(in: least...most, using: &generator)]
        return .int(Int64(candidates.randomElement(using: &generator) ?? least))
    }

    var value: Value {
        var fields: [ValueKey: Value] = ["type": .string(kind.rawValue)]
        if let least { fields["min"] = .int(Int64(least)) }
        if let most { fields["max"] = .int(Int64(most)) }
        if isDrawn { fields["drawn"] = true }
        if let help { fields["help"] = .string(help) }
        return .map(fields)
    }
}

extension [Move] {
    /// Returns the moves that a text can mean, as the rules find them (`listed.find` in
    /// `sdk/host/entries.lua`). A listed move is found by its text, by its other notation, or in
    /// other capitals; a typed one by its name. The closest match wins: `Bxc3` is a bishop's move
    /// even if `bxc3` is a move, too.
    package func meant(by text: String) -> [Move] {
        let listed = filter { $0.typed == nil }
        let lowered = text.lowercased()
        // the text of a move without a choice is its name
        func named(_ move: Move) -> String { move.text == move.name ? move.text : "\(move.name) \(move.text)" }
        let ways: [(Move) -> Bool] = [
            { $0.text == text || named($0) == text }, { $0.alternative == text },
            { $0.text.lowercased() == lowered || named($0).lowercased() == lowered },
        ]
        for way in ways {
            let meant = listed.filter(way)
            if !meant.isEmpty { return meant }
        }
        return first { $0.typed != nil && $0.name == text.prefix { $0 != " " } }.map { [$0] } ?? []
    }

    /// Returns the move that a text means, in the form of a log. Nil if the text means none or
    /// several, or has no argument that the move takes.
    package func logged(by text: String) -> (move: Move, logged: LoggedMove)? {
        let meant = meant(by: text)
        guard meant.count == 1, let move = meant.first else { return nil }
        guard let argument = move.typed else { return (move, .index(move.index)) }
        let rest = text.dropFirst(move.name.count).trimmingCharacters(in: .whitespaces)
        switch argument.kind {
        case .text: return rest.isEmpty ? nil : (move, .typed(name: move.name, argument: .string(rest)))
        case .integer: return Int64(rest).map { (move, .typed(name: move.name, argument: .int($0))) }
        }
    }

    /// Returns the move with a name and an argument, in the form of a log.
    package func logged(byName name: String, argument: Value) -> (move: Move, logged: LoggedMove)? {
        guard let move = first(where: { $0.name == name && ($0.typed != nil || $0.argument == argument) }) else {
            return nil
        }
        return (move, move.typed == nil ? .index(move.index) : .typed(name: name, argument: argument))
    }
}
