// The few shapes that pictures are made of, with their numbers in pixels.
extension SVGElement {
    static func rect(x: Double = 0, y: Double = 0, width: Double, height: Double, radius: Double = 0) -> SVGElement {
        let rect = SVGElement(.rect).with(.x, x).with(.y, y).with(.width, width).with(.height, height)
        return radius > 0 ? rect.with(.rx, radius) : rect
    }

    static func circle(x: Double, y: Double, radius: Double) -> SVGElement {
        SVGElement(.circle).with(.cx, x).with(.cy, y).with(.r, radius)
    }

    static func line(x1: Double, y1: Double, x2: Double, y2: Double) -> SVGElement {
        SVGElement(.line).with(.x1, x1).with(.y1, y1).with(.x2, x2).with(.y2, y2)
    }

    static func polygon(_ corners: [(x: Double, y: Double)]) -> SVGElement {
        SVGElement(.polygon).with(.points, corners.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " "))
    }

    /// An outline in the notation of SVG; ours alone, never a script's.
    static func path(_ outline: String) -> SVGElement { SVGElement(.path).with(.d, outline) }

    /// Strokes with round ends, not filled.
    static func strokes(_ outline: String, _ colour: String, width: Double) -> SVGElement {
        path(outline).filled("none").stroked(colour, width: width).with(.strokeCap, "round").with(.strokeJoin, "round")
    }

    /// One line of text whose capitals are centred on `y`.
    ///
    /// `dominant-baseline` would say so directly, but viewers differ in it; capitals of sans-serif faces are about
    /// 0.7 of the size high.
    static func words(
        _ text: SafeText, x: Double, y: Double, size: Double, colour: String, anchor: String = "start",
        isBold: Bool = false
    ) -> SVGElement {
        var element = SVGElement(.text, text: text)
            .with(.x, x).with(.y, y + 0.355 * size).with(.fontSize, size).with(.fill, colour)
        if anchor != "start" { element = element.with(.textAnchor, anchor) }
        return isBold ? element.with(.fontWeight, "600") : element
    }

    func filled(_ colour: String) -> SVGElement { with(.fill, colour) }

    func stroked(_ colour: String, width: Double = 1) -> SVGElement {
        with(.stroke, colour).with(.strokeWidth, width)
    }
}
