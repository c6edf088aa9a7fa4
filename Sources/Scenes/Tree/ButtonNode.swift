/// A move offered by name. What it plays is its node's ``SceneNode/play``.
public struct ButtonNode: Hashable, Sendable {
    /// What is written on the button.
    public let label: SafeText

    /// A button with these words on it; the move is given to its ``SceneNode``.
    public init(label: SafeText) {
        self.label = label
    }
}
