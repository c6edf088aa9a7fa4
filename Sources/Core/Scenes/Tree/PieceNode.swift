/// A piece by itself, large: a hand that was shown, a die that was rolled.
public struct PieceNode: Hashable, Sendable {
    /// What is drawn.
    public let piece: Piece
    /// Whose it is; nil for nobody's.
    public let tone: Tone?
    /// What is written on it, where it has room for that: a tile, a chip.
    public let mark: SafeText?

    /// A piece of nobody's, unless told otherwise.
    public init(_ piece: Piece, tone: Tone? = nil, mark: SafeText? = nil) {
        self.piece = piece
        self.tone = tone
        self.mark = mark
    }

    /// The piece in words.
    var name: String { piece.name(tone, mark: mark?.string) }
}
