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
