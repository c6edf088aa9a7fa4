/// One cell of a ship's hull: round where the ship ends, straight where it goes on.
struct SVGHull: Hashable {
    let isOpenLeft: Bool
    let isOpenRight: Bool
    /// Whether the ship stands upright: then its left is the top.
    var isUpright = false
}

extension SVGPiece {
    /// A part of a ship, which reaches to the edge of its cell where the next one follows.
    func ship(_ hull: SVGHull, tone: Tone?) -> [SVGElement] {
        let fill = inks.isDark ? "#cfd8e3" : "#66758a"
        let edge = inks.isDark ? "#16222e" : "#161f29"
        let (left, right) = (hull.isOpenLeft ? "M-50-24" : "M-20-24", hull.isOpenRight ? "H50" : "H8")
        let bow = hull.isOpenRight ? "M50 24" : "Q34-23 47 0Q34 23 8 24"
        let stern = hull.isOpenLeft ? "H-50" : "H-20Q-42 24-42 0Q-42-24-20-24"
        // Open ends have no edge, so the area and its edge are two outlines.
        let area = "\(left)\(right)\(hull.isOpenRight ? "V24" : bow)\(stern)Z"
        let rim = "\(left)\(right)\(bow)\(stern)"
        let deck = "M\(hull.isOpenLeft ? -50 : -30) 0H\(hull.isOpenRight ? 50 : 30)"
        var parts = [
            SVGElement.path(area).filled(fill), .strokes(rim, edge, width: 4 * weight),
            .strokes(deck, edge, width: 2.5).with(.opacity, 0.45),
            SVGElement.circle(x: 0, y: 0, radius: 10).filled(edge).with(.opacity, 0.75),
        ]
        if hull.isUpright { parts = [SVGElement(.g, children: parts).with(.transform, "rotate(90)")] }
        if tone == .bad { parts.append(element(.hit, tone: nil).with(.transform, "scale(0.78)")) }
        return parts
    }
}
