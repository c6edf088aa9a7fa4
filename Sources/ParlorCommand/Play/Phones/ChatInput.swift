import Parlor

/// What a line means that was typed in a conversation: a move of the phone at hand, or a command.
enum ChatInput: Hashable {
    case move(String)
    case command(ChatCommand)
    /// Neither; a sentence that says what is near.
    case unclear(String)

    /// A line with `/` in front is a command, whatever moves there are.
    init(_ text: String, moves: [Move]) {
        let isForced = text.hasPrefix("/")
        let line = isForced ? String(text.dropFirst()) : text
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let (first, rest) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        if !isForced {
            let lowered = line.lowercased()
            for move in moves {
                if move.typed != nil
                    ? move.name == first : move.text.lowercased() == lowered || move.alternative == line
                {
                    self = .move(move.typed != nil ? line : move.text)
                    return
                }
            }
        }
        if let word = ChatWord.all.first(where: { $0.name == first.lowercased() }) {
            if let command = word.read(rest) {
                self = .command(command)
            } else {
                self = .unclear("This is written `\(word.usage)`: \(word.help).")
            }
            return
        }
        if CommandWord.names.contains(first.lowercased()) {
            self = .unclear("`\(first.lowercased())` is a command of `--hot-seat`, which plays without phones.")
            return
        }
        let known = moves.map(\.text) + ChatWord.all.map(\.name)
        let hint = NearestName.of(line, in: known).map { "Did you mean '\(SafeText($0))'?" }
        self = .unclear(
            "'\(SafeText(String(line.prefix(40))))' is no move now, and no command. \(hint ?? "`moves` and `help` list what there is.")"
        )
    }
}
