/// What games of a script cost and how they went; sums and worst cases over games.
public struct PlayFigures: Sendable, Hashable {
    /// Games that were played, to an end or not.
    public var games = 0
    /// Games that were asked for and not begun, since `setup` refused their options.
    public var refused = 0
    /// Games that came to an end.
    public var finished = 0
    /// Games in which a host deals, and those of them that were compared with another deal from their beginning.
    var deals = 0, dealsCompared = 0
    /// Those of them in which another deal gave another seat the turn.
    var dealtTurns = 0
    /// Plies of all games together.
    public var plies = 0
    /// Plies of the longest game.
    public var longest = 0
    /// Legal moves of all seats to move, over all plies.
    public var legalMoves = 0
    /// The longest url of a message, in characters; nil where none was made.
    public var longestURL: Int?
    /// The worst call of each kind.
    public var worst: [Hook: Cost] = [:]

    /// A kind of call, as the limits count it.
    public enum Hook: String, CaseIterable, Sendable, Comparable {
        /// The setup of a match.
        case setup
        /// What is listed before a move.
        case choices
        /// A move, with what follows from it.
        case play
        /// What a seat may see.
        case view
        /// The drawing for a seat.
        case scene
        /// The texts of a bubble.
        case message
        /// A seat that leaves.
        case leave

        /// By name, in the order of the alphabet.
        public static func < (left: Hook, right: Hook) -> Bool { left.rawValue < right.rawValue }
    }

    /// What one call took.
    public struct Cost: Sendable, Hashable {
        /// VM instructions; the same on every machine.
        public var instructions: UInt64 = 0
        /// Bytes given out in the call, freed or not.
        public var granted = 0
        /// The most bytes that Lua held.
        public var peak = 0
        /// The move, as a person reads it, where one was played.
        public var step: String?

        /// A call that took nothing.
        package init() {}
    }

    /// The mean number of legal moves at a ply; nil where none was played.
    public var branching: Double? { plies == 0 ? nil : Double(legalMoves) / Double(plies) }
    /// The most that any call took: instructions, and bytes that Lua held; nil where no call was measured.
    var worstInstructions: UInt64? { worst.values.map(\.instructions).max() }
    var worstPeak: Int? { worst.values.map(\.peak).max() }

    /// Figures of no games.
    package init() {}

    /// Notes a call if it is the worst of its kind in any respect.
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
