import Parlor

/// Typical positions of a game: the middle of a match as a seat to move sees it, and its end as a
/// spectator sees it.
///
/// They come from random play with fixed seeds, so they are the same on every machine.
struct TypicalPositions {
    /// The most seeds to try, and the most moves of a match.
    private static let (tries, longest) = (UInt64(12), 500)

    let script: GameScript

    /// Returns the pictures of the game, each with its title.
    func entries() throws -> [ContactSheet.Entry] {
        let (seed, length) = try typicalGame()
        let middle = try position(seed: seed, plies: length * 3 / 5)
        let end = try position(seed: seed, plies: length)
        let mover = try middle.status.turn.last
        return [
            try entry(middle, seat: mover, title: "\(script.title), to move"),
            try entry(end, seat: nil, title: "\(script.title), at the end"),
        ]
    }

    /// Returns the first seed whose match somebody wins, and the match's length. If nobody wins any
    /// match, returns the first match that is over. If no match is over, returns the first seed
    /// with a quarter of the allowed length.
    private func typicalGame() throws(GameError) -> (seed: UInt64, length: Int) {
        var ended: (UInt64, Int)?
        for seed in 1...Self.tries {
            let match = try Match(of: script, seed: seed)
            var generator = SplitMix64(seed: seed)
            let length = try match.playRandomMoves(atMost: Self.longest, using: &generator)
            switch try match.status.outcome {
            case .win: return (seed, length)
            case nil: continue
            case .draw, .scores: ended = ended ?? (seed, length)
            }
        }
        return ended ?? (1, Self.longest / 4)
    }

    private func position(seed: UInt64, plies: Int) throws(GameError) -> Match {
        let match = try Match(of: script, seed: seed)
        var generator = SplitMix64(seed: seed)
        try match.playRandomMoves(atMost: plies, using: &generator)
        return match
    }

    private func entry(_ match: Match, seat: Int?, title: String) throws -> ContactSheet.Entry {
        let drawing = DriveScene(seat: seat, style: "expanded", form: "svg", renderer: TerminalRenderer())
        return ContactSheet.Entry(title: title, scene: try drawing.scene(match), context: try drawing.context(match))
    }
}
