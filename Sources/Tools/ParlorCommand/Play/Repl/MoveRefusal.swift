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
