/// Draws a scene as a standalone SVG picture.
///
/// ```swift
/// let svg = SVGRenderer(theme: .dark).document(scene, context: context, title: "Tic-Tac-Toe")
/// ```
///
/// The picture loads nothing, runs nothing and links nowhere. It carries the scene in words as its description, so that it can
/// be read as well as seen. The same scene, context and theme give the same bytes.
public struct SVGRenderer: Hashable, Sendable {
    /// The colours to draw in. Pictures that go with a message are light on every device.
    public var theme: Theme

    /// A renderer of light pictures, unless told otherwise.
    public init(theme: Theme = .light) {
        self.theme = theme
    }

    /// The picture as one XML document (SVG 1.1, UTF-8).
    ///
    /// Images are embedded where ``SceneContext/images`` has them, and are labelled frames otherwise.
    public func document(_ scene: Scene, context: SceneContext = SceneContext(), title: String) -> String {
        let (box, words) = sheet(scene, context: context)
        return SVGRenderer.document(box, title: SafeText(title), words: SafeText(words, lineBreaks: .kept))
    }

    /// A scene on its paper, and what is said of it.
    func sheet(_ scene: Scene, context: SceneContext) -> (box: SVGBox, words: String) {
        let drawing = SVGDrawing(scene, context: context, theme: theme)
        let box = drawing.box(scene.root)
        let margin = SVGMetrics.margin
        // All pictures are as wide as a bubble, so that they look alike beside each other.
        let width = (max(box.width, SVGMetrics.widest) + 2 * margin).rounded(.up)
        let height = (max(box.height, 20) + 2 * margin).rounded(.up)
        let paper = SVGElement.rect(
            x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: SVGMetrics.paperRadius
        )
        .filled(drawing.palette.paper).stroked(drawing.palette.frame)
        let content = SVGElement(.g, children: box.elements).moved(x: ((width - box.width) / 2).rounded(), y: margin)
        return (
            SVGBox(width: width, height: height, elements: [paper, content]),
            WordsRenderer().text(scene, context: context)
        )
    }

    /// A box as one XML document.
    static func document(_ box: SVGBox, title: SafeText, words: SafeText) -> String {
        let picture = SVGElement(
            .svg, children: [SVGElement(.title, text: title), SVGElement(.desc, text: words)] + box.elements
        )
        .with(.xmlns, "http://www.w3.org/2000/svg").with(.role, "img")
        .with(.viewBox, "0 0 \(SVGElement.number(box.width)) \(SVGElement.number(box.height))")
        .with(.width, box.width).with(.height, box.height)
        .with(.fontFamily, "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif")
        .with(.space, "preserve")
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        picture.write(to: &xml)
        return xml + "\n"
    }
}
