/// The colours of pictures in one theme. Every ink has a contrast of at least 4.5 : 1 to its
/// background, and every piece has a contrast of at least 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11).
struct SVGPalette: Sendable {
    let paper: String
    let frame: String
    /// The squares of plain boards, the darker squares, and the lines.
    let square: String
    let shadedSquare: String
    let rule: String
    /// The lines of a lined board.
    let stroke: String
    /// The background of the last move.
    let highlight: String
    /// The background of cells and buttons that can be played now.
    let liveTint: String
    let button: String
    let buttonInk: String
    let idleButton: String
    /// The colours on paper.
    let inks: SVGInks
    let checks: (light: String, dark: String)
    let wood: String
    let woodLine: String
    let blue: String
    let blueEdge: String
    /// The colour of an empty hole.
    let hole: String
    let sea: String
    let felt: String
    let deepEdge: String
    /// The factor for the width of edges.
    let weight: Double

    static func of(_ theme: Theme) -> SVGPalette {
        switch theme {
        case .light: light
        case .dark: dark
        case .contrast: contrast
        }
    }

    /// Returns the colours that are visible on a board of this style.
    func inks(on style: BoardStyle?) -> SVGInks {
        switch style {
        case nil, .lined: inks
        case .checkered, .wood: .onMiddle
        case .blue, .sea, .felt: .onDeep
        }
    }

    private static let light = SVGPalette(
        paper: "#ffffff", frame: "#d5dae1", square: "#fbfcfd", shadedSquare: "#eef1f5", rule: "#b9c1cc",
        stroke: "#66707d", highlight: "#fff1c2", liveTint: "#e6eeff", button: "#1f4fa3", buttonInk: "#ffffff",
        idleButton: "#eef1f5", inks: .onLight, checks: ("#e9eef5", "#a9bad0"), wood: "#dcae69", woodLine: "#6b4a1e",
        blue: "#1d4fb0", blueEdge: "#123579", hole: "#eef3fc", sea: "#1a5c8a", felt: "#195a3b", deepEdge: "#0c2b3f",
        weight: 1)

    private static let dark = SVGPalette(
        paper: "#15191f", frame: "#39424e", square: "#1f252d", shadedSquare: "#2a323c", rule: "#566171",
        stroke: "#8d99a8", highlight: "#453708", liveTint: "#1d2c4d", button: "#2f66d0", buttonInk: "#ffffff",
        idleButton: "#262d36", inks: .onNight, checks: ("#d7dfe9", "#9badc4"), wood: "#d3a55f", woodLine: "#5c3f17",
        blue: "#1d4fb0", blueEdge: "#0e2a61", hole: "#0d1420", sea: "#164f78", felt: "#154c32", deepEdge: "#071a26",
        weight: 1)

    private static let contrast = SVGPalette(
        paper: "#ffffff", frame: "#000000", square: "#ffffff", shadedSquare: "#e4e4e4", rule: "#000000",
        stroke: "#000000", highlight: "#fff1a8", liveTint: "#dfe9ff", button: "#00308f", buttonInk: "#ffffff",
        idleButton: "#ffffff", inks: .onWhite, checks: ("#ffffff", "#bcbcbc"), wood: "#f0d9a8", woodLine: "#000000",
        blue: "#0b2f8a", blueEdge: "#000000", hole: "#ffffff", sea: "#003b64", felt: "#064a2a", deepEdge: "#000000",
        weight: 1.5)
}

/// The colours of texts, tones and signs that are visible on one kind of background.
struct SVGInks: Hashable, Sendable {
    /// Whether the background is dark. On a dark background, pieces have a light edge.
    let isDark: Bool
    /// Whether seat 1 is golden instead of blue. It is golden on deep backgrounds, on which blue would be
    /// invisible.
    var hasGold = false
    let ink: String
    let quiet: String
    let one: String
    let two: String
    let good: String
    let bad: String
    /// The ring around the last move.
    let ring: String
    /// The ring around playable nodes.
    let live: String
    /// The casing of strokes that cross a piece, so that they are visible on every piece.
    let casing: String

    func ink(_ tone: Tone?) -> String {
        switch tone {
        case nil: ink
        case .one: one
        case .two: two
        case .good: good
        case .bad: bad
        case .quiet: quiet
        }
    }

    static let onLight = SVGInks(
        isDark: false, ink: "#1c2128", quiet: "#57606a", one: "#1d4fc4", two: "#bb2124", good: "#1a6b2f",
        bad: "#8b2a86",
        ring: "#b35900", live: "#1d4fc4", casing: "#ffffff")
    static let onNight = SVGInks(
        isDark: true, ink: "#eef2f7", quiet: "#a9b4c2", one: "#8fb4ff", two: "#ff9c94", good: "#7fdc97", bad: "#e7a1e3",
        ring: "#ffb84d", live: "#8fb4ff", casing: "#0d1117")
    /// The colours on wood and on squares: lighter than the deep backgrounds, darker than paper.
    static let onMiddle = SVGInks(
        isDark: false, ink: "#14181d", quiet: "#3a3120", one: "#0d2a70", two: "#74090d", good: "#0a3f1a",
        bad: "#541451",
        ring: "#8a1c00", live: "#0d2a70", casing: "#ffffff")
    /// The colours on water, cloth and the upright board.
    static let onDeep = SVGInks(
        isDark: true, hasGold: true, ink: "#ffffff", quiet: "#e3ecf2", one: "#ffd766", two: "#ffc9c0", good: "#a6f7b9",
        bad: "#f9cdff",
        ring: "#ffffff", live: "#ffd766", casing: "#0b1a26")
    static let onWhite = SVGInks(
        isDark: false, ink: "#000000", quiet: "#2b2b2b", one: "#00308f", two: "#8f0000", good: "#004d14",
        bad: "#5c005c",
        ring: "#7a2e00", live: "#00308f", casing: "#ffffff")
}

/// The colours of pictures. A picture has the same meaning in each theme.
public enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Dark on white, as in messages.
    case light
    /// Light on nearly black, for people who prefer it.
    case dark
    /// Black on white with strong edges, for people who need the contrast.
    case contrast
}
