/// Draws a row of playing cards.
struct SVGCards {
    private static let (width, height, gap) = (56.0, 78.0, 8.0)

    private let cards: CardsNode
    private let drawing: SVGDrawing

    init(_ cards: CardsNode, in drawing: SVGDrawing) {
        self.cards = cards
        self.drawing = drawing
    }

    var box: SVGBox {
        guard !cards.cards.isEmpty else {
            return drawing.lines(SafeText("no cards"), size: 14, colour: SVGPalette.quietInk)
        }
        return .across(cards.cards.indices.map(card), limit: SVGDrawing.widest, gap: SVGCards.gap)
    }

    private func card(_ index: Int) -> SVGBox {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let play = cards.plays[index]
        let isLast = drawing.context.isLast(play)
        let paper = SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 7)
            .filled(isLast ? SVGPalette.highlight : SVGPalette.paper)
            .stroked(isLast ? SVGPalette.ring : SVGPalette.dot, width: isLast ? 2.5 : 1.5)
        var box = SVGBox(width: width, height: height, elements: [paper])
        switch cards.cards[index] {
        case .faceDown: box.elements += back
        case .face(let rank, let suit):
            let colour = suit.isRed ? SVGPalette.redSuit : SVGPalette.ink
            box.elements.append(
                .words(
                    SafeText(rank.text), x: width / 2, y: 23, size: 24, colour: colour, anchor: "middle", isBold: true))
            box.elements.append(
                SVGElement(.path).with(.d, SVGCards.outline(of: suit)).filled(colour)
                    .moved(x: width / 2, y: 53))
        }
        if let play, drawing.context.showsHints, drawing.context.isLive(play) {
            let hint = drawing.lines(SafeText(play), size: 13, colour: SVGPalette.quietInk, isCentred: true)
            box.width = max(width, hint.width)
            let words = SVGElement(.g, children: hint.elements)
                .moved(x: max(width, hint.width) / 2, y: height + 2)
            box.elements.append(words)
            box.height = height + 2 + hint.height
        }
        return box
    }

    /// A plain back with a border and a lattice.
    private var back: [SVGElement] {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let field = SVGElement.rect(x: 6, y: 6, width: width - 12, height: height - 12, radius: 4)
            .filled(SVGPalette.cardBack)
        let (left, right, top, bottom) = (10.0, width - 10, 10.0, height - 10)
        // Diamonds whose corners meet: two zigzags, mirrored.
        let steps = stride(from: 0.0, through: 4, by: 1).map { top + (bottom - top) * $0 / 4 }
        let zigzags = [(left, right), (right, left)].map { first, second in
            let points = steps.enumerated().map { index, y in
                "\(SVGElement.number(index.isMultiple(of: 2) ? first : second)),\(SVGElement.number(y))"
            }
            return SVGElement(.polyline).with(.points, points.joined(separator: " "))
        }
        let lattice = SVGElement(.g, children: zigzags).filled("none").stroked(SVGPalette.cardBackLine, width: 1.5)
        return [field, lattice]
    }

    /// A suit around the origin, 24 pixels high; drawn here so that it looks the same in every font.
    private static func outline(of suit: PlayingCard.Suit) -> String {
        switch suit {
        case .diamonds: "M0 -13L9 0L0 13L-9 0Z"
        case .hearts:
            "M0 12C-5 6 -12 1 -12 -5C-12 -9.5 -9 -12 -6 -12C-3 -12 -1 -10 0 -7C1 -10 3 -12 6 -12C9 -12 12 -9.5 12 -5C12 1 5 6 0 12Z"
        case .spades:
            "M0 -12C5 -6 12 -2 12 4C12 7.5 9.5 9.5 6.8 9.5C4.5 9.5 2.5 8.5 1.3 6.8C1.5 9.5 2.5 11 4.5 12L-4.5 12C-2.5 11 -1.5 9.5 -1.3 6.8C-2.5 8.5 -4.5 9.5 -6.8 9.5C-9.5 9.5 -12 7.5 -12 4C-12 -2 -5 -6 0 -12Z"
        case .clubs:
            "M0 -12A5.6 5.6 0 0 1 4.4 -2.9A5.6 5.6 0 1 1 1.3 5.2C1.5 8.5 2.5 11 4.5 12L-4.5 12C-2.5 11 -1.5 8.5 -1.3 5.2A5.6 5.6 0 1 1 -4.4 -2.9A5.6 5.6 0 0 1 0 -12Z"
        }
    }
}
