/// A move as logs have it, in memory, in a file and in a message.
public enum LoggedMove: Hashable, Sendable {
    /// Its place in the canonical list of legal moves, from 1.
    case index(Int)
    /// A move whose argument can't be listed.
    case typed(name: String, argument: Value)
}

extension LoggedMove: ExpressibleByIntegerLiteral {
    /// A place in the list, from 1.
    public init(integerLiteral index: Int) { self = .index(index) }
}
