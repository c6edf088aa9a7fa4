/// The cost and the course of a script's games: sums and worst cases.
public struct PlayFigures: Sendable, Hashable {
    /// The number of games that were played, whether to their end or not.
    public var games = 0
    /// The number of games that didn't begin, because `setup` refused their options.
    public var refused = 0
    /// The number of games that reached an end.
    public var finished = 0
    /// The number of games in which a host deals, and the number of these games that were compared
    /// with another deal from their beginning.
    var deals = 0, dealsCompared = 0
    /// The number of games in which another deal gave another seat the turn.
    var dealtTurns = 0
    /// The number of plies of all games together.
    public var plies = 0
    /// The number of plies of the longest game.
    public var longest = 0
    /// The number of legal moves of all seats in turn, over all plies.
    public var legalMoves = 0
    /// The length of the longest message url, in characters; nil if no message was made.
    public var longestURL: Int?
    /// The worst call of each kind.
    public var worst: [Hook: Cost] = [:]

    /// The kinds of calls that limits apply to.
    public enum Hook: String, CaseIterable, Sendable, Comparable {
        /// The setup of a match.
        case setup
        /// The list of choices before a move.
        case choices
        /// A move, with everything that follows from it.
        case play
        /// The view of a seat.
        case view
        /// The drawing for a seat.
        case scene
        /// The texts of a bubble.
        case message
        /// A seat that leaves.
        case leave

        /// Compares the names alphabetically.
        public static func < (left: Hook, right: Hook) -> Bool { left.rawValue < right.rawValue }
    }

    /// The cost of one call.
    public struct Cost: Sendable, Hashable {
        /// The VM instructions, which are the same on every machine.
        public var instructions: UInt64 = 0
        /// The bytes that the call allocated, whether they were freed or not.
        public var granted = 0
        /// The most bytes that Lua had allocated at the same time.
        public var peak = 0
        /// The move as a person reads it; nil if none was played.
        public var step: String?

        /// Creates a cost of zero.
        package init() {}
    }

    /// The mean number of legal moves at a ply; nil if no ply was played.
    public var branching: Double? { plies == 0 ? nil : Double(legalMoves) / Double(plies) }
    /// The most instructions of any call, and the most bytes that Lua had allocated at the same
    /// time; nil if no call was measured.
    var worstInstructions: UInt64? { worst.values.map(\.instructions).max() }
    var worstPeak: Int? { worst.values.map(\.peak).max() }

    /// Creates the figures of no games.
    package init() {}

    /// Records a call if it is the worst of its kind in any respect.
    mutating func note(_ hook: Hook, _ cost: Cost) {
        var worst = worst[hook] ?? Cost()
        if cost.instructions >= worst.instructions { (worst.instructions, worst.step) = (cost.instructions, cost.step) }
        worst.granted = max(worst.granted, cost.granted)
        worst.peak = max(worst.peak, cost.peak)
        self.worst[hook] = worst
    }

    /// Adds the figures of another game or games.
    mutating func add(_ other: PlayFigures) {
        games += other.games
        refused += other.refused
        finished += other.finished
        deals += other.deals
        dealsCompared += other.dealsCompared
        dealtTurns += other.dealtTurns
        plies += other.plies
        longest = max(longest, other.longest)
        legalMoves += other.legalMoves
        longestURL = [longestURL, other.longestURL].compactMap(\.self).max()
        for (hook, cost) in other.worst { note(hook, cost) }
    }
}
