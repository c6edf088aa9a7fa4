import Parlor

/// The moves whose number a device draws. People read their names alone: the number is long, and it tells them nothing.
struct DrawnMoves {
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
