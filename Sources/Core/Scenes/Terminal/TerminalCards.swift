/// Draws a row of cards: as small boxes if they fit next to each other, else in brackets.
struct TerminalCards {
    private let cards: CardsNode
    private let drawing: TerminalDrawing

    init(_ cards: CardsNode, in drawing: TerminalDrawing) {
        self.cards = cards
        self.drawing = drawing
    }

    var block: TextBlock {
        if cards.cards.isEmpty { return drawing.wrapped("(no cards)", .dim) }
        if drawing.charset == .unicode, drawing.boxesCards {
            let boxes = TextBlock.across(
                cards.cards.indices.map { drawing.touchable(box($0), cards.plays[$0]) }, columns: drawing.columns,
                gap: 1)
            // A hand that needs a second row of boxes would push everything else off the screen.
            if boxes.lines.count <= 4, boxes.width <= drawing.columns { return boxes }
        }
        return .across(
            cards.cards.indices.map { drawing.touchable(bracketed($0), cards.plays[$0]) }, columns: drawing.columns,
            gap: 1)
    }

    private func face(_ card: PlayingCard) -> String {
        switch card {
        case .faceDown: "??"
        case .face(let rank, let suit):
            drawing.charset == .ascii ? rank.text + String(suit.rawValue) : rank.text + suit.symbol
        }
    }

    private func style(_ card: PlayingCard) -> TerminalStyle {
        switch card {
        case .faceDown: .dim
        case .face(_, let suit): suit.isRed ? TerminalStyle(tone: .two) : .bold
        }
    }

    /// Returns the text to type for a live card.
    private func typed(_ index: Int) -> String? {
        guard drawing.context.showsHints, let play = cards.plays[index], drawing.context.isLive(play) else {
            return nil
        }
        return drawing.shown(SafeText(play))
    }

    private func box(_ index: Int) -> TextBlock {
        let card = cards.cards[index]
        let isLast = drawing.context.isLast(cards.plays[index])
        var inner = StyledLine()
        if isLast { inner.append(drawing.lastSigns.open, .bold) }
        inner.append(face(card), style(card))
        if isLast { inner.append(drawing.lastSigns.close, .bold) }
        let hint = typed(index).map { StyledLine($0, .dim) }
        let width = max(4, inner.width)
        let rule = String(repeating: "─", count: width)
        var middle = StyledLine("│", .dim)
        middle.append(inner.centred(in: width))
        middle.append("│", .dim)
        var lines = [StyledLine("╭\(rule)╮", .dim), middle, StyledLine("╰\(rule)╯", .dim)]
        if let hint { lines.append(hint.centred(in: width + 2)) }
        return TextBlock(lines)
    }

    /// Returns a card in brackets: `[A♠]`, `[‹A♠›]` for the viewer's last choice, `[A♠ spade-ace]`
    /// if the text to type isn't the card's code.
    private func bracketed(_ index: Int) -> TextBlock {
        let card = cards.cards[index]
        let isLast = drawing.context.isLast(cards.plays[index])
        var line = StyledLine("[")
        if isLast { line.append(drawing.lastSigns.open, .bold) }
        line.append(face(card), style(card))
        if isLast { line.append(drawing.lastSigns.close, .bold) }
        if let typed = typed(index), typed != card.code { line.append(" " + typed, .dim) }
        line.append("]")
        if line.width <= drawing.columns { return TextBlock([line]) }
        return drawing.wrapped(line.trimmed.plain)
    }
}
