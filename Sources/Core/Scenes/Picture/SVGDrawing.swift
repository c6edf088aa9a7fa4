/// Lays out the nodes of one scene as boxes of a picture.
struct SVGDrawing {
    let context: SceneContext
    let lastMove: LastMoveCells
    let palette: SVGPalette
    /// The colours that are visible on the current background.
    var inks: SVGInks
    /// The width of texts and rows, in pixels.
    var room = SVGMetrics.widest
    /// Whether so many cards are shown that they overlap.
    let hasManyCards: Bool
    /// The embedded pictures of the game, for the whole drawing.
    let images: SVGImages
    /// Whether nodes that may be played now are marked, for a page that people tap.
    let marksLiveNodes: Bool

    init(_ scene: Scene, context: SceneContext, theme: Theme, marksLiveNodes: Bool = false) {
        self.marksLiveNodes = marksLiveNodes
        self.context = context
        lastMove = LastMoveCells(scene, context: context)
        hasManyCards = scene.root.cardCount > SVGMetrics.manyCards
        palette = .of(theme)
        inks = palette.inks
        images = SVGImages(context.images)
    }

    func box(_ node: SceneNode) -> SVGBox {
        let box: SVGBox
        switch node.content {
        case .text(let text): box = self.text(text)
        case .stack(let stack): box = self.stack(stack)
        case .grid(let grid): box = SVGGrid(grid, label: node.label, in: self).box
        case .button(let button):
            return touchable(self.button(button, play: node.play), plays: node.play, label: node.wordsOfOne)
        case .cards(let cards): box = SVGCards(cards, in: self).box
        case .image(let image): box = self.image(image)
        case .canvas(let canvas): box = SVGCanvas(canvas, in: self).box
        case .piece(let piece): box = self.piece(piece)
        case .score(let score): box = self.score(score)
        case .input(let input): box = typable(field(input), move: input.move)
        }
        guard let play = node.play else { return box }
        let isShown = context.isLast(play) || context.isLive(play) && context.showsHints
        var below = isShown ? button(ButtonNode(label: SafeText(play)), play: play) : .empty
        let words = node.wordsOfOne
        if words == nil { below = touchable(below, plays: play, label: play) }
        return touchable(isShown ? .down([box, below], gap: 6) : box, plays: play, label: words)
    }

    // MARK: Texts

    private func text(_ node: TextNode) -> SVGBox {
        switch node.style {
        case .title: lines(node.text, size: SVGMetrics.titleSize, colour: inks.ink, isBold: true)
        case .quiet: lines(node.text, size: SVGMetrics.quietSize, colour: inks.quiet)
        case nil: lines(node.text, size: SVGMetrics.textSize, colour: inks.ink)
        }
    }

    /// Returns a text wrapped at a width. Centred lines have their middle at x = 0, so they are
    /// centred whatever width the viewer's font gives them.
    func lines(
        _ text: SafeText, size: Double, colour: String, isBold: Bool = false, isCentred: Bool = false,
        limit: Double? = nil
    ) -> SVGBox {
        let lines = TextWrapper.lines(
            text.string, limit: Int(saturating: (limit ?? room) / size * 100), width: { TextMeasure.hundredths($0) })
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

    // MARK: Stacks

    private func stack(_ stack: StackNode) -> SVGBox {
        guard stack.isOnFelt else { return nodes(stack) }
        let inset = 12.0
        var inner = self
        inner.inks = .onDeep
        inner.room = max(80, room - 2 * inset)
        let box = inner.nodes(stack)
        let (width, height) = (max(box.width + 2 * inset, room), box.height + 2 * inset)
        let cloth = SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 14)
            .filled(palette.felt).stroked(palette.deepEdge, width: 2)
        let seam = SVGElement.rect(x: 5, y: 5, width: width - 10, height: height - 10, radius: 10)
            .filled("none").stroked("#ffffff", width: 1.2).with(.opacity, 0.25)
        let content = SVGElement(.g, children: box.elements).moved(x: inset, y: inset)
        return SVGBox(width: width, height: height, elements: [cloth, seam, content])
    }

    private func nodes(_ stack: StackNode) -> SVGBox {
        guard stack.isAcross else { return .down(stack.nodes.map(box), gap: SVGMetrics.gapDown) }
        return .across(beside(stack.nodes).nodes(stack.nodes), limit: room, gap: SVGMetrics.gapAcross)
    }

    private func nodes(_ nodes: [SceneNode]) -> [SVGBox] { nodes.map(box) }

