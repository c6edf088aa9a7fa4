import Foundation
import Values

extension [Move] {
    /// The moves that a text can mean, as the rules find them (`listed.find` in `sdk/host/entries.lua`): by their text, their other
    /// notation, in other letters, and typed ones by their name. What fits more closely comes first and wins: `Bxc3` is a bishop's
    /// move, also where `bxc3` is one.
    package func meant(by text: String) -> [Move] {
        let listed = filter { $0.typed == nil }
        let lowered = text.lowercased()
        // a move without a choice has its name for its text
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

    /// The move that a text means, as a log has it; nil where it means none or several, and where it holds no argument that the move takes.
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

    /// The move that a name and an argument tell, as a log has it.
    package func logged(byName name: String, argument: Value) -> (move: Move, logged: LoggedMove)? {
        guard let move = first(where: { $0.name == name && ($0.typed != nil || $0.argument == argument) }) else {
            return nil
        }
        return (move, move.typed == nil ? .index(move.index) : .typed(name: name, argument: argument))
    }
}
