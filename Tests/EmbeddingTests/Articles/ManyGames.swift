import Parlor

/// Two bots play this many games, move by move; returns how many moves they made.
func playMany(_ count: Int, of script: GameScript) throws -> Int {
    // one trip to the Lua thread for all of it
    try LuaThread.run {
        let match = try Match(of: script, seed: 1)
        var (moves, random) = (0, SplitMix64(seed: 1))
        for number in 1...max(1, count) {
            while let seat = try match.status.turn.first,
                let move = try match.legalMoves(for: seat).randomElement(using: &random)
            {
                // by its place in the list: its text needn't be read again
                try match.play(index: move.index, seat: seat)
                moves += 1
            }
            // the same Lua state begins the next game
            try match.restart(seed: UInt64(number) + 1)
        }
        return moves
    }
}
