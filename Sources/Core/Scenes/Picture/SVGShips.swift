/// The ships, hits and splashes of a large sea, as one outline of each kind for the whole board.
///
/// A match of two fleets has about two hundred of these pieces. As separate elements they would
/// double the bytes of a bubble. This type omits details that would be invisible on small cells.
struct SVGShips {
    /// The widest cell for this drawing, in pixels.
    static let largestCell = 40.0

    let inks: SVGInks
    let weight: Double
    /// The unit of the pieces: a hundredth of a cell.
    private let unit: Double
    private let hit: String
    private let burning: String
    private let splash: String
    private var hulls = ""
    private var portholes = ""
    private var flames = ""
    private var embers = ""
    private var splashes = ""

    init(side: Double, inks: SVGInks, weight: Double) {
        (self.inks, self.weight, unit) = (inks, weight, side / 100)
        hit = SVGShips.star(unit)
        burning = SVGShips.star(unit * 0.8)
        let (high, drop, aside) = (unit * 31, unit * 11, unit * 20)
        // almost a whole ellipse from its top; closing the path completes it
        splash =
            "a\(SVGShips.pair(30 * unit, 13 * unit)) 0 1 0 .1 0zm\(SVGShips.steps(0, -high))v"
            + "\(SVGShips.steps(drop))m\(SVGShips.steps(-aside, 0))v\(SVGShips.steps(drop))"
            + "m\(SVGShips.steps(2 * aside, -drop))v\(SVGShips.steps(drop))"
    }

    /// Returns a flame as relative steps from its top.
    private static func star(_ scale: Double) -> String {
        let corners = SVGPiece.star(outer: 41, inner: 22).map { (x: $0.x * scale, y: $0.y * scale) }
        let steps = zip(corners, corners.dropFirst()).map { pair($1.x - $0.x, $1.y - $0.y) }
        return "l" + steps.joined(separator: " ") + "z"
    }

    /// Returns a number with one decimal, which is precise enough here.
    private static func number(_ value: Double) -> String { SVGElement.number((value * 10).rounded() / 10) }

    /// Returns whole pixels, for small shapes that are drawn often.
    private static func steps(_ values: Double...) -> String {
        values.map { SVGElement.number($0.rounded()) }.joined(separator: " ")
    }

    private static func pair(_ x: Double, _ y: Double) -> String {
        let numbers = [x, y].map(number)
        return numbers[1].hasPrefix("-") ? numbers.joined() : numbers.joined(separator: " ")
    }

    private func pair(_ x: Double, _ y: Double) -> String { SVGShips.pair(x, y) }

    /// Adds a miss: a ring, and three drops above it.
    mutating func addSplash(x: Double, y: Double) {
        splashes += "M\(SVGShips.steps(x, y - 3 * unit))" + splash
    }

    /// Adds a hit, on a part of a ship or on a cell with unknown content.
    mutating func addHit(x: Double, y: Double, isOnShip: Bool) {
        flames += "M\(pair(x, y - 41 * unit * (isOnShip ? 0.8 : 1)))" + (isOnShip ? burning : hit)
        embers += "M\(pair(x, y))h0"
    }

    /// Adds a ship with its stern on the cell at this place. An upright ship has its bow at the
    /// bottom.
    mutating func addShip(x: Double, y: Double, length: Int, isUpright: Bool) {
        let bow = Double(length - 1) * 100
        func at(_ along: Double, _ across: Double) -> String {
            isUpright ? pair(x - across * unit, y + along * unit) : pair(x + along * unit, y + across * unit)
        }
        hulls += "M\(at(-20, -24))L\(at(bow + 8, -24))Q\(at(bow + 34, -23)) \(at(bow + 47, 0))"
        hulls += "Q\(at(bow + 34, 23)) \(at(bow + 8, 24))L\(at(-20, 24))Q\(at(-42, 24)) \(at(-42, 0))"
        hulls += "Q\(at(-42, -24)) \(at(-20, -24))z"
        for part in 0..<length { portholes += "M\(at(Double(part) * 100, 0))h0" }
    }

    /// All added elements.
    var elements: [SVGElement] {
        let (hull, rim) = inks.isDark ? ("#cfd8e3", "#16222e") : ("#66758a", "#161f29")
        let water = inks.isDark ? "#ffffff" : "#1b5580"
        let blaze = inks.isDark ? "#fff3e0" : "#7d0f13"
        let drawn: [(outline: String, element: SVGElement)] = [
            (hulls, .path(hulls).filled(hull).stroked(rim, width: 4 * weight * unit)),
            (portholes, .strokes(portholes, rim, width: 18 * unit)),
            (splashes, .strokes(splashes, water, width: 5 * weight * unit)),
            (
                flames,
                .path(flames).filled("#e5383b").stroked(blaze, width: 4 * weight * unit).with(.strokeJoin, "round")
            ),
            (embers, .strokes(embers, "#ffd766", width: 34 * unit)),
        ]
        return drawn.filter { !$0.outline.isEmpty }.map(\.element)
    }
}

/// One cell of a ship's hull: round at an end of the ship, straight where it continues.
struct SVGHull: Hashable {
    let isOpenLeft: Bool
    let isOpenRight: Bool
    /// Whether the ship is upright. The left end of an upright ship is at the top.
    var isUpright = false
}

extension SVGPiece {
    /// Draws a part of a ship. The part reaches an edge of its cell if the ship continues there.
    func ship(_ hull: SVGHull, tone: Tone?) -> [SVGElement] {
        let fill = inks.isDark ? "#cfd8e3" : "#66758a"
        let edge = inks.isDark ? "#16222e" : "#161f29"
        let (left, right) = (hull.isOpenLeft ? "M-50-24" : "M-20-24", hull.isOpenRight ? "H50" : "H8")
        let bow = hull.isOpenRight ? "M50 24" : "Q34-23 47 0Q34 23 8 24"
        let stern = hull.isOpenLeft ? "H-50" : "H-20Q-42 24-42 0Q-42-24-20-24"
        // Open ends have no edge, so area and edge are two outlines.
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