    /// Returns the drawing for nodes side by side. Boards share the width unless their cells would
    /// become too small to read.
    private func beside(_ nodes: [SceneNode]) -> SVGDrawing {
        let grids = nodes.flatMap(\.grids)
        guard grids.count > 1, nodes.filter({ !$0.grids.isEmpty }).count > 1 else { return self }
        var narrow = self
        let count = Double(nodes.count)
        narrow.room = ((room - SVGMetrics.gapAcross * (count - 1)) / count).rounded(.down)
        let isReadable = grids.allSatisfy {
            SVGGrid.side(of: $0, room: narrow.room)
                >= (marksLiveNodes ? SVGMetrics.narrowestTouch : SVGMetrics.narrowestCell)
        }
        return isReadable ? narrow : self
    }

    // MARK: Buttons

    private func button(_ button: ButtonNode, play: String?) -> SVGBox {
        let isLive = context.isLive(play)
        var face = button.label.string
        if let play, isLive, saysWhatToType, face.lowercased() != play.lowercased() { face += " \(SafeText(play))" }
        // A button with a picture keeps a light background, so that the picture is visible.
        let isKey = button.piece != nil
        let fill = isLive ? isKey ? palette.liveTint : palette.button : palette.idleButton
        let ink = isLive && !isKey ? palette.buttonInk : isLive ? palette.inks.ink : palette.inks.quiet
        let text = lines(
            SafeText(face), size: SVGMetrics.textSize, colour: ink, isBold: isLive, isCentred: true, limit: room - 32)
        let above = isKey ? 76.0 : 0
        let (width, height) = (max(isKey ? 92 : 64, text.width + 28), text.height + 14 + above)
        let edge = isLive ? isKey ? palette.inks.live : palette.button : palette.rule
        var elements = [
            SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 11).filled(fill)
                .stroked(edge, width: isLive ? 2 : 1)
        ]
        if context.isLast(play) {
            // A gap between ring and button keeps the ring visible for any colour of the button.
            elements = [
                SVGElement.rect(x: 1.5, y: 1.5, width: width - 3, height: height - 3, radius: 11)
                    .filled(palette.highlight).stroked(palette.inks.ring, width: 2.5),
                SVGElement.rect(x: 5, y: 5, width: width - 10, height: height - 10, radius: 8).filled(fill),
            ]
        }
        if let piece = button.piece {
            elements.append(
                SVGPiece(inks: palette.inks, weight: palette.weight).element(piece, tone: nil)
                    .placed(x: width / 2, y: 46, scale: 0.76))
        }
        elements.append(SVGElement(.g, children: text.elements).moved(x: width / 2, y: 7 + above))
        return SVGBox(width: width, height: height, elements: elements)
    }

    // MARK: Other nodes

    private func piece(_ node: PieceNode) -> SVGBox {
        let side = SVGMetrics.pieceSide
        let element = SVGPiece(inks: inks, weight: palette.weight).element(node.piece, tone: node.tone, mark: node.mark)
        return SVGBox(
            width: side, height: side, elements: [element.placed(x: side / 2, y: side / 2, scale: side / 100)],
            isCentred: true)
    }

    /// Draws names and values side by side, each with a bar in its colour.
    private func score(_ score: ScoreNode) -> SVGBox {
        let entries = score.entries.map { entry -> SVGBox in
            let name = lines(entry.name, size: SVGMetrics.quietSize, colour: inks.quiet)
            let value = lines(entry.value, size: SVGMetrics.titleSize, colour: inks.ink(entry.tone), isBold: true)
            var box = SVGBox.down([name, value], gap: 0)
            let bar = SVGElement.rect(width: 4, height: box.height, radius: 2).filled(inks.ink(entry.tone))
            box.elements = [bar, SVGElement(.g, children: box.elements).moved(x: 11, y: 0)]
            box.width += 11
            return box
        }
        return .across(entries, limit: room, gap: 22)
    }

    /// Draws a field to type in, with the name of its move.
    private func field(_ input: InputNode) -> SVGBox {
        let hint = lines(
            SafeText("\(input.move) \(input.hint?.string ?? "…")"), size: SVGMetrics.textSize,
            colour: palette.inks.quiet,
            limit: room - 40)
        let (width, height) = (room, hint.height + 18)
        let frame = SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 10)
            .filled(palette.square).stroked(palette.inks.live, width: 2)
        let caret = SVGElement.strokes("M14 11V\(SVGElement.number(height - 11))", palette.inks.live, width: 2)
        let words = SVGElement(.g, children: hint.elements).moved(x: 22, y: 9)
        return SVGBox(width: width, height: height, elements: [frame, caret, words])
    }
}

