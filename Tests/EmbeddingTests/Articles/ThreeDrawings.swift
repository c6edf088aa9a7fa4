import Parlor

/// Returns a seat's scene as text, as a picture and in words; nil for a game that draws nothing.
func drawings(of match: Match, for seat: Int) throws -> (text: [String], picture: String, words: String)? {
    guard let value = try match.scene(for: seat) else { return nil }
    let scene = try Scene(value: value)
    let context = SceneContext(legalMoves: Set(try match.legalMoves(for: seat).map(\.text)))
    return (
        TerminalRenderer(columns: 40).lines(scene, context: context),
        SVGRenderer().document(scene, context: context, title: match.script.title),
        WordsRenderer().text(scene, context: context)
    )
}
