/// How far a check is, for whoever waits for it.
public struct CheckProgress: Sendable {
    public enum Stage: String, Sendable { case setups, games, hosts, shrinking }

    public var game: String
    public var stage: Stage
    /// Done so far, and in all, of whatever the stage counts.
    public var done: Int
    public var total: Int
    /// 0…1 of the whole check.
    public var fraction: Double
}
