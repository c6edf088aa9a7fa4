/// Names for marks that a screen reader skips or reads by their typographic name. A cell's own label goes before.
enum MarkName {
    static func of(_ mark: String) -> String {
        guard let first = mark.unicodeScalars.first, mark.count == 1 else { return mark }
        return names[first] ?? mark
    }

    /// No colours: a theme or a tone may draw "●" in any.
    private static let names: [Unicode.Scalar: String] = [
        "✕": "cross", "✖": "cross", "✗": "cross", "✘": "cross", "×": "cross", "╳": "cross",
        "○": "ring", "◯": "ring", "●": "disc", "⬤": "disc", "■": "square", "□": "open square",
        "▲": "triangle", "△": "open triangle", "◆": "diamond", "◇": "open diamond",
        "★": "star", "☆": "open star", "•": "dot", "·": "dot", "✓": "tick", "✔": "tick", "?": "question mark",
        "♔": "white king", "♕": "white queen", "♖": "white rook", "♗": "white bishop", "♘": "white knight",
        "♙": "white pawn", "♚": "black king", "♛": "black queen", "♜": "black rook", "♝": "black bishop",
        "♞": "black knight", "♟": "black pawn", "♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club",
    ]
}
