import Values

/// Random moves: one or many in each call into Lua.
extension Match {
    /// Plays a random legal move for the seat whose turn it is (in a round, the first that hasn't
    /// moved).
    ///
    /// - Throws: ``GameError/rejected(_:)`` with `game_over` if the match is over;
    ///   ``GameError/failed(_:)`` if the script fails.
    /// - Returns: False if the move ended the match.
    @discardableResult @inlinable
    public func playRandomMove(using generator: inout some RandomNumberGenerator) throws(GameError) -> Bool {
        try playRandomMove(choice: generator.next())
    }

    /// Plays the random legal move that `choice` selects. See ``playRandomMove(using:)``.
    @discardableResult
    public func playRandomMove(choice: UInt64) throws(GameError) -> Bool { try RandomPlay(rules).play(choice: choice) }

    /// Restarts the match with another seed, which is the quick way to play many matches. If plies
    /// have keys of their own, these keys stay in use.
    ///
    /// - Returns: False for a game that is over before its first move.
    @discardableResult
    public func restart(seed: UInt64) throws(GameError) -> Bool { try RandomPlay(rules).restart(seed: seed) }

    /// Plays random legal moves until the match is over or `plies` moves were made. The result is
    /// the same as that of repeated calls of ``playRandomMove(using:)``, and each move has the same
    /// limits, but one call is faster.
    ///
    /// - Parameters:
    ///   - plies: The most moves.
    ///   - generator: The source of one number for each move.
    /// - Throws: ``GameError``. The moves before the failed move stay played.
    /// - Returns: The number of moves that were made.
    @discardableResult
    public func playRandomMoves(atMost plies: Int = .max, using generator: inout SplitMix64) throws(GameError) -> Int {
        try RandomPlay(rules).play(atMost: plies, using: &generator)
    }

    /// Restarts the match with another seed, and plays random legal moves until it is over: the
    /// quickest way to play many games. See ``restart(seed:)`` and
    /// ``playRandomMoves(atMost:using:)``.
    ///
    /// - Parameter plies: The most moves, since some games don't end.
    /// - Throws: ``GameError``. The moves before the failed move stay played.
    /// - Returns: The number of moves that were made.
    @discardableResult
    public func playRandomGame(
        seed: UInt64, atMost plies: Int = .max, using generator: inout SplitMix64
    ) throws(GameError) -> Int {
        try RandomPlay(rules).playGame(seed: seed, atMost: plies, using: &generator)
    }
}
