/// Draws playing cards: in a row, each over the one before where they wouldn't fit, or held like a hand.
struct SVGCards {
    private static let (width, height, gap) = (SVGMetrics.card.width, SVGMetrics.card.height, SVGMetrics.card.gap)
    /// What must stay visible of a card that lies under another: its rank and its suit.
    private static let corner = 19.0

    private let cards: CardsNode
    private let drawing: SVGDrawing

    init(_ cards: CardsNode, in drawing: SVGDrawing) {
        self.cards = cards
        self.drawing = drawing
    }

    var box: SVGBox {
        let count = cards.cards.count
        guard count > 0 else {
            return drawing.lines(SafeText("no cards"), size: SVGMetrics.quietSize, colour: drawing.inks.quiet)
        }
        if cards.isFan { return fan }
        let free = (drawing.room - SVGCards.width) / Double(max(1, count - 1))
        let fits = free >= SVGCards.width + SVGCards.gap
        // What is to be typed stands below a card, and needs its width.
        let hasHints = cards.plays.contains { hint($0) != nil }
        guard !fits, !hasHints, free >= SVGCards.corner else {
            return .across(cards.cards.indices.map(hinted), limit: drawing.room, gap: SVGCards.gap)
        }
        let elements = cards.cards.indices.map { card($0).moved(x: Double($0) * free.rounded(.down), y: 0) }
        return SVGBox(
            width: SVGCards.width + free.rounded(.down) * Double(count - 1), height: SVGCards.height, elements: elements
        )
    }

    /// A hand: the cards lean to both sides, and only their corners show.
    private var fan: SVGBox {
        let count = cards.cards.count
        let free = (drawing.room - SVGCards.width - 24) / Double(max(1, count - 1))
        let step = min(26, max(1, free)).rounded(.down)
        let most = min(18.0, 4 * Double(count - 1))
        let rise = 12.0
        let elements = cards.cards.indices.map { index -> SVGElement in
            let place = count == 1 ? 0 : 2 * Double(index) / Double(count - 1) - 1
            let (x, y) = (
                12 + Double(index) * step + SVGCards.width / 2, SVGCards.height / 2 + 6 + place * place * rise
            )
            let centred = SVGElement(.g, children: [card(index).moved(x: -SVGCards.width / 2, y: -SVGCards.height / 2)])
            return centred.placed(x: x, y: y, turn: (place * most).rounded())
        }
        return SVGBox(
            width: SVGCards.width + step * Double(count - 1) + 24, height: SVGCards.height + rise + 12,
            elements: elements)
    }

    private func hint(_ play: String?) -> String? {
        guard let play, drawing.context.showsHints, drawing.context.isLive(play) else { return nil }
        return play
    }

    private func hinted(_ index: Int) -> SVGBox {
        var box = SVGBox(width: SVGCards.width, height: SVGCards.height, elements: [card(index)])
        if let play = hint(cards.plays[index]) {
            let hint = drawing.lines(
                SafeText(play), size: SVGMetrics.headerSize, colour: drawing.inks.quiet, isCentred: true)
            box.width = max(box.width, hint.width)
            box.elements.append(
                SVGElement(.g, children: hint.elements).moved(x: box.width / 2, y: SVGCards.height + 2))
            box.height += 2 + hint.height
        }
        return box
    }

    // MARK: One card

    private func card(_ index: Int) -> SVGElement {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let play = cards.plays[index]
        let isLast = drawing.context.isLast(play)
        let isLive = hint(play) != nil
        let palette = drawing.palette
        // A card is paper in every theme.
        let edge = isLast ? SVGInks.onLight.ring : isLive ? SVGInks.onLight.live : "#5b6674"
        let paper = SVGElement.rect(
            x: 1, y: 1, width: width - 2, height: height - 2, radius: SVGMetrics.card.radius
        )
        .filled(isLast ? "#fff1c2" : "#ffffff").stroked(edge, width: (isLast || isLive ? 2.5 : 1.2) * palette.weight)
        switch cards.cards[index] {
        case .faceDown: return SVGElement(.g, children: [paper] + back)
        case .face(let rank, let suit): return SVGElement(.g, children: [paper] + face(rank, suit))
        }
    }

    private func face(_ rank: PlayingCard.Rank, _ suit: PlayingCard.Suit) -> [SVGElement] {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let colour = suit.isRed ? "#b4232c" : SVGInks.onLight.ink
        let isTen = rank == .ten
        let sign = SVGElement.words(
            SafeText(rank.text), x: isTen ? 10.5 : 9.5, y: 12, size: isTen ? 12.5 : 15, colour: colour,
            anchor: "middle",
            isBold: true)
        let small = SVGElement.path("M0 0" + SVGSuit.outline(suit)).filled(colour).placed(x: 9.5, y: 25, scale: 0.72)
        let corner = SVGElement(.g, children: [sign, small])
        let other = SVGElement(.g, children: [corner]).with(
            .transform, "translate(\(SVGElement.number(width)) \(SVGElement.number(height))) rotate(180)")
        return [corner, other, figure(rank, suit, colour).moved(x: width / 2, y: height / 2)]
    }

    /// What is in the middle of a card, around the origin.
    private func figure(_ rank: PlayingCard.Rank, _ suit: PlayingCard.Suit, _ colour: String) -> SVGElement {
        switch rank {
        case .ace: return SVGElement.path("M0 0" + SVGSuit.outline(suit)).filled(colour).with(.transform, "scale(2.4)")
        case .jack, .queen, .king:
            let court = SVGCourt(rank: rank, suit: suit, ink: SVGInks.onLight.ink).element
            return SVGElement(.g, children: [court])
        default:
            let places = SVGSuit.places(rank)
            func pips(_ places: [(x: Double, y: Double)], _ sign: Double) -> SVGElement {
                let outline = places.map { place in
                    "M\(SVGElement.number(sign * place.x * 13)) \(SVGElement.number(sign * place.y * 35))"
                        + SVGSuit.outline(suit)
                }
                return SVGElement.path(outline.joined())
            }
            let lower = places.filter { $0.y > 0 }
            let halves = [
                pips(places.filter { $0.y <= 0 }, 1), pips(lower, -1).with(.transform, "rotate(180)"),
            ]
            // A pip is 12 pixels high; beside the corners there is room for a little less.
            return SVGElement(.g, children: halves).filled(colour).with(.transform, "scale(0.88)")
        }
    }

    /// A back with a border and a lattice.
    private var back: [SVGElement] {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let field = SVGElement.rect(x: 5, y: 5, width: width - 10, height: height - 10, radius: 4).filled("#2f5597")
        // Diamonds whose corners meet: zigzags, mirrored.
        let steps = stride(from: 0, through: 6, by: 1).map { 9 + (height - 18) * Double($0) / 6 }
        var outline = ""
        for (first, second) in [(9.0, width / 2), (width / 2, 9), (width / 2, width - 9), (width - 9, width / 2)] {
            for (index, y) in steps.enumerated() {
                let x = SVGElement.number(index.isMultiple(of: 2) ? first : second)
                outline += "\(index == 0 ? "M" : "L")\(x) \(SVGElement.number(y))"
            }
        }
        return [field, SVGElement.path(outline).filled("none").stroked("#b9cdf0", width: 1.4)]
    }
}
