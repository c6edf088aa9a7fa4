import GameRules
import LuaRuntime
import Values

/// The whole tree of a game without chance: every match that can be played, counted.
///
/// Each point of the game is visited once, however many ways lead there, so tic-tac-toe takes 5,478 visits for its 255,168
/// matches. Nobody leaves; in a round the seats choose one after the other, in seat order, and each choice is a point.
///
/// ```swift
/// let tree = try GameTree(of: script)
/// print(tree.games, tree.states, tree.wins, tree.draws)
/// ```
public struct GameTree: Hashable, Sendable {
    /// Ways to play from the first move to an end.
    public let games: Int
    /// Points that differ in the state, the ply, who moved last or what waits in a round; ends are among them.
    public let states: Int
    /// How many of these are ends.
    public let terminals: Int
    /// Games that each seat wins, in seat order: alone or with others, or with the highest score where scores differ.
    public let wins: [Int]
    /// Games that end in a draw, or with equal scores.
    public let draws: Int
    /// Plies of the longest game.
    public let longest: Int
    /// Legal moves of all points that are no ends.
    public let moves: Int

    /// Legal moves of a point that is no end, on average; 0 for a game that is over before it begins.
    public var branching: Double { states > terminals ? Double(moves) / Double(states - terminals) : 0 }

    /// What became known before the count is complete.
    public struct Progress: Hashable, Sendable {
        /// Points visited so far.
        public var states = 0
        /// Plies from the beginning to the point that is being visited.
        public var depth = 0
        /// How many of the first ply's moves are counted through.
        public var finished = 0
        /// How many moves the first ply has.
        public var first = 0
    }

    /// Counts the tree.
    ///
    /// - Parameters:
    ///   - script: A game without chance.
    ///   - seats: Nil for the fewest the game takes.
    ///   - options: What differs from the defaults.
    ///   - maximumStates: How many points may be visited. A point takes some hundred bytes of memory, and more in a game with
    ///     a large state.
    ///   - progress: Called after every 1,000 points; false ends the count.
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
