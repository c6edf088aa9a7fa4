import Synchronization

/// Reports the progress of a check to a listener. The checker's thread reports between games; the
/// threads that play report during them.
final class ProgressTeller: Sendable {
    /// The number of plies from one report to the next.
    private static let pliesAtOnce = 10

    private let listener: @Sendable (CheckProgress) -> Void
    private let pace = Mutex((plies: 0, told: CheckProgress?.none))

    init(_ listener: @escaping @Sendable (CheckProgress) -> Void) { self.listener = listener }

    func tell(_ progress: CheckProgress) {
        pace.withLock { pace in
            var progress = progress
            progress.plies = pace.plies
            pace.told = progress
            listener(progress)
        }
    }

    /// Counts a ply that was played in one of the games.
    ///
    /// - Parameter fraction: Returns the progress of the check after the ply.
    func noteStep(_ fraction: () -> Double = { 0 }) {
        pace.withLock { pace in
            pace.plies += 1
            guard pace.plies % Self.pliesAtOnce == 0, var progress = pace.told else { return }
            progress.plies = pace.plies
            progress.fraction = max(progress.fraction, min(1, fraction()))
            pace.told = progress
            listener(progress)
        }
    }
}

/// The progress of a check.
public struct CheckProgress: Sendable {
    /// The stages of a check, in order.
    public enum Stage: String, Sendable {
        /// Checks files and setups.
        case setups
        /// Plays games.
        case games
        /// Tests messages and hosts.
        case hosts
        /// Shrinks the games that failed.
        case shrinking
    }

    /// The id of the game that is checked.
    public var game: String
    /// The current stage.
    public var stage: Stage
    /// The number of items that the stage has completed.
    public var done: Int
    /// The number of all items of the stage; 0 if it is unknown, as with the games of a time box.
    public var total: Int
    /// The completed share of the whole check, from 0 to 1.
    public var fraction: Double
    /// The number of plies played so far. It grows even during one long game.
    package var plies = 0
}
