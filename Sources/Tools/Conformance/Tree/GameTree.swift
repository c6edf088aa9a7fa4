import GameRules
import LuaRuntime
import Values

/// The whole tree of a game without chance: the number of all matches that can be played.
///
/// Each point of the game is visited once, even if several sequences of moves lead to it. For
/// example, the 255,168 matches of tic-tac-toe take only 5,478 visits. Matches in which a seat
/// leaves aren't counted. In a round the seats choose one after the other, in seat order, and each
/// choice leads to a point of its own.
///
/// ```swift
/// let tree = try GameTree(of: script)
/// print(tree.games, tree.states, tree.wins, tree.draws)
/// ```
public struct GameTree: Hashable, Sendable {
    /// The number of ways to play from the first move to an end.
    public let games: Int
    /// The number of points, including ends. Two points differ in the state, the ply, the seat that
    /// moved last, or the pending moves of a round.
    public let states: Int
    /// The number of points that are ends.
    public let terminals: Int
    /// The number of games that each seat wins, in seat order. A seat wins alone or together with
    /// others. If the outcome has scores that aren't all equal, a seat with the highest score wins.
    public let wins: [Int]
    /// The number of games that end in a tie, or with equal scores.
    public let draws: Int
    /// The number of plies of the longest game.
    public let longest: Int
    /// The number of legal moves at all points that aren't ends.
    public let moves: Int

    /// The average number of legal moves at a point that isn't an end; 0 for a game that is over
    /// before it begins.
    public var branching: Double { states > terminals ? Double(moves) / Double(states - terminals) : 0 }

    /// The progress of a count.
    public struct Progress: Hashable, Sendable {
        /// The number of points visited so far.
        public var states = 0
        /// The number of plies from the beginning to the point that is being visited.
        public var depth = 0
        /// The number of the first ply's moves that are counted completely.
        public var finished = 0
        /// The number of moves of the first ply.
        public var first = 0
    }

    /// Counts the tree.
    ///
    /// - Parameters:
    ///   - script: A game without chance.
    ///   - seats: The number of seats; nil for the fewest.
    ///   - options: The options that differ from the defaults.
    ///   - maximumStates: The most points that may be visited. Each point takes a few hundred bytes
    ///     of memory, or more in a game with a large state.
    ///   - progress: Runs after every 1,000 points, and returns false to end the count.
    /// - Throws: ``GameTreeError``.
    public init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], maximumStates: Int = 1_000_000,
        progress: (Progress) -> Bool = { _ in true }
    ) throws(GameTreeError) {
        guard script.chance == .none, !script.dealt else { throw .chance(game: script.id) }
        self = try LuaThread.run { () throws(GameTreeError) -> GameTree in
            let match: Match
            do throws(GameError) {
                match = try Match(of: script, seats: seats, options: options, seed: 0)
                match.luaStates.failsBoundPlies = true
            } catch {
                throw .failed(error, log: [])
            }
            var walk = GameTreeWalk(match: match, maximumStates: maximumStates)
            return try walk.run(progress)
        }
    }

    init(_ root: GameTreeWalk.Counts, states: Int, terminals: Int, moves: Int) {
        games = root.games
        self.states = states
        self.terminals = terminals
        wins = root.wins
        draws = root.draws
        longest = root.longest
        self.moves = moves
    }
}

/// The reason why a game's tree couldn't be counted.
public enum GameTreeError: Error, Sendable {
    /// The game has chance, such as dice or a dealer.
    case chance(game: String)
    /// A move has a typed argument, and the possible arguments can't be listed.
    case typedMove(String, log: [LogEntry])
    /// The tree has more points than may be visited.
    case tooManyStates(maximum: Int, GameTree.Progress)
    /// The tree has more games than a 64-bit number holds.
    case tooManyGames(GameTree.Progress)
    /// The caller ended the count.
    case cancelled(GameTree.Progress)
    /// At the end of this log, the rules fail or refuse a move that they list as legal.
    case failed(GameError, log: [LogEntry])
}

extension GameTreeError: CustomStringConvertible {
    /// The reason as a sentence, and the progress if the count had begun.
    public var description: String {
        switch self {
        case .chance(let game):
            "The tree of \(game) can't be counted, because it has chance. Use a game without `chance` and `deal`."
        case .typedMove(let name, let log):
            "The tree can't be counted. After \(counted(plies: log.count)) '\(name)' takes typed arguments."
        case .tooManyStates(let maximum, let progress):
            "The tree has more than \(counted(maximum, "state")). \(Self.reach(progress)). Allow more, or choose a smaller board."
        case .tooManyGames(let progress):
            "The tree has more games than can be counted (2^63). \(Self.reach(progress))."
        case .cancelled(let progress):
            "The count was stopped. \(Self.reach(progress))."
        case .failed(let error, let log):
            log.isEmpty
                ? "The tree can't be counted. The game fails before its first ply: \(error)"
                : "The tree can't be counted. The game fails after \(counted(plies: log.count)): \(error)"
        }
    }

    private static func reach(_ progress: GameTree.Progress) -> String {
        "\(progress.finished) of the first ply's \(counted(progress.first, "move")) were counted completely, "
            + "and \(counted(progress.states, "state")) \(progress.states == 1 ? "was" : "were") visited, the last one at ply \(progress.depth)"
    }
}
