/// What a board is made of. It changes nothing of what the board says.
public enum BoardStyle: String, CaseIterable, Hashable, Sendable {
    /// Strokes between the cells and no edge, as drawn by hand.
    case lined
    /// Squares that alternate.
    case checkered
    /// A wooden board on whose crossings the stones lie.
    case wood
    /// An upright board with round holes.
    case blue
    /// Open water.
    case sea
    /// A table's cloth.
    case felt
}
