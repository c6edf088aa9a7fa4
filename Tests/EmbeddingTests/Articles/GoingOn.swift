import Parlor

/// Plays three plies, and continues from the saved bytes as another process would.
func goOn(with script: GameScript) throws -> Match {
    let match = try Match(of: script, seed: 7)
    var random = SplitMix64(seed: 7)
    for _ in 1...3 { try match.playRandomMove(using: &random) }

    let again = try Match(loading: match.save(), of: script)
    try again.undo()
    return again
}
