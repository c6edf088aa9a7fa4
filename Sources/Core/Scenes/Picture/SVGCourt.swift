/// The figures of jack, queen and king: one half, and the same on its head.
struct SVGCourt {
    private static let (gold, skin, hair) = ("#f2b632", "#fbe3c8", "#8a5a2b")
    private static let (red, blue) = ("#c8323a", "#23408e")

    let rank: PlayingCard.Rank
    let suit: PlayingCard.Suit
    let ink: String

    /// The whole figure around the middle of a card.
    var element: SVGElement {
        let half = self.half
        return SVGElement(.g, children: [half, half.with(.transform, "rotate(180)")])
            .stroked(ink, width: 1.2).with(.strokeJoin, "round")
    }

    private var half: SVGElement {
        let (robe, other) = suit.isRed ? (SVGCourt.red, SVGCourt.blue) : (SVGCourt.blue, SVGCourt.red)
        let shoulders = [
            SVGElement.path("M-20 0V-9Q-17-17-6-18H6Q17-17 20-9V0Z").filled(robe),
            SVGElement.path("M-8-18L0-2L8-18Z").filled(SVGCourt.gold),
            SVGElement.path("M-3.5-18L0-10L3.5-18Z").filled(other),
        ]
        let face = SVGElement.path("M-6-31H6V-24Q5-18 0-17Q-5-18-6-24Z").filled(SVGCourt.skin)
        let eyes = SVGElement.strokes("M-2.6-27v1M2.6-27v1", ink, width: 1.6)
        return SVGElement(.g, children: shoulders + behind + [face] + front(robe, other) + [eyes])
    }

    private var behind: [SVGElement] {
        let outline =
            switch rank {
            case .king: "M-8-30V-19Q0-11 8-19V-30Z"
            case .queen: "M-9-29Q-12-17-8-15H8Q12-17 9-29Z"
            default: "M-8-29V-19H8V-29Z"
            }
        return [SVGElement.path(outline).filled(SVGCourt.hair)]
    }

    private func front(_ robe: String, _ other: String) -> [SVGElement] {
        switch rank {
        case .king:
            [
                SVGElement.path("M-6-22Q0-18 6-22Q5-14 0-14Q-5-14-6-22Z").filled(SVGCourt.hair),
                SVGElement.path("M-9-30L-10-40L-5-35L0-42L5-35L10-40L9-30Z").filled(SVGCourt.gold),
            ]
        case .queen:
            [
                SVGElement.path("M-9-30L-9-37L-4.5-33L0-40L4.5-33L9-37L9-30Z").filled(SVGCourt.gold),
                SVGElement.circle(x: 0, y: -40, radius: 1.8).filled(robe),
            ]
        default:
            [
                SVGElement.path("M-10-30Q-9-38 0-38Q9-38 10-30Z").filled(other),
                SVGElement.strokes("M6-34Q13-40 15-32", SVGCourt.gold, width: 2.4),
            ]
        }
    }
}