extension SceneNode {
    /// The number of cards in the node and in the nodes inside it.
    fileprivate var cardCount: Int {
        switch content {
        case .cards(let cards): cards.cards.count
        case .stack(let stack): stack.nodes.reduce(0) { $0 + $1.cardCount }
        default: 0
        }
    }

    /// The boards in the node.
    var grids: [GridNode] {
        switch content {
        case .grid(let grid): [grid]
        case .stack(let stack): stack.nodes.flatMap(\.grids)
        default: []
        }
    }
}

// The marks of tappable parts of a picture, for the page that shows it. The same nodes are live as
// in a terminal.
extension SVGDrawing {
    /// Returns whether the picture marks a move as playable.
    ///
    /// A move isn't marked if ``SafeText`` would change its text. The person would see a text that
    /// differs from the move, and XML may forbid the move's own text.
    func isTouchable(_ play: String) -> Bool {
        marksLiveNodes && context.isLive(play) && Self.isShownAsItIs(play)
    }

    /// Whether nodes show the text to type. False if people tap nodes instead.
    var saysWhatToType: Bool { context.showsHints && !marksLiveNodes }

    private static func isShownAsItIs(_ play: String) -> Bool { SafeText(play).string == play }

    /// Returns the marked drawing of a node that plays a move now.
    ///
    /// - Parameter label: The node in words, or nil for a node that contains other tappable nodes.
    func mark(_ elements: [SVGElement], plays play: String, label: String?) -> SVGElement {
        let group = SVGElement(.g, children: elements).with(.play, play)
        guard let label else { return group }
        let words = SafeText(label).string
        return group.with(.role, "button").with(.label, words.isEmpty ? play : words)
    }

    /// Returns a box that plays a move. A tap between the lines of the box plays the move, too.
    func touchable(_ box: SVGBox, plays play: String?, label: String?) -> SVGBox {
        guard let play, isTouchable(play), box.height > 0 else { return box }
        var box = box
        box.elements = [mark([SVGDrawing.area(box)] + box.elements, plays: play, label: label)]
        return box
    }

    /// Returns a box in which the argument of a move is typed.
    func typable(_ box: SVGBox, move: SafeText) -> SVGBox {
        guard marksLiveNodes else { return box }
        var box = box
        box.elements = [SVGElement(.g, children: [SVGDrawing.area(box)] + box.elements).with(.input, move.string)]
        return box
    }

    private static func area(_ box: SVGBox) -> SVGElement {
        SVGElement.rect(width: box.width, height: box.height).filled("none").with(.pointerEvents, "all")
    }

    /// Returns the cells of a board as an invisible layer. It contains all cells, so that a person
    /// can read the board while waiting.
    func cells(of grid: GridNode, label: SafeText?, side: Double, last: Set<Int>) -> SVGElement {
        let words = GridWords(grid, label: label?.string, context: context, last: last)
        let rows = (0..<grid.rows).map { row in
            SVGElement(
                .g,
                children: (0..<grid.columns).map { column in
                    let index = row * grid.columns + column
                    let cell = grid.cells[index]
                    let area = SVGElement.rect(
                        x: Double(column) * side, y: Double(row) * side, width: side, height: side)
                    var element = SVGElement(.g, children: [area]).with(.role, "gridcell").with(.cell, cell.name.string)
                    if let play = cell.play, context.isLive(cell), Self.isShownAsItIs(play) {
                        element = element.with(.play, play)
                    }
                    return element.with(.label, words.words(at: index))
                }
            )
            .with(.role, "row")
        }
        return SVGElement(.g, children: rows).filled("none").with(.pointerEvents, "all").with(.role, "grid")
            .with(.label, label?.string ?? "Board")
    }
}

extension SceneNode {
    /// The node in words if it is a single thing, or nil if it may contain several tappable parts.
    var wordsOfOne: String? {
        let words: SafeText
        switch content {
        case .stack, .grid, .cards, .canvas: return nil
        case .text(let text): words = text.text
        case .button(let button): words = button.label
        case .image(let image): words = image.label
        case .piece(let piece): words = SafeText(piece.name)
        case .score(let score): words = SafeText(score.line)
        case .input(let input): words = input.move
        }
        return (label ?? words).string
    }
}
