/// Whether the person touched the game since it was opened or last sent something. One touch pays for one `send`;
/// further touches don't add up.
package struct TouchBudget: Hashable, Sendable {
    /// Whether there is a touch that no `send` has used yet.
    package private(set) var isUnused = false

    /// A game that was just opened: no touch yet.
    package init() {}

    /// The person touched the game, so that the next `send` is paid for.
    package mutating func touch() {
        isUnused = true
    }

    /// Pays for a send. False if there is nothing to pay with.
    package mutating func use() -> Bool {
        defer { isUnused = false }
        return isUnused
    }
}
