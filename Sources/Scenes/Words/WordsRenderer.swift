/// Says a scene in words, in reading order, for a screen reader or wherever nothing can be drawn.
///
/// ```swift
/// WordsRenderer().text(scene, context: context)
/// // Board, 3 by 3. b2: cross, last move. Empty: a1 to c1, a2, c2, a3 to c3.
/// ```
public struct WordsRenderer: Hashable, Sendable {
    /// There is nothing to choose: all that is said depends on the scene and its context.
    public init() {}

    /// The scene, one line per node.
    public func text(_ scene: Scene, context: SceneContext = SceneContext()) -> String {
        let lastMove = LastMoveCells(scene, context: context)
        var speech = Speech(context: context, lastMove: lastMove)
        speech.say(scene.root)
        if let text = context.lastMove, !lastMove.isShown, !speech.hasSaidLastMove {
            speech.lines.append("Last move: \(SafeText(text)).")
        }
        return speech.lines.joined(separator: "\n")
    }
}

extension Scene {
    /// The scene in words, on one line, without anything that depends on whose move it is.
    public var accessibilityLabel: String {
        WordsRenderer().text(self).split(separator: "\n").joined(separator: " ")
    }
}
