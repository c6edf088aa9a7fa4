/// A move offered by name. What it plays is its node's ``SceneNode/play``.
public struct ButtonNode: Hashable, Sendable {
    public let label: SafeText

    public init(label: SafeText) {
        self.label = label
    }
}
