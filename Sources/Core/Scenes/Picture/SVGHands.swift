/// Hands for rock, paper and scissors, with a cuff in the colour of whose they are.
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

    /// A finger: a stroke of skin over a thicker one, whose rim stays.
    private func finger(_ outline: String, _ width: Double) -> [SVGElement] {
        [
            .strokes(outline, SVGHands.edge, width: width + 5 * weight), .strokes(outline, SVGHands.skin, width: width),
        ]
    }
}
