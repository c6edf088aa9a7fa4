import Values

/// Draws a scene as a standalone SVG picture.
///
/// ```swift
/// let svg = SVGRenderer(theme: .dark).document(scene, context: context, title: "Tic-Tac-Toe")
/// ```
///
/// The picture loads nothing, runs nothing and links nowhere. Its description contains the scene in
/// words, for people who can't see the picture. The same scene, context and theme give the same
/// bytes.
public struct SVGRenderer: Hashable, Sendable {
    /// The colours. Pictures of messages are light on every device.
    public var theme: Theme
    /// Whether the picture marks nodes that may be played now, for a page that people tap.
    ///
    /// `<g data-play="b2">` encloses a node, a card or a shape that plays a move now, with the text
    /// of the move as it is typed. `<g data-input="ask">` encloses a field to type in, with the
    /// name of its move. A board has an invisible last layer: rows of cells with their names
    /// (`data-cell`). Cells that can be played also have `data-play`. All marked elements have a
    /// role and a label for screen readers, except nodes that contain other nodes.
    ///
    /// A move whose text can't be shown unchanged isn't marked. Buttons and cards don't show the
    /// text to type. Boards share a row only if their cells are large enough for a finger.
    public var marksLiveNodes: Bool

    /// Makes a renderer, by default of light pictures without marks.
    public init(theme: Theme = .light, marksLiveNodes: Bool = false) {
        self.theme = theme
        self.marksLiveNodes = marksLiveNodes
    }

    /// Returns the picture as one XML document (SVG 1.1, UTF-8). Embeds the images of
    /// ``SceneContext/images``, and draws labelled frames for others.
    public func document(_ scene: Scene, context: SceneContext = SceneContext(), title: String) -> String {
        let (box, words) = sheet(scene, context: context)
        // A screen reader treats an image as a single thing, so a picture that contains buttons has
        // the role of a group.
        return SVGRenderer.document(
            box, title: SafeText(title), words: SafeText(words, lineBreaks: .kept),
            role: marksLiveNodes ? "group" : "img")
    }

    /// Returns a scene on its paper, and its description in words.
    func sheet(_ scene: Scene, context: SceneContext) -> (box: SVGBox, words: String) {
        WorkCounter.add(.scenesDrawn)
        let drawing = SVGDrawing(scene, context: context, theme: theme, marksLiveNodes: marksLiveNodes)
        let box = drawing.box(scene.root)
        let margin = SVGMetrics.margin
        // All pictures are at least as wide as a bubble, so that they look alike next to each
        // other.
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

    /// Returns a box as one XML document.
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
