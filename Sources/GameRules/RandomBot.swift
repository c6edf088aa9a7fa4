import Values

/// Plays any legal move, each as likely as the other.
package struct RandomBot {
    private var generator: SplitMix64

    /// The same seed plays the same game.
    package init(seed: UInt64) { self.init(generator: SplitMix64(seed: seed ^ 0x426f_7400_0000_0000)) }

    package init(generator: SplitMix64) { self.generator = generator }

    package mutating func choose(from moves: [Move]) -> Move? { moves.randomElement(using: &generator) }

    /// What to type for a move that was chosen. What a device would draw the bot draws: the same seed plays the same game.
    package mutating func text(of move: Move) -> String {
        guard let typed = move.typed else { return move.text }
        if let example = typed.examples.first?.stringValue { return "\(move.name) \(example)" }
        let (least, most) = (typed.least ?? 0, typed.most ?? 0)
        return "\(move.name) \(typed.isDrawn ? Int.random(in: least...max(least, most), using: &generator) : least)"
    }

    /// Plays for a seat that is to move.
    package mutating func play(_ match: Match, seat: Int) throws(GameError) {
        // What to type after a typed move, and that a seat is stuck, the rules know better.
        guard let move = choose(from: try match.legalMoves(for: seat)), move.typed == nil else {
            try match.playRandomMove(using: &generator)
            return
        }
        try match.play(name: move.name, argument: move.argument, seat: seat)
    }
}
