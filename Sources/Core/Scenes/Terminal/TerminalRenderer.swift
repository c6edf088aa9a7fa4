import Values

/// Draws a scene as lines of text.
///
/// ```swift
/// let lines = TerminalRenderer(columns: 80, charset: .unicode, colour: .ansi).lines(scene, context: context)
/// ```
///
/// The last move stands in `‹ ›` (`< >` in ASCII). A live button is `[ Hit ]`, one that can't be
/// pressed now `( Hit )`.
public struct TerminalRenderer: Hashable, Sendable {
    /// The characters a terminal can show.
    public enum Charset: String, CaseIterable, Hashable, Sendable {
        /// Lines of boxes, and whatever the texts hold.
        case unicode
        /// Every character of the drawing is ASCII, whatever the script's texts hold.
        case ascii
    }

    /// Whether lines may carry escape sequences for colour and weight.
    public enum Colour: String, CaseIterable, Hashable, Sendable {
        /// Plain text.
        case none
        /// SGR sequences, each run closed by a reset, fit for light and dark backgrounds.
        case ansi
    }

    /// The narrowest width that is laid out for; anything less is treated as this.
    public static let fewestColumns = 4

    /// The width of a line in columns; less than ``fewestColumns`` counts as that.
    public var columns: Int
    /// The characters to draw with.
    public var charset: Charset
    /// Whether tones and weights are drawn at all.
    public var colour: Colour

    /// A board of more rows has no lines between them.
    package var mostRuledRows = TerminalGrid.mostRuledRows
    /// Are cards drawn as boxes where they fit beside each other?
    package var boxesCards = true
    /// A picture is no higher than this, so that what belongs to it still has room in 24 lines;
    /// with 0 it is its label.
    package var mostImageRows = 8

    /// What is left out is as on a plain terminal: 80 columns, Unicode, no escape sequences.
    public init(columns: Int = 80, charset: Charset = .unicode, colour: Colour = .none) {
        self.columns = columns
        self.charset = charset
        self.colour = colour
    }

    /// The drawing, one string per line, without line ends and without spaces at the ends of lines.
    ///
    /// No line is wider than ``columns`` as a terminal counts them: a board that is too wide is
    /// drawn closer, and as a list of its cells where even that doesn't fit.
    public func lines(_ scene: Scene, context: SceneContext = SceneContext()) -> [String] {
        styledLines(scene, context: context).map { $0.text(colour) }
    }

    /// The same drawing before it is made into characters for the terminal.
    package func styledLines(_ scene: Scene, context: SceneContext = SceneContext()) -> [StyledLine] {
        WorkCounter.add(.scenesDrawn)
        let drawing = TerminalDrawing(
            columns: max(columns, TerminalRenderer.fewestColumns), charset: charset, mostRuledRows: mostRuledRows,
            boxesCards: boxesCards, mostImageRows: mostImageRows, context: context,
            lastMove: LastMoveCells(scene, context: context))
        return drawing.block(scene.root).lines.map(\.trimmed)
    }

    /// The drawing in so many rows, if it fits there when boards have no lines between their rows,
    /// cards no boxes, and pictures are lower, or only their labels.
    package func styledLines(_ scene: Scene, context: SceneContext, rows: Int?) -> [StyledLine] {
        let lines = styledLines(scene, context: context)
        guard let rows, lines.count > rows else { return lines }
        var closer = self
        closer.mostRuledRows = 0
        var close = closer.styledLines(scene, context: context)
        if close.count > rows {
            closer.boxesCards = false
            close = closer.styledLines(scene, context: context)
        }
        guard context.images != nil else { return close }
        for most in [mostImageRows / 2, 0] where close.count > rows {
            closer.mostImageRows = most
            close = closer.styledLines(scene, context: context)
        }
        return close
    }
}
