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
