import Synchronization

/// Tells whoever waits how far a check is: from the checker's thread between games, and from those that play within them.
final class ProgressTeller: Sendable {
    /// Each so many plies are told.
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

    /// A ply was played in one of the games.
    ///
    /// - Parameter fraction: How far the check is by that.
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

/// How far a check is, for whoever waits for it.
public struct CheckProgress: Sendable {
    /// What a check does one after the other: it looks at files and setups, plays games, tries messages and hosts, and makes
    /// the failing games shorter.
    public enum Stage: String, Sendable {
        /// Looks at files and at what can be set up.
        case setups
        /// Plays games.
        case games
        /// Tries messages and hosts.
        case hosts
        /// Makes games that failed shorter.
        case shrinking
    }

    /// The id of the game that is checked.
    public var game: String
    /// What it is doing now.
    public var stage: Stage
    /// Done so far, and in all, of whatever the stage counts.
    public var done: Int
    /// 0 where nobody knows how many there will be, as with the games of a time box.
    public var total: Int
    /// 0…1 of the whole check.
    public var fraction: Double
    /// Plies that were played so far: one game may take long.
    package var plies = 0
}
