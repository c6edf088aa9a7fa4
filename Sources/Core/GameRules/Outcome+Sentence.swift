import Values

extension Outcome {
    /// How a match ended: `Ana and Bob win.`, `Ana wins: Ana 3, Bob -1.`
    ///
    /// - Parameter name: what a seat is called within a sentence.
    package func sentence(_ name: (Int) -> String) -> String {
        switch self {
        case .win(let seats): return NameList.of(seats.map(name)) + (seats.count == 1 ? " wins." : " win.")
        case .draw: return "The game is drawn."
        case .scores(let scores):
            let each = scores.enumerated().map { "\(name($0.offset + 1)) \(Outcome.text($0.element))" }
            let all = each.joined(separator: ", ")
            guard let most = scores.max(), scores.count > 1 else { return "The game is over: \(all)." }
            let ahead = scores.indices.filter { scores[$0] == most }.map { name($0 + 1) }
            if ahead.count == scores.count { return "Nobody is ahead: \(all)." }
            return "\(NameList.of(ahead)) \(ahead.count == 1 ? "wins" : "win"): \(all)."
        }
    }

    /// The seats that won; with scores, those with the highest one, and nobody if all have it.
    package var winners: [Int] {
        switch self {
        case .win(let seats): return seats
        case .draw: return []
        case .scores(let scores):
            guard let highest = scores.max(), scores.contains(where: { $0 != highest }) else { return [] }
            return scores.indices.filter { scores[$0] == highest }.map { $0 + 1 }
        }
    }
}
