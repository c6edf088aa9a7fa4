/// A move offered by name. What it plays is its node's ``SceneNode/play``.
public struct ButtonNode: Hashable, Sendable {
    /// What is written on the button.
    public let label: SafeText
    /// What is drawn above the words; nil for nothing.
    public let piece: Piece?

    /// A button with these words on it; the move is given to its ``SceneNode``.
    public init(label: SafeText, piece: Piece? = nil) {
        self.label = label
        self.piece = piece
    }
}
