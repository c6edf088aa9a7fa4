/// A field in which the argument of a typed move is written, such as the question of `ask`.
public struct InputNode: Hashable, Sendable {
    /// The name of the move; whoever types adds its argument behind it.
    public let move: SafeText
    /// What may be written, in grey.
    public let hint: SafeText?

    /// A field for a move, without a hint unless told otherwise.
    public init(move: SafeText, hint: SafeText? = nil) {
        self.move = move
        self.hint = hint
    }
}
