/// Lays out the nodes of one scene as blocks of lines.
struct TerminalDrawing {
    let columns: Int
    let charset: TerminalRenderer.Charset
    let mostRuledRows: Int
    let boxesCards: Bool
    let mostImageRows: Int
    let context: SceneContext
    let lastMove: LastMoveCells

    func block(_ node: SceneNode) -> TextBlock {
        var block: TextBlock
        switch node.content {
        case .text(let text): block = self.text(text)
        case .stack(let stack): block = self.stack(stack)
        case .grid(let grid): block = TerminalGrid(grid, in: self).block
        case .button(let button): return touchable(self.button(button.label, play: node.play), node.play)
        case .cards(let cards): block = TerminalCards(cards, in: self).block
        case .image(let image): block = self.image(image)
        case .canvas(let canvas):
            block = TerminalCanvas(canvas, in: self).block
            let signs = canvas.plays.compactMap(playSign)
            block.lines += TextBlock.across(signs, columns: columns, gap: 1).lines
        case .piece(let piece): block = self.piece(piece, label: node.label)
        case .score(let score): block = self.score(score)
        case .input(let input):
            let hint = input.hint.map { " <\($0)>" } ?? ""
            block = wrapped("> \(input.move)\(hint)", .bold)
        }
        if let sign = playSign(node.play) { block.lines += sign.lines }
        return touchable(block, node.play)
    }

    /// Returns the block as a touchable one, which plays its move or explains why it can't be
    /// played now.
    func touchable(_ block: TextBlock, _ play: String?) -> TextBlock {
        guard let play else { return block }
        return block.touching(context.isLive(play) ? .play(play) : .refused(play))
    }

    /// Returns a text of the scene in the characters of the terminal.
    func shown(_ text: SafeText) -> String { shown(text.string) }

    func shown(_ text: String) -> String { charset == .ascii ? ASCIIFallback.text(text) : text }

    /// The signs around the last move.
    var lastSigns: (open: String, close: String) { charset == .ascii ? ("<", ">") : ("‹", "›") }

    func wrapped(_ text: String, _ style: TerminalStyle = .plain) -> TextBlock {
        TextBlock(TextWrapper.lines(shown(text), limit: columns).map { StyledLine($0, style) })
    }

    private func text(_ node: TextNode) -> TextBlock {
        switch node.style {
        case .title: wrapped(node.text.string, .bold)
        case .quiet: wrapped(node.text.string, .dim)
        case nil: wrapped(node.text.string)
        }
    }

    /// Draws a piece with its letter and its name: outside a board a letter alone isn't clear.
    private func piece(_ node: PieceNode, label: SafeText?) -> TextBlock {
        let sign = node.piece.showsMark ? node.mark?.string ?? node.piece.sign(node.tone) : node.piece.sign(node.tone)
        let face = charset == .ascii ? ASCIIFallback.mark(sign) ?? "?" : sign
        return wrapped("[\(face)] \(label?.string ?? node.name)", TerminalStyle(tone: node.tone))
    }

    private func score(_ score: ScoreNode) -> TextBlock {
        let entries = score.entries.map { wrapped("\($0.name) \($0.value)", TerminalStyle(tone: $0.tone)) }
        return .across(entries, columns: columns, gap: 3)
    }

    private func stack(_ stack: StackNode) -> TextBlock {
        guard stack.isAcross else { return TextBlock(stack.nodes.map(block).flatMap(\.lines)) }
        return .across(stack.nodes.map(beside(stack.nodes).block), columns: columns, gap: Self.gapAcross)
    }

    /// The columns between nodes side by side.
    private static let gapAcross = 2

