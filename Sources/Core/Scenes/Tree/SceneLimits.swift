/// How large a scene may be. A scene beyond any of these is refused as a whole.
public enum SceneLimits {
    /// Nodes inside nodes, counting the outermost.
    public static let depth = 16
    /// Nodes of the whole tree; every cell, card, shape and polygon corner counts as one.
    public static let nodes = 4_096
    /// UTF-8 bytes of one text.
    public static let textBytes = 4_096
    /// UTF-8 bytes of all texts of a scene together.
    public static let totalTextBytes = 262_144
    /// Columns, and rows, of a grid: as many as there are letters to name them.
    public static let gridSide = 26
    /// Width, height and every coordinate of a canvas, in its own units.
    public static let canvasSide = 4_096.0
}
