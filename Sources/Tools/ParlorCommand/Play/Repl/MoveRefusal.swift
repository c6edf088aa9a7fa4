import Foundation
import Parlor
import Values

/// The answer to a text that isn't a legal move now: what is wrong with it, and what can be played.
struct MoveRefusal {
    let text: String
    /// The moves that can be played.
    let moves: [Move]
    /// The plies so far, as the reader may know them.
    let history: [Played]

    /// A ply: the name of the seat, the text, and the move's name if that differs from the text.
    struct Played {
        let name: String
        let text: String?
        var move: String?
    }

    private var same: [Played] {
        let typed = text.lowercased()
        return history.filter { $0.text?.lowercased() == typed }
    }

    /// Whether the text was played as a move before. Such a text isn't a typing error, even if it
    /// can't be played now.
    var wasPlayed: Bool { !same.isEmpty }

    /// The reason why the text can't be played, if the plies so far show the reason.
    ///
    /// A cell is taken after one move, but an action such as `hit`, or a column of a board, is
    /// played repeatedly. So an earlier move with the same text is the reason only under two
    /// conditions: moves of this name can be played now, and no text of this name was played twice.
    var reason: String? {
        guard same.count == 1, let last = same.first, let text = last.text, let move = last.move, move != text,
            moves.contains(where: { $0.name == move && $0.typed == nil })
        else { return nil }
        let kin = history.filter { $0.move == move }.compactMap { $0.text?.lowercased() }
        guard Set(kin).count == kin.count else { return nil }
        return "\(last.name) has played \(SafeText(text)) already."
    }

    /// Returns the nearest move or command for a typing error, or nil.
    func hint<Session>(_ commands: CommandTable<Session>) -> String? {
        wasPlayed ? nil : commands.suggestion(for: text, moves: moves)
    }

    /// Some of the moves that can be played.
    var advice: String {
        let shown = moves.prefix(3).map { SafeText($0.prompt).string }
        if shown.isEmpty { return "There is no move to make now." }
        let some = NameList.of(shown, joinedBy: "or")
        return moves.count <= shown.count ? "Try \(some)." : "Try \(some), or see `moves`."
    }
}

/// The meaning of a typed line.
enum TypedLine<Session> {
    case nothing
    /// A move that can be played now, and the text typed for it.
    case move(Move, String)
    case command(Command<Session>, Command<Session>.Deed)
    /// A command whose argument can't be read, with a sentence on its notation.
    case misread(String)
    /// Neither a move nor a command. The text comes without a leading slash or colon, which marks
    /// it as a command.
    case unknown(String, isMarked: Bool)

    /// Reads a line.
    ///
    /// A legal move always takes precedence over a command of the same text. A line that starts
    /// with `/` or `:` is always a command. If single letters are moves, unmarked commands have no
    /// short forms. Otherwise a player who guesses the letter `q` twice would quit the game.
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

/// The moves whose number a device draws at random. People see only their names, because the number
/// is long and meaningless to them.
struct RandomArgumentMoves {
    private var names: Set<String> = []

    /// Learns from the legal moves. Only current moves are listed, so a session calls this before
    /// every move.
    mutating func learn(from moves: [Move]) {
        for move in moves where move.typed?.isDrawn == true { names.insert(move.name) }
    }

    /// Returns the text of a move for people: `scatter` for `scatter 8960517011869664`.
    func shown(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, names.contains(String(parts[0])), Int(parts[1]) != nil else { return text }
        return String(parts[0])
    }
}
