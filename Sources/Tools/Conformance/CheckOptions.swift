import Foundation

/// What ``conformance(of:options:progress:)`` is to do.
public struct CheckOptions: Sendable {
    /// How much of each game is looked at.
    public var effort: Effort
    /// What the draws and the moves of the games that are played follow from.
    public var seed: UInt64
    /// So many games, whatever the time; nil: as the effort says.
    public var games: Int?
    /// The time box of a quick check.
    public var timeBox: Duration
    /// Threads that play at once.
    public var workers: Int

    /// The standard options: a quick check of five seconds from seed 1.
    ///
    /// - Parameters:
    ///   - effort: How much is checked at each ply.
    ///   - seed: What every game's choices follow from.
    ///   - games: How many are played; nil for as many as the time box holds.
    ///   - timeBox: The time of a quick check.
    ///   - workers: At least 1; nil for one for each processor that is active.
    public init(
        effort: Effort = .quick, seed: UInt64 = 1, games: Int? = nil, timeBox: Duration = .seconds(5),
        workers: Int? = nil
    ) {
        self.effort = effort
        self.seed = seed
        self.games = games
        self.timeBox = timeBox
        self.workers = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
    }
}
