/// What is drawn over a ground: the colours of texts, tones and signs that show on it.
struct SVGInks: Hashable, Sendable {
    /// Whether the ground is dark: pieces have a light edge there.
    let isDark: Bool
    /// Whether seat 1 is golden rather than blue: on the deep grounds, where blue wouldn't show.
    var hasGold = false
    let ink: String
    let quiet: String
    let one: String
    let two: String
    let good: String
    let bad: String
    /// Around what was played last.
    let ring: String
    /// Around what can be played now.
    let live: String
    /// Behind strokes that cross a piece, so that they show on every piece.
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
    /// On wood and on squares: lighter than the deep grounds, darker than paper.
    static let onMiddle = SVGInks(
        isDark: false, ink: "#14181d", quiet: "#3a3120", one: "#0d2a70", two: "#74090d", good: "#0a3f1a",
        bad: "#541451",
        ring: "#8a1c00", live: "#0d2a70", casing: "#ffffff")
    /// On water, cloth and the upright board.
    static let onDeep = SVGInks(
        isDark: true, hasGold: true, ink: "#ffffff", quiet: "#e3ecf2", one: "#ffd766", two: "#ffc9c0", good: "#a6f7b9",
        bad: "#f9cdff",
        ring: "#ffffff", live: "#ffd766", casing: "#0b1a26")
    static let onWhite = SVGInks(
        isDark: false, ink: "#000000", quiet: "#2b2b2b", one: "#00308f", two: "#8f0000", good: "#004d14",
        bad: "#5c005c",
        ring: "#7a2e00", live: "#00308f", casing: "#ffffff")
}
