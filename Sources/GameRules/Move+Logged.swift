import Values

extension Move {
    /// The move as a log has it, if this is what a person means who types this; nil if it isn't, and where the text holds no argument
    /// that the move takes. Capitals and spaces around it don't matter.
    package func logged(by typed: String) -> LoggedMove? {
        let words = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
        guard let argument = self.typed else {
            let wanted = words.joined(separator: " ").lowercased()
            return [text, alternative].contains { $0?.lowercased() == wanted } ? .index(index) : nil
        }
        guard words.count == 2, words[0].lowercased() == text.lowercased() else { return nil }
        switch argument.kind {
        case .text: return .typed(name: name, argument: .string(words[1]))
        case .integer: return Int64(words[1]).map { .typed(name: name, argument: .int($0)) }
        }
    }

    /// The move as a log has it, if it is told by this name and argument.
    package func logged(byName name: String, argument: Value) -> LoggedMove? {
        guard name == self.name else { return nil }
        if typed != nil { return .typed(name: name, argument: argument) }
        return argument == self.argument ? .index(index) : nil
    }
}
