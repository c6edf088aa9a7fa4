import Foundation
import Parlor
import Values

/// What to say of a text that is no move now: what is wrong with it, and what can be played.
struct MoveRefusal {
    let text: String
    /// What can be played.
    let moves: [Move]
    /// What was played, as whoever reads this may know it: the name of the seat, and the text.
    let history: [Played]

    /// One ply: the name of the seat, the text, and the name of the move where the text is another.
    struct Played {
        let name: String
        let text: String?
        var move: String?
    }

    private var same: [Played] {
        let typed = text.lowercased()
        return history.filter { $0.text?.lowercased() == typed }
    }

    /// Was it a move before? Then it wasn't mistyped, whatever else can be played.
    var wasPlayed: Bool { !same.isEmpty }

    /// Why it can't be played, where that is seen from what was played.
    ///
    /// A cell is taken by who played it. A deed such as `hit`, and a column of a board, are played again and again: that they
    /// were played before says nothing. So it counts only where a move of this kind can be played now, and where nothing of
    /// this match was played twice.
    var reason: String? {
        guard same.count == 1, let last = same.first, let text = last.text, let move = last.move, move != text,
            moves.contains(where: { $0.name == move && $0.typed == nil })
        else { return nil }
        let kin = history.filter { $0.move == move }.compactMap { $0.text?.lowercased() }
        guard Set(kin).count == kin.count else { return nil }
        return "\(last.name) has played \(SafeText(text)) already."
    }

    /// What to type instead: the nearest of what there is, for a slip, or some of what can be played.
    func hint<Session>(_ commands: CommandTable<Session>) -> String? {
        wasPlayed ? nil : commands.suggestion(for: text, moves: moves)
    }

    /// Some of what can be played.
    var advice: String {
        let shown = moves.prefix(3).map { SafeText($0.prompt).string }
        if shown.isEmpty { return "There is nothing to move now." }
        let some = NameList.of(shown, joinedBy: "or")
        return moves.count <= shown.count ? "Try \(some)." : "Try \(some), or see `moves`."
    }
}

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

/// The moves whose number a device draws. People read their names alone: the number is long, and it tells them nothing.
struct RandomArgumentMoves {
    private var names: Set<String> = []

    /// Takes in what can be played. Only what can be played now is listed, so a session asks before every move.
    mutating func learn(from moves: [Move]) {
        for move in moves where move.typed?.isDrawn == true { names.insert(move.name) }
    }

    /// The text of a move as people read it: `scatter` of `scatter 8960517011869664`.
    func shown(_ text: String) -> String {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, names.contains(String(parts[0])), Int(parts[1]) != nil else { return text }
        return String(parts[0])
    }
}
