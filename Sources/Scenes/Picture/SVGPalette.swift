/// The colours of pictures: a light neutral table on which every ink has a contrast of at least 4.5 : 1
/// (WCAG 2.2, 1.4.3).
enum SVGPalette {
    static let paper = "#ffffff"
    static let frame = "#d5dae1"
    /// Boards, and the darker of two squares.
    static let square = "#fbfcfd"
    static let shadedSquare = "#eef1f5"
    static let rule = "#b9c1cc"
    static let ink = "#1c2128"
    static let quietInk = "#57606a"
    /// Behind the last move, and the ring around it.
    static let highlight = "#fff1c2"
    static let ring = "#b35900"
    static let dot = "#8c96a3"
    static let button = "#1f4fa3"
    static let buttonInk = "#ffffff"
    static let idleButton = "#eef1f5"
    static let cardBack = "#2f5597"
    static let cardBackLine = "#9db8e3"
    static let redSuit = "#b4232c"

    static func ink(_ tone: Tone?) -> String {
        switch tone {
        case nil: ink
        case .one: "#1d4fc4"
        case .two: "#bb2124"
        case .good: "#1a6b2f"
        case .bad: "#8b2a86"
        case .quiet: quietInk
        }
    }
}
