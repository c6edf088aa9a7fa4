import Foundation
import Parlor

/// What a line means that was typed.
enum TypedLine<Session> {
    case nothing
    /// A move that can be played now, and the text that was typed for it.
    case move(Move, String)
    case command(Command<Session>, Command<Session>.Deed)
    /// A command with something behind it that can't be read: a sentence that says how it is written.
    case misread(String)
    /// No move now, and no command; the text without its mark.
    case unknown(String, isMarked: Bool)

    /// Reads a line.
    ///
    /// A legal move always wins over a command of the same text; a line that begins with `/` or `:` is always a command.
    /// While letters are moves, unmarked commands have no short forms: a guessed letter that was used up must not quit the
    /// game.
    init(_ line: String, moves: [Move], commands: CommandTable<Session>) {
        let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = text.first else {
            self = .nothing
            return
        }
        let isMarked = first == "/" || first == ":"
        if !isMarked {
            let meant = moves.meant(by: text)
            if meant.count > 1 {
                let texts = meant.map { quoted($0.text) }.joined(separator: " or ")
                self = .misread("\(quoted(text)) could mean \(texts).")
                return
            }
            if let move = meant.first {
                self = .move(move, text)
                return
            }
        }
        let rest = isMarked ? text.dropFirst() : text[...]
        let parts = rest.split(separator: " ", maxSplits: 1)
        let word = parts.first.map { $0.lowercased() } ?? ""
        let isLettered = moves.contains { $0.typed == nil && $0.text.count == 1 && $0.text.first?.isLetter == true }
        guard let command = commands.find(word, allowsAliases: isMarked || !isLettered) else {
            self = .unknown(String(rest), isMarked: isMarked)
            return
        }
        let argument = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        self = command.read(argument).map { .command(command, $0) } ?? .misread(command.correction)
    }
}
