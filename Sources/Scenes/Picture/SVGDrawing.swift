/// Lays out the nodes of one scene as boxes of a picture.
struct SVGDrawing {
    /// The width at which texts wrap and rows break, in pixels.
    static let widest = 600.0

    let context: SceneContext
    let lastMove: LastMoveCells

    func box(_ node: SceneNode) -> SVGBox {
        let box: SVGBox
        switch node.content {
        case .text(let text): box = self.text(text)
        case .stack(let stack): box = self.stack(stack)
        case .grid(let grid): box = SVGGrid(grid, in: self).box
        case .button(let button): return self.button(button.label, play: node.play)
        case .cards(let cards): box = SVGCards(cards, in: self).box
        case .image(let image): box = frame(for: image)
        case .canvas(let canvas): box = SVGCanvas(canvas).box
        }
        guard let play = node.play, context.isLast(play) || context.isLive(play) && context.showsHints else {
            return box
        }
        return .down([box, button(SafeText(play), play: play)], gap: 6)
    }

    private func text(_ node: TextNode) -> SVGBox {
        switch node.style {
        case .title: lines(node.text, size: 21, colour: SVGPalette.ink, isBold: true)
        case .quiet: lines(node.text, size: 14, colour: SVGPalette.quietInk)
        case nil: lines(node.text, size: 16, colour: SVGPalette.ink)
        }
    }

    /// A text wrapped at a width. Centred lines have their middle at x = 0: the viewer's font decides how wide they
    /// really are, and only so they stay in the middle whatever it is.
    func lines(
        _ text: SafeText, size: Double, colour: String, isBold: Bool = false, isCentred: Bool = false,
        limit: Double = SVGDrawing.widest
    ) -> SVGBox {
        let lines = TextWrapper.lines(
            text.string, limit: Int(saturating: limit / size * 100), width: { TextMeasure.hundredths($0) })
        let leading = (size * 1.4).rounded()
        var box = SVGBox(width: 0, height: leading * Double(lines.count), elements: [])
        for (index, line) in lines.enumerated() where !line.isEmpty {
            box.width = max(box.width, TextMeasure.width(line, size: size).rounded(.up))
            let middle = leading * (Double(index) + 0.5)
            box.elements.append(
                .words(
                    SafeText(line), x: 0, y: middle, size: size, colour: colour,
                    anchor: isCentred ? "middle" : "start", isBold: isBold))
        }
        return box
    }

    private func stack(_ stack: StackNode) -> SVGBox {
        let boxes = stack.nodes.map(box)
        return stack.isAcross
            ? .across(boxes, limit: SVGDrawing.widest, gap: 14) : .down(boxes, gap: 12)
    }

    private func button(_ label: SafeText, play: String?) -> SVGBox {
        let isLive = context.isLive(play)
        var face = label.string
        if let play, isLive, context.showsHints, face.lowercased() != play.lowercased() { face += " \(SafeText(play))" }
        let colour = isLive ? SVGPalette.buttonInk : SVGPalette.quietInk
        let text = lines(SafeText(face), size: 16, colour: colour, isCentred: true, limit: SVGDrawing.widest - 32)
        let (width, height) = (max(64, text.width + 32), text.height + 14)
        var shape = SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 9)
            .filled(isLive ? SVGPalette.button : SVGPalette.idleButton)
        shape = context.isLast(play) ? shape : shape.stroked(isLive ? SVGPalette.button : SVGPalette.rule)
        var elements = [shape]
        if context.isLast(play) {
            // A gap between ring and face keeps the ring visible whatever the face's colour.
            elements = [
                SVGElement.rect(x: 1.5, y: 1.5, width: width - 3, height: height - 3, radius: 10)
                    .filled(SVGPalette.highlight).stroked(SVGPalette.ring, width: 2.5),
                SVGElement.rect(x: 5, y: 5, width: width - 10, height: height - 10, radius: 6)
                    .filled(isLive ? SVGPalette.button : SVGPalette.idleButton),
            ]
        }
        let middle = SVGElement(.g, children: text.elements)
            .moved(x: width / 2, y: 7)
        return SVGBox(width: width, height: height, elements: elements + [middle])
    }

    /// A labelled frame where an image belongs.
    private func frame(for image: ImageNode) -> SVGBox {
        let (width, margin) = (260.0, 16.0)
        let text = lines(image.label, size: 14, colour: SVGPalette.quietInk, isCentred: true, limit: width - 2 * margin)
        let height = max(140, text.height + 76)
        let border = SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 8)
            .filled(SVGPalette.shadedSquare).stroked(SVGPalette.rule, width: 1.5).with(.strokeDashes, "6 4")
        let top = ((height - text.height - 48) / 2).rounded()
        // Hills and a sun: the customary sign for a picture.
        let hills = SVGElement.polygon([
            (107, top + 38), (124, top + 12), (134, top + 26), (141, top + 18), (155, top + 38),
        ])
        .filled(SVGPalette.rule)
        let sun = SVGElement.circle(x: 146, y: top + 8, radius: 5).filled(SVGPalette.rule)
        let words = SVGElement(.g, children: text.elements)
            .moved(x: width / 2, y: top + 48)
        return SVGBox(width: width, height: height, elements: [border, hills, sun, words])
    }
}
