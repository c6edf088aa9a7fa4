import Parlor

/// A command of the REPL, read from what was typed.
enum ReplCommand: Equatable {
    case help, board, moves, rules, history, state, stats, reload, resign, quit
    case undo(Int)
    case redo(Int)
    /// A seat's number or name, or `spectator`; nil for the seat at the keyboard.
    case view(String?)
    case lua(String)
    case save(String)
    case load(String)
    /// A file; nil for the match so far.
    case replay(String?)
    /// Who, and `random` or `off`; nil to list who plays.
    case bot(String, isOn: Bool)
    case seats
    /// How many plies; nil for all that are left.
    case auto(Int?)
    case new(UInt64?)
}

/// One line of input.
enum ReplInput: Equatable {
    case nothing
    case move(String)
    case command(ReplCommand)
    /// It was meant to be a command: a sentence that says what it should look like.
    case unclear(String)

    /// Reads a line.
    ///
    /// A legal move always wins over a command of the same text; a line that begins with `/` or `:` is always a command.
    /// What is no command is a move, which the rules may refuse.
    ///
    /// - Parameters:
    ///   - isMove: is this the text of a move that is legal now?
    ///   - allowsShort: may commands without a slash be abbreviated? Not while letters are moves: a guessed letter that
    ///     was used up must not quit the game.
    init(_ line: String, allowsShort: Bool = true, isMove: (String) -> Bool = { _ in false }) {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = text.first else {
            self = .nothing
            return
        }
        let isMarked = first == "/" || first == ":"
        if !isMarked, isMove(text) {
            self = .move(text)
            return
        }
        let parts = (isMarked ? text.dropFirst() : text[...]).split(separator: " ", maxSplits: 1)
        let word = parts.first.map { $0.lowercased() } ?? ""
        let rest = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        guard let known = CommandWord.find(word, allowsShort: allowsShort || isMarked) else {
            let nearest = NearestName.of(word, in: CommandWord.names).map { " Did you mean '/\($0)'?" } ?? ""
            self = isMarked ? .unclear("There is no command '\(SafeText(word))'.\(nearest)") : .move(text)
            return
        }
        self = known.read(rest).map(ReplInput.command) ?? .unclear(known.correction)
    }
}
