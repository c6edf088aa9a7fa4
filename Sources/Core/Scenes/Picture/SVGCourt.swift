/// The figures of jack, queen and king: one half, and the same half rotated.
struct SVGCourt {
    private static let (gold, skin, hair) = ("#f2b632", "#fbe3c8", "#8a5a2b")
    private static let (red, blue) = ("#c8323a", "#23408e")

    let rank: PlayingCard.Rank
    let suit: PlayingCard.Suit
    let ink: String

    /// The whole figure around the centre of a card.
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

/// The chess pieces: a silhouette, a base, and one stroke of detail.
struct SVGChess {
    let inks: SVGInks
    let weight: Double

    func parts(_ piece: Piece, _ tone: Tone?) -> [SVGElement] {
        let isBlack = tone == .two
        let edge = isBlack ? inks.isDark ? SVGPiece.lightEdge : "#05080b" : SVGPiece.darkEdge
        let body = SVGElement(.g, children: outline(piece) + [.path("M-27 36V30Q-27 25-22 25H22Q27 25 27 30V36Z")])
            .filled(isBlack ? SVGPiece.black : SVGPiece.white).stroked(edge, width: 4.5 * weight)
            .with(.strokeJoin, "round")
        let detail = SVGElement.strokes(detail(piece), isBlack ? "#dfe6ee" : SVGPiece.darkEdge, width: 4)
        return [SVGElement(.g, children: [body, detail]).with(.transform, "scale(1.12)")]
    }

    private func outline(_ piece: Piece) -> [SVGElement] {
        switch piece {
        case .rook:
            [
                .path("M-18 25L-14-10H14L18 25Z"),
                .path("M-21-34H-12V-27H-5V-34H5V-27H12V-34H21V-18L15-10H-15L-21-18Z"),
            ]
        case .bishop:
            [
                .path("M-17 25Q-9 16-9 5H9Q9 16 17 25Z"), .path("M0-32C-14-21-18-6-9 5H9C18-6 14-21 0-32Z"),
                .circle(x: 0, y: -36, radius: 4.5),
            ]
        case .knight:
            [
                .path(
                    "M-18 25C-17 10 0 6-1-5C-7-4-10 3-18 5C-24 6-27 1-24-5C-20-12-17-20-9-25L-7-35L1-28C19-25 25-3 20 25Z"
                )
            ]
        case .queen:
            [.path("M-18 25L-25-20L-13-2L-10-28L0-5L10-28L13-2L25-20L18 25Z")]
                + [(-25.0, -23.0), (-10, -31), (10, -31), (25, -23)].map { .circle(x: $0.0, y: $0.1, radius: 4) }
        case .king:
            [
                .path("M-4-40H4V-33H10V-26H4V-18H-4V-26H-10V-33H-4Z"),
                .path("M-16 25C-20 15-28 8-28-4C-28-15-14-20 0-10C14-20 28-15 28-4C28 8 20 15 16 25Z"),
            ]
        default:
            [
                .path("M-17 25Q-6 16-7 3H7Q6 16 17 25Z"),
                .path("M-12-1Q-14-5-10-6H10Q14-5 12-1Q11 3 7 3H-7Q-11 3-12-1Z"), .circle(x: 0, y: -17, radius: 12),
            ]
        }
    }

    private func detail(_ piece: Piece) -> String {
        switch piece {
        case .rook: "M-13-10H13"
        case .bishop: "M0-22V-8M-6-15H6"
        case .knight: "M-12-17h.1M8-22C17-15 16 0 14 14"
        case .queen: "M-17 14Q0 8 17 14"
        case .king: "M-15 14Q0 8 15 14M0-10V8"
        default: "M-11 17Q0 12 11 17"
        }
    }
}