    /// Returns the drawing for nodes side by side. Several boards share the width if each board
    /// still has room for a picture.
    private func beside(_ nodes: [SceneNode]) -> TerminalDrawing {
        let grids = nodes.flatMap(\.grids)
        guard nodes.count(where: { !$0.grids.isEmpty }) > 1 else { return self }
        let room = (columns + Self.gapAcross) / nodes.count - Self.gapAcross
        let narrow = TerminalDrawing(
            columns: room, charset: charset, mostRuledRows: mostRuledRows, boxesCards: boxesCards,
            mostImageRows: mostImageRows,
            context: context, lastMove: lastMove)
        return grids.allSatisfy { TerminalGrid($0, in: narrow).hasPicture } ? narrow : self
    }

    /// Draws a button: `[ Hit ]`, or `[ Take a card: hit ]` if the label doesn't end with the text
    /// to type. It is `( Hit )` if it can't be pressed now, and `[‹Hit›]` if it was the viewer's
    /// last choice.
    private func button(_ label: SafeText, play: String?) -> TextBlock {
        let isLive = context.isLive(play)
        var face = label.string
        if charset == .ascii {
            // A picture without a replacement is left out: the text to type follows anyway, and
            // says more.
            face = ASCIIFallback.mark(face) ?? ""
        }
        if let play, context.showsHints, isLive, !Self.ends(label.string, with: play) {
            let typed = shown(SafeText(play))
            // a picture without words needs no sign before the text to type
            let sign = face.hasSuffix(":") || !face.contains(where: \.isLetter) ? "" : ":"
            face = face.isEmpty ? typed : "\(face)\(sign) \(typed)"
        }
        if face.isEmpty { face = shown(label) }
        let isLast = context.isLast(play)
        let inner = isLast ? lastSigns.open + face + lastSigns.close : " \(face) "
        let style = isLive ? TerminalStyle.bold : .dim
        return wrapped(isLive ? "[\(inner)]" : "(\(inner))", isLast ? .bold : style)
    }

    /// Returns whether the last words of a label are the text to type: `Hit`, and `a8: miss` for
    /// `miss`.
    private static func ends(_ label: String, with play: String) -> Bool {
        let (label, play) = (label.lowercased(), play.lowercased())
        guard label.hasSuffix(play) else { return false }
        return label.dropLast(play.count).last.map { !$0.isLetter && !$0.isNumber } ?? true
    }

    /// Returns the line below a node that plays a move as a whole and isn't a button.
    private func playSign(_ play: String?) -> TextBlock? {
        guard let play, context.isLast(play) || context.isLive(play) && context.showsHints else { return nil }
        return button(SafeText(play), play: play)
    }
}

/// Pictures from a game's folder in a terminal: coloured half-blocks, with two pixels in each
/// character.
extension TerminalDrawing {
    private static let mostColumns = 40

    /// Draws the picture. Without a decoder, draws its label. If the picture can't be shown, draws
    /// its label and the reason.
    func image(_ image: ImageNode) -> TextBlock {
        do throws(ImageProblem) {
            let columns = min(columns, Self.mostColumns)
            guard charset == .unicode, mostImageRows > 0,
                let raster = try context.images?.raster(image, columns: columns, rows: mostImageRows * 2)
            else { return wrapped("[image: \(image.label)]", .dim) }
            return TextBlock(stride(from: 0, to: raster.height, by: 2).map { line(raster, row: $0) })
        } catch {
            return wrapped("[image: \(image.label) (\(SafeText("\(image.asset) \(error)")))]", .dim)
        }
    }

    /// Draws two rows of pixels. A clear pixel shows the reader's own background.
    private func line(_ raster: ImageRaster, row: Int) -> StyledLine {
        var line = StyledLine()
        for column in 0..<raster.width {
            let upper = raster.pixels[row * raster.width + column]
            let lower = row + 1 < raster.height ? raster.pixels[(row + 1) * raster.width + column] : nil
            switch (upper, lower) {
            case (nil, nil): line.append(" ")
            case (let upper?, nil): line.append("▀", TerminalStyle(pixels: .init(front: upper)))
            case (nil, let lower?): line.append("▄", TerminalStyle(pixels: .init(front: lower)))
            case (let upper?, let lower?): line.append("▀", TerminalStyle(pixels: .init(front: upper, back: lower)))
            }
        }
        return line
    }
}
