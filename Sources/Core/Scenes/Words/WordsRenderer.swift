import Values

/// Describes a scene in words, in reading order, for screen readers and text displays.
///
/// ```swift
/// WordsRenderer().text(scene, context: context)
/// // Board, 3 by 3. b2: cross, last move. Empty: a1 to c1, a2, c2, a3 to c3.
/// ```
public struct WordsRenderer: Hashable, Sendable {
    /// Makes a renderer. It has no options: its output depends only on the scene and the context.
    public init() {}

    /// Returns the scene in words, one line per node.
    public func text(_ scene: Scene, context: SceneContext = SceneContext()) -> String {
        text(scene, context: context, saysAvailability: true)
    }

    /// - Parameter saysAvailability: Whether to say that a button can't be pressed now.
    fileprivate func text(_ scene: Scene, context: SceneContext, saysAvailability: Bool) -> String {
        WorkCounter.add(.scenesDrawn)
        let lastMove = LastMoveCells(scene, context: context)
        var speech = DescriptionBuilder(context: context, lastMove: lastMove, saysAvailability: saysAvailability)
        speech.say(scene.root)
        if let text = context.lastMove, !lastMove.isShown, !speech.hasSaidLastMove {
            speech.lines.append("Last move: \(SafeText(text)).")
        }
        return speech.lines.joined(separator: "\n")
    }
}

extension Scene {
    /// The scene in words, on one line, independent of whose turn it is.
    public var accessibilityLabel: String {
        WordsRenderer().text(self, context: SceneContext(), saysAvailability: false).split(separator: "\n").joined(
            separator: " ")
    }
}

/// Names for marks that a screen reader would skip, or would read by their typographic name. A
/// cell's own label has precedence.
enum MarkName {
    static func of(_ mark: String) -> String {
        guard let first = mark.unicodeScalars.first, mark.count == 1 else { return mark }
        return names[first] ?? mark
    }

    /// The names, without colours: a theme or a tone may draw "●" in any colour.
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
