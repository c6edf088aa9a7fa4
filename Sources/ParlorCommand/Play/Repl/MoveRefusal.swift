import Parlor

/// What to say of a text that is no move now: what is wrong with it, and what can be played.
struct MoveRefusal {
    let text: String
    /// What can be played.
    let moves: [Move]
    /// What was played, as whoever reads this may know it: the name of the seat, and the text.
    let history: [(name: String, text: String?)]

    /// Why it can't be played, where that is seen from what was played.
    var reason: String? {
        let typed = text.lowercased()
        guard let last = history.last(where: { $0.text?.lowercased() == typed }), let text = last.text else {
            return nil
        }
        return "\(last.name) has played \(SafeText(text)) already."
    }

    /// Some of what can be played.
    var advice: String {
        let shown = moves.prefix(3).map { SafeText($0.prompt).string }
        if shown.isEmpty { return "There is nothing to move now." }
        let some = NameList.of(shown, joinedBy: "or")
        return moves.count <= shown.count ? "Try \(some)." : "Try \(some), or see `moves`."
    }
}
