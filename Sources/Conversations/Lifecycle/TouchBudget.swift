/// Whether the person touched the game since it was opened or last sent something. One touch pays for one `send`;
/// further touches don't add up.
public struct TouchBudget: Hashable, Sendable {
    public private(set) var isUnused = false

    public init() {}

    public mutating func touch() {
        isUnused = true
    }

    /// Pays for a send. False if there is nothing to pay with.
    public mutating func use() -> Bool {
        defer { isUnused = false }
        return isUnused
    }
}
