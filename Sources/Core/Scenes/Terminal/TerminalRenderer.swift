import Values

/// Draws a scene as lines of text.
///
/// ```swift
/// let renderer = TerminalRenderer(columns: 80, charset: .unicode, colour: .ansi)
/// let lines = renderer.lines(scene, context: context)
/// ```
///
/// The last move is in `‹ ›` (`< >` in ASCII). A live button is drawn as `[ Hit ]`, a button that
/// can't be pressed now as `( Hit )`.
public struct TerminalRenderer: Hashable, Sendable {
    /// The characters that a terminal can show.
    public enum Charset: String, CaseIterable, Hashable, Sendable {
        /// Box-drawing lines, and all characters of the texts.
        case unicode
        /// ASCII only, whatever the script's texts contain.
        case ascii
    }

    /// Whether lines may carry escape sequences for colour and weight.
    public enum Colour: String, CaseIterable, Hashable, Sendable {
        /// Plain text.
        case none
        /// SGR sequences with a reset after each run, for light and dark backgrounds.
        case ansi
    }

    /// The narrowest layout width. Smaller widths have the same effect.
    public static let fewestColumns = 4

    /// The width of a line in columns, at least ``fewestColumns``.
    public var columns: Int
    /// The characters to draw with.
    public var charset: Charset
    /// Whether tones and weights are shown.
    public var colour: Colour

    /// The most rows of a board with lines between them.
    package var mostRuledRows = TerminalGrid.mostRuledRows
    /// Whether cards are drawn as boxes if they fit next to each other.
    package var boxesCards = true
    /// The most rows of a picture, so that its surroundings still fit into 24 lines. With 0, only
    /// the label of a picture is shown.
    package var mostImageRows = 8

    /// Makes a renderer, by default for a plain terminal: 80 columns, Unicode, no escape sequences.
    public init(columns: Int = 80, charset: Charset = .unicode, colour: Colour = .none) {
        self.columns = columns
        self.charset = charset
        self.colour = colour
    }

    /// Returns the drawing, one string per line, without line ends and trailing spaces.
    ///
    /// No line is wider than ``columns`` as a terminal counts them. A board that is too wide is
    /// drawn more densely, or described as a list of its cells.
    public func lines(_ scene: Scene, context: SceneContext = SceneContext()) -> [String] {
        styledLines(scene, context: context).map { $0.text(colour) }
    }

    /// Returns the same drawing as styled lines, before ``StyledLine/text(_:)`` converts them.
    package func styledLines(_ scene: Scene, context: SceneContext = SceneContext()) -> [StyledLine] {
        WorkCounter.add(.scenesDrawn)
        let drawing = TerminalDrawing(
            columns: max(columns, TerminalRenderer.fewestColumns), charset: charset, mostRuledRows: mostRuledRows,
            boxesCards: boxesCards, mostImageRows: mostImageRows, context: context,
            lastMove: LastMoveCells(scene, context: context))
        return drawing.block(scene.root).lines.map(\.trimmed)
    }

    /// Returns the drawing in at most this number of rows, if possible. To save rows it omits lines
    /// between rows of boards, then boxes of cards, then makes pictures lower or shows only their
    /// labels.
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
