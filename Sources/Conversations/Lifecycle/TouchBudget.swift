/// Whether the person touched the game since it was opened or last sent something. One touch pays for one `send`;
/// further touches don't add up.
public struct TouchBudget: Hashable, Sendable {
    /// Whether there is a touch that no `send` has used yet.
    public private(set) var isUnused = false

    /// A game that was just opened: no touch yet.
    public init() {}

    /// The person touched the game, so that the next `send` is paid for.
    public mutating func touch() {
        isUnused = true
    }

    /// Pays for a send. False if there is nothing to pay with.
    public mutating func use() -> Bool {
        defer { isUnused = false }
        return isUnused
    }
}
