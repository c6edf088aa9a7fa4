import Parlor

/// Plays any legal move, each as likely as the other.
struct RandomBot {
    private var generator: SplitMix64

    /// The same seed plays the same game.
    init(seed: UInt64) { self.init(generator: SplitMix64(seed: seed ^ 0x426f_7400_0000_0000)) }

    init(generator: SplitMix64) { self.generator = generator }

    mutating func choose(from moves: [Move]) -> Move? { moves.randomElement(using: &generator) }

    /// Plays for a seat that is to move.
    mutating func play(_ match: Match, seat: Int) throws(GameError) {
        // What to type after a typed move, and that a seat is stuck, the rules know better.
        guard let move = choose(from: try match.legalMoves(for: seat)), move.typed == nil else {
            try match.playRandomMove(using: &generator)
            return
        }
        try match.play(name: move.name, argument: move.argument, seat: seat)
    }
}
