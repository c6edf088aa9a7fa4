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
        return "\(move.name) \(GameOption.text(typed.invented(using: &generator)))"
    }

    /// So many moves with an argument are tried, of which the rules may refuse any.
    private static let mostTries = 20

    /// Plays for a seat that is to move.
    package mutating func play(_ match: Match, seat: Int) throws(GameError) {
        for _ in 1...Self.mostTries {
            guard let move = choose(from: try match.legalMoves(for: seat)) else { break }
            guard let typed = move.typed else {
                try match.play(name: move.name, argument: move.argument, seat: seat)
                return
            }
            if typed.kind == .text, typed.examples.isEmpty { break }
            do throws(GameError) {
                try match.play(text(of: move), seat: seat)
                return
            } catch .rejected {
                continue  // an example that isn't legal now
            }
        }
        // what else may be typed, and that a seat is stuck, the rules know better
        try match.playRandomMove(using: &generator)
    }
}
