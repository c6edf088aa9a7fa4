import Parlor

/// Lets two bots play this many games, move by move. Returns the number of their moves.
func playMany(_ count: Int, of script: GameScript) throws -> Int {
    // go to the Lua thread only once
    try LuaThread.run {
        let match = try Match(of: script, seed: 1)
        var (moves, random) = (0, SplitMix64(seed: 1))
        for number in 1...max(1, count) {
            while let seat = try match.status.turn.first,
                let move = try match.legalMoves(for: seat).randomElement(using: &random)
            {
                // by its index, so that its text needn't be parsed
                try match.play(index: move.index, seat: seat)
                moves += 1
            }
            // start the next game in the same Lua state
            try match.restart(seed: UInt64(number) + 1)
        }
        return moves
    }
}
