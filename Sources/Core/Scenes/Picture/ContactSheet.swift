/// Many pictures on one sheet, with a caption below each.
package struct ContactSheet: Sendable {
    /// One picture of the sheet.
    package struct Entry: Sendable {
        let title: String
        let scene: Scene
        let context: SceneContext

        package init(title: String, scene: Scene, context: SceneContext) {
            self.title = title
            self.scene = scene
            self.context = context
        }

        /// Returns the entry as text: drawn, or in words without a renderer.
        package func text(_ renderer: TerminalRenderer?) -> String {
            let lines = renderer?.lines(scene, context: context) ?? [WordsRenderer().text(scene, context: context)]
            return ([SafeText(title).string] + lines).joined(separator: "\n") + "\n"
        }
    }

    private static let gap = 20.0

    private let entries: [Entry]
    private let columns: Int
    private let theme: Theme

    /// - Parameter columns: The number of pictures in a row, at least one.
    package init(_ entries: [Entry], columns: Int = 4, theme: Theme = .light) {
        self.entries = entries
        self.columns = max(1, columns)
        self.theme = theme
    }

    /// Returns the sheet as one SVG document. Its description has each picture in words.
    package func document(title: String) -> String {
        let palette = SVGPalette.of(theme)
        let gap = ContactSheet.gap
        var places = SVGBox(width: 0, height: gap, elements: [])
        var words: [String] = []
        for first in stride(from: 0, to: entries.count, by: columns) {
            let row = entries[first..<min(entries.count, first + columns)].map { entry in
                let sheet = SVGRenderer(theme: theme).sheet(entry.scene, context: entry.context)
                words.append("\(entry.title): \(sheet.words.split(separator: "\n").joined(separator: " "))")
                return (title: entry.title, box: sheet.box)
            }
            let height = row.reduce(0) { max($0, $1.box.height) }
            for (index, picture) in row.enumerated() {
                let x = gap + Double(index) * (SVGMetrics.widest + 2 * SVGMetrics.margin + gap)
                let caption = SVGElement.words(
                    SafeText(picture.title), x: picture.box.width / 2, y: -9, size: SVGMetrics.quietSize,
                    colour: palette.inks.ink, anchor: "middle", isBold: true)
                places.elements.append(
                    SVGElement(.g, children: [caption] + picture.box.elements).moved(x: x, y: places.height + 18))
                places.width = max(places.width, x + picture.box.width + gap)
            }
            places.height += height + 18 + gap
        }
        let ground = SVGElement.rect(width: places.width, height: places.height).filled(palette.shadedSquare)
        places.elements.insert(ground, at: 0)
        return SVGRenderer.document(
            places, title: SafeText(title), words: SafeText(words.joined(separator: "\n"), lineBreaks: .kept))
    }
}
