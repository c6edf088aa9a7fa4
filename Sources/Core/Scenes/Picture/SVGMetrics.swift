/// Lengths and sizes of pictures, in pixels.
///
/// A bubble is about 300 points wide, so pictures are laid out for a little more than that: what they say can be read there.
enum SVGMetrics {
    /// The width at which texts wrap and rows break.
    static let widest = 320.0
    static let margin = 16.0
    static let paperRadius = 14.0
    /// Between nodes below each other, and side by side.
    static let gapDown = 12.0
    static let gapAcross = 12.0

    static let titleSize = 21.0
    static let textSize = 16.0
    static let quietSize = 14.0
    static let headerSize = 13.0

    /// Cells are as large as the board's room allows, between these.
    static let cells = 12.0...88.0
    /// A board narrower than this isn't put beside another one.
    static let narrowestCell = 13.0
    /// The same where its cells are tapped.
    static let narrowestTouch = 24.0
    static let pieceSide = 92.0
    /// The height of a picture from a game's folder.
    static let highestImage = 320.0
    /// With more cards than these on one picture, they lie over each other.
    static let manyCards = 12
    static let card = (width: 66.0, height: 94.0, gap: 6.0, radius: 7.0)
}
