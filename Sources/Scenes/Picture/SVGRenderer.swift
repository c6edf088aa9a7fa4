/// Draws a scene as a standalone SVG picture.
///
/// ```swift
/// let svg = SVGRenderer().document(scene, context: context, title: "Tic-Tac-Toe")
/// ```
///
/// The picture is light, loads nothing, runs nothing and links nowhere. It carries the scene in words as its
/// description, so that it can be read as well as seen. The same scene and context give the same bytes.
public struct SVGRenderer: Hashable, Sendable {
    /// There is nothing to choose: all that a picture depends on is the scene and its context.
    public init() {}

    /// The picture as one XML document (SVG 1.1, UTF-8).
    ///
    /// Images are drawn as labelled frames, since their files are not part of a scene.
    public func document(_ scene: Scene, context: SceneContext = SceneContext(), title: String) -> String {
        let drawing = SVGDrawing(context: context, lastMove: LastMoveCells(scene, context: context))
        let box = drawing.box(scene.root)
        let margin = 20.0
        let width = (max(box.width, 160) + 2 * margin).rounded(.up)
        let height = (max(box.height, 20) + 2 * margin).rounded(.up)
        let paper = SVGElement.rect(x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 12)
            .filled(SVGPalette.paper).stroked(SVGPalette.frame)
        let words = WordsRenderer().text(scene, context: context)
        let picture = SVGElement(
            .svg,
            children: [
                SVGElement(.title, text: SafeText(title)),
                SVGElement(.desc, text: SafeText(words, lineBreaks: .kept)),
                paper,
                SVGElement(.g, children: box.elements).moved(x: ((width - box.width) / 2).rounded(), y: margin),
            ]
        )
        .with(.xmlns, "http://www.w3.org/2000/svg").with(.role, "img")
        .with(.viewBox, "0 0 \(SVGElement.number(width)) \(SVGElement.number(height))")
        .with(.width, width).with(.height, height)
        .with(.fontFamily, "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif")
        .with(.space, "preserve")
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        picture.write(to: &xml)
        return xml + "\n"
    }
}
