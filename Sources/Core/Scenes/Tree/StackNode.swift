/// Nodes one after the other.
public struct StackNode: Hashable, Sendable {
    /// In reading order: from the top, or from the left.
    public let nodes: [SceneNode]
    /// Whether the nodes stand side by side, as far as the width allows, instead of below each other.
    public let isAcross: Bool
    /// Whether the nodes lie on the cloth of a card table.
    public let isOnFelt: Bool

    /// Nodes below each other, unless told otherwise.
    public init(_ nodes: [SceneNode], isAcross: Bool = false, isOnFelt: Bool = false) {
        self.nodes = nodes
        self.isAcross = isAcross
        self.isOnFelt = isOnFelt
    }
}
