import GameRules
import Values

/// Why a game's tree could not be counted.
public enum GameTreeError: Error, Sendable {
    /// What follows a move is up to dice or a dealer.
    case chance(game: String)
    /// A move that is typed: its arguments can't be listed.
    case typedMove(String, log: [LogEntry])
    /// More points than may be visited.
    case tooManyStates(maximum: Int, GameTree.Progress)
    /// More games than a 64-bit number holds.
    case tooManyGames(GameTree.Progress)
    /// The caller ended the count.
    case cancelled(GameTree.Progress)
    /// The rules fail at the end of this log, or refuse a move that they list.
    case failed(GameError, log: [LogEntry])
}

extension GameTreeError: CustomStringConvertible {
    /// Why, in a sentence, and how far the count came where it had begun.
    public var description: String {
        switch self {
        case .chance(let game):
            "The tree of \(game) can't be counted: it leaves something to chance. Only games without `chance` and `deal` have one."
        case .typedMove(let name, let log):
            "The tree can't be counted: after \(counted(plies: log.count)) '\(name)' takes a typed argument, which can't be listed."
        case .tooManyStates(let maximum, let progress):
            "The tree has more than \(counted(maximum, "state")); \(Self.reach(progress)). Allow more, or choose a smaller board."
        case .tooManyGames(let progress):
            "The tree has more games than can be counted (2^63); \(Self.reach(progress))."
        case .cancelled(let progress):
            "The count was ended; \(Self.reach(progress))."
        case .failed(let error, let log):
            log.isEmpty
                ? "The tree can't be counted: the game fails before its first ply: \(error)"
                : "The tree can't be counted: the game fails after \(counted(plies: log.count)): \(error)"
        }
    }

    private static func reach(_ progress: GameTree.Progress) -> String {
        "\(progress.finished) of the first ply's \(counted(progress.first, "move")) were counted through, "
            + "and \(counted(progress.states, "state")) \(progress.states == 1 ? "was" : "were") visited, the last one at ply \(progress.depth)"
    }
}
