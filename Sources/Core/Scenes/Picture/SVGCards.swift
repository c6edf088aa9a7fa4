/// Draws playing cards: in a row, overlapping if they don't fit, or held like a hand.
struct SVGCards {
    private static let (width, height, gap) = (SVGMetrics.card.width, SVGMetrics.card.height, SVGMetrics.card.gap)
    /// The width of the visible part of a covered card, which has its rank and its suit.
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
        let free = ((drawing.room - SVGCards.width) / Double(max(1, count - 1))).rounded(.down)
        let fits = free >= SVGCards.width + SVGCards.gap
        // The text to type is written below a card, and needs the width of the card.
        let hasHints = cards.plays.contains { hint($0) != nil }
        if hasHints || (fits && !drawing.hasManyCards) || free < SVGCards.corner {
            return .across(cards.cards.indices.map(hinted), limit: drawing.room, gap: SVGCards.gap)
        }
        // With many cards on the table, only the corners of all but the last card are visible.
        let step = drawing.hasManyCards ? min(free, 24) : free
        let elements = cards.cards.indices.map { index in
            card(index, isCovered: step <= 24 && index < count - 1).moved(x: Double(index) * step, y: 0)
        }
        return SVGBox(width: SVGCards.width + step * Double(count - 1), height: SVGCards.height, elements: elements)
    }

    /// A hand: the cards lean to both sides, and only their corners are visible.
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
        if drawing.saysWhatToType, let play = hint(cards.plays[index]) {
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

    /// - Parameter isCovered: Whether the next card covers all of this card but its corner.
    private func card(_ index: Int, isCovered: Bool = false) -> SVGElement {
        let card = drawn(index, isCovered: isCovered)
        guard let play = cards.plays[index], drawing.isTouchable(play) else { return card }
        return drawing.mark([card], plays: play, label: cards.cards[index].name)
    }

    private func drawn(_ index: Int, isCovered: Bool) -> SVGElement {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let play = cards.plays[index]
        let isLast = drawing.context.isLast(play)
        let isLive = hint(play) != nil
        let palette = drawing.palette
        // A card is white paper in every theme.
        let edge = isLast ? SVGInks.onLight.ring : isLive ? SVGInks.onLight.live : "#5b6674"
        let paper = SVGElement.rect(
            x: 1, y: 1, width: width - 2, height: height - 2, radius: SVGMetrics.card.radius
        )
        .filled(isLast ? "#fff1c2" : "#ffffff").stroked(edge, width: (isLast || isLive ? 2.5 : 1.2) * palette.weight)
        switch cards.cards[index] {
        case .faceDown: return SVGElement(.g, children: [paper] + back)
        case .face(let rank, let suit): return SVGElement(.g, children: [paper] + face(rank, suit, isCovered))
        }
    }

    /// Draws a face, which is point-symmetric: one half with the sign in its corner, and the same
    /// half rotated.
    private func face(
        _ rank: PlayingCard.Rank, _ suit: PlayingCard.Suit, _ isCovered: Bool
    ) -> [SVGElement] {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let size = rank == .ten ? 12.0 : 15
        let sign = SVGElement(.text, text: SafeText(rank.text))
            .with(.x, 9.5 - width / 2).with(.y, 12 + 0.355 * size - height / 2).with(.fontSize, size)
        let small = SVGElement.path("M0 0" + SVGSuit.outline(suit))
            .placed(x: 9.5 - width / 2, y: 25 - height / 2, scale: 0.72)
        let places = SVGSuit.places(rank)
        func half(_ places: [(x: Double, y: Double)]) -> SVGElement {
            SVGElement(.g, children: [sign, small] + (places.isEmpty ? [] : [pips(suit, places)]))
        }
        var halves = [half(isCovered ? [] : places.filter { $0.y <= 0 })]
        if !isCovered {
            // Pips in the middle are upright and belong to the upper half, so the lower half has
            // only the pips below the middle.
            halves.append(half(places.filter { $0.y > 0 }.map { (-$0.x, -$0.y) }).with(.transform, "rotate(180)"))
            switch rank {
            case .ace: halves.append(.path("M0 0" + SVGSuit.outline(suit)).with(.transform, "scale(2.4)"))
            case .jack, .queen, .king:
                halves.append(SVGCourt(rank: rank, suit: suit, ink: SVGInks.onLight.ink).element)
            default: break
            }
        }
        let colour = suit.isRed ? SVGCards.red : SVGInks.onLight.ink
        return [
            SVGElement(.g, children: halves).filled(colour).with(.textAnchor, "middle").with(.fontWeight, "600")
                .with(.transform, "translate(\(SVGElement.number(width / 2)) \(SVGElement.number(height / 2)))")
        ]
    }

    static let red = "#b4232c"

    /// Draws pips, slightly smaller than a suit's outline. All are one path, so that a picture with
    /// many cards has few bytes.
    private func pips(_ suit: PlayingCard.Suit, _ places: [(x: Double, y: Double)]) -> SVGElement {
        let outline = places.map { place in
            "M\(SVGElement.number(place.x * 13)) \(SVGElement.number(place.y * 35))\(SVGSuit.outline(suit))"
        }
        return SVGElement.path(outline.joined()).with(.transform, "scale(0.88)")
    }

    /// The back of a card, with a border and a lattice.
    private var back: [SVGElement] {
        let (width, height) = (SVGCards.width, SVGCards.height)
        let field = SVGElement.rect(x: 5, y: 5, width: width - 10, height: height - 10, radius: 4).filled("#2f5597")
        // A lattice of diamonds: mirrored zigzags.
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

/// Hands for rock, paper and scissors, with a cuff in the colour of their owner.
struct SVGHands {
    private static let (skin, edge) = ("#ffcf70", "#5c3a08")

    let weight: Double
    let cuff: String

    func parts(_ piece: Piece) -> [SVGElement] {
        let sleeve = SVGElement.rect(x: -16, y: 30, width: 32, height: 13, radius: 3).filled(cuff)
            .stroked(SVGHands.edge, width: 2.5 * weight)
        switch piece {
        case .paper:
            let fingers = [
                ("M12 22L30 5", 10.0), ("M-14 4L-20-22", 9.5), ("M-5 2L-7-32", 9.5), ("M5 2L7-31", 9.5),
                ("M14 4L19-22", 9.5),
            ]
            return [sleeve] + fingers.flatMap(finger) + [
                .path("M-19 4Q0-3 19 4V14Q19 32 8 32H-8Q-19 32-19 14Z").filled(SVGHands.skin),
                palm("M-18.8 6V14Q-19 32-8 32H8Q19 32 18.8 14"),
                .strokes("M-9 18Q2 20 8 10", SVGHands.edge, width: 2 * weight),
            ]
        case .scissors:
            return [sleeve] + [("M-8 4L-17-31", 10.0), ("M5 3L13-32", 10)].flatMap(finger)
                + [palm("M-19 4Q0-6 19 2V14Q19 32 8 32H-8Q-19 32-19 14Z")]
                + [("M14 1V8", 9.0), ("M5 3V10", 9), ("M-13 20L0 12", 9)].flatMap(finger)
        default:
            return [sleeve, palm("M-22-4Q0-12 22-4V12Q22 32 10 32H-10Q-22 32-22 12Z")]
                + [
                    ("M-16-9V4", 10.0), ("M-5.5-13V4", 10), ("M5.5-13V4", 10), ("M16-9V4", 10),
                    ("M-19 14Q-8 19 7 13", 10),
                ].flatMap(finger)
        }
    }

    private func palm(_ outline: String) -> SVGElement {
        .path(outline).filled(SVGHands.skin).stroked(SVGHands.edge, width: 2.5 * weight).with(.strokeJoin, "round")
    }

    /// Draws a finger: a stroke of skin over a thicker stroke, which remains visible as the edge of
    /// the finger.
    private func finger(_ outline: String, _ width: Double) -> [SVGElement] {
        [
            .strokes(outline, SVGHands.edge, width: width + 5 * weight), .strokes(outline, SVGHands.skin, width: width),
        ]
    }
}

/// The symbols of the suits, drawn as paths so that they look the same in every font.
enum SVGSuit {
    /// Returns an outline around the centre of the symbol, 12 pixels high.
    static func outline(_ suit: PlayingCard.Suit) -> String {
        switch suit {
        case .diamonds: "m0-6.5l4.6 6.5-4.6 6.5-4.6-6.5z"
        case .hearts: "m0 6c-1.5-2.2-6-5-6-8.7a3.1 3.1 0 0 1 6-1a3.1 3.1 0 0 1 6 1c0 3.7-4.5 6.5-6 8.7z"
        case .spades:
            "m0-6c1.5 2 6 4.6 6 8a2.9 2.9 0 0 1-5.2 1.6q.2 1.6 1.7 2.4h-5q1.5-.8 1.7-2.4a2.9 2.9 0 0 1-5.2-1.6"
                + "c0-3.4 4.5-6 6-8z"
        case .clubs:
            "m0-6a2.9 2.9 0 1 1-.01 0zm-3.2 4.5a2.9 2.9 0 1 1-.01 0zm6.4 0a2.9 2.9 0 1 1-.01 0z"
                + "m-4.2 .8h2l.3 4q.2 1.8 1.4 2.7h-5.4q1.2-.9 1.4-2.7z"
        }
    }

    /// Returns the places of a card's pips, measured from its centre in units of its columns and
    /// rows. The pips of the lower half are upside down.
    static func places(_ rank: PlayingCard.Rank) -> [(x: Double, y: Double)] {
        let sides = { (rows: [Double]) in rows.flatMap { [(-1.0, $0), (1.0, $0)] } }
        return switch rank {
        case .two: [(0, -1), (0, 1)]
        case .three: [(0, -1), (0, 0), (0, 1)]
        case .four: sides([-1, 1])
        case .five: sides([-1, 1]) + [(0, 0)]
        case .six: sides([-1, 0, 1])
        case .seven: sides([-1, 0, 1]) + [(0, -0.5)]
        case .eight: sides([-1, 0, 1]) + [(0, -0.5), (0, 0.5)]
        case .nine: sides([-1, -0.33, 0.33, 1]) + [(0, 0)]
        case .ten: sides([-1, -0.33, 0.33, 1]) + [(0, -0.66), (0, 0.66)]
        case .ace, .jack, .queen, .king: []
        }
    }
}
