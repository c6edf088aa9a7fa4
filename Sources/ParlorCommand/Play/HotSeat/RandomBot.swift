import Parlor

/// Plays any legal move, each as likely as the other.
struct RandomBot {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed ^ 0x426f_7400_0000_0000) }

    /// Plays for a seat that is to move.
    mutating func play(_ match: Match, seat: Int) throws(GameError) {
        let moves = try match.legalMoves(for: seat)
        // What to type after a typed move, and that a seat is stuck, the rules know better.
        guard let move = moves.randomElement(using: &generator), move.typed == nil else {
            try match.playRandomMove(using: &generator)
            return
        }
        try match.play(name: move.name, argument: move.argument, seat: seat)
    }
}
