import Parlor

/// Positions of a game as people see it: in the middle of a match, by whoever is to move, and at its end.
///
/// They are found by random play from fixed seeds, so they are the same on every machine.
struct TypicalPositions {
    /// How many matches are tried for one that ends soon enough, and how long one may be.
    private static let (tries, longest) = (UInt64(12), 500)

    let script: GameScript

    /// The pictures of the game, each with its title.
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

    /// The first seed with a match that somebody wins, and how many moves that has.
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
