import Values

/// Draws a scene as a standalone SVG picture.
///
/// ```swift
/// let svg = SVGRenderer(theme: .dark).document(scene, context: context, title: "Tic-Tac-Toe")
/// ```
///
/// The picture loads nothing, runs nothing and links nowhere. It carries the scene in words as its
/// description, so that it can be read as well as seen. The same scene, context and theme give the
/// same bytes.
public struct SVGRenderer: Hashable, Sendable {
    /// The colours to draw in. Pictures that go with a message are light on every device.
    public var theme: Theme
    /// Whether what may be played now can be found in the picture, for a page that people tap.
    ///
    /// Around a node, a card or a shape that plays a move now is `<g data-play="b2">`, with the
    /// text of the move as it is typed; around a field to type in `<g data-input="ask">`, with the
    /// name of its move. A board has a last layer without colour: rows of cells with their names
    /// (`data-cell`), of which those that can be played have `data-play`, too. All of them have a
    /// role and a label for screen readers; a node that holds others has neither. A move whose text
    /// can't be shown as it is isn't marked. What to type isn't written beside buttons and cards.
    /// Boards share a row only where their cells are large enough for a finger.
    public var marksLiveNodes: Bool

    /// A renderer of light pictures in which nothing is marked, unless told otherwise.
    public init(theme: Theme = .light, marksLiveNodes: Bool = false) {
        self.theme = theme
        self.marksLiveNodes = marksLiveNodes
    }

    /// The picture as one XML document (SVG 1.1, UTF-8).
    ///
    /// Images are embedded where ``SceneContext/images`` has them, and are labelled frames
    /// otherwise.
    public func document(_ scene: Scene, context: SceneContext = SceneContext(), title: String) -> String {
        let (box, words) = sheet(scene, context: context)
        // What is in an image counts as one thing for screen readers: a picture with buttons in it
        // is a group.
        return SVGRenderer.document(
            box, title: SafeText(title), words: SafeText(words, lineBreaks: .kept),
            role: marksLiveNodes ? "group" : "img")
    }

    /// A scene on its paper, and what is said of it.
    func sheet(_ scene: Scene, context: SceneContext) -> (box: SVGBox, words: String) {
        WorkCounter.add(.scenesDrawn)
        let drawing = SVGDrawing(scene, context: context, theme: theme, marksLiveNodes: marksLiveNodes)
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
    static func document(_ box: SVGBox, title: SafeText, words: SafeText, role: String = "img") -> String {
        let picture = SVGElement(
            .svg, children: [SVGElement(.title, text: title), SVGElement(.desc, text: words)] + box.elements
        )
        .with(.xmlns, "http://www.w3.org/2000/svg").with(.role, role)
        .with(.viewBox, "0 0 \(SVGElement.number(box.width)) \(SVGElement.number(box.height))")
        .with(.width, box.width).with(.height, box.height)
        .with(.fontFamily, "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif")
        .with(.space, "preserve")
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        picture.write(to: &xml)
        return xml + "\n"
    }
}
