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
