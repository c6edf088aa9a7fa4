import Foundation

/// What ``conformance(of:options:progress:)`` is to do.
public struct CheckOptions: Sendable {
    public var effort: Effort
    public var seed: UInt64
    /// So many games, whatever the time; nil: as the effort says.
    public var games: Int?
    /// The time box of a quick check.
    public var timeBox: Duration
    /// Threads that play at once.
    public var workers: Int

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
