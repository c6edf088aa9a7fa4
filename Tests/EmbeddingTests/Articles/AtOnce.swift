import Parlor

/// Plays matches of a game at once, each in a task of its own. Returns their outcomes.
func playAtOnce(_ count: Int, of script: GameScript) async throws -> [Outcome?] {
    try await withThrowingTaskGroup(of: Outcome?.self) { group in
        for number in 0..<count {
            let match = MatchActor(try Match(of: script, seed: UInt64(number)))
            group.addTask {
                try await match.run { match in
                    var random = SplitMix64(seed: match.seed)
                    try match.playRandomMoves(using: &random)
                    return try match.status.outcome
                }
            }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
