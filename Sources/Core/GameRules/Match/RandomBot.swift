import Values

/// A bot that plays any legal move with equal probability.
package struct RandomBot {
    private var generator: SplitMix64

    /// Creates a bot. Bots with the same seed play the same game.
    package init(seed: UInt64) { self.init(generator: SplitMix64(seed: seed ^ 0x426f_7400_0000_0000)) }

    package init(generator: SplitMix64) { self.generator = generator }

    package mutating func choose(from moves: [Move]) -> Move? { moves.randomElement(using: &generator) }

    /// Returns the text to type for a chosen move. The bot draws the argument of a typed move, even
    /// if the device would draw it, so that the same seed plays the same game.
    package mutating func text(of move: Move) -> String {
        guard let typed = move.typed else { return move.text }
        return "\(move.name) \(GameOption.text(typed.invented(using: &generator)))"
    }

    /// The most typed moves that are tried. The rules may refuse any of them.
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
                continue  // this example isn't legal now
            }
        }
        // the rules can find other arguments, and know whether the seat is stuck
        try match.playRandomMove(using: &generator)
    }
}
