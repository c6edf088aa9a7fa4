/// One element of a picture.
///
/// The names of elements and attributes are fixed in this type, every text is a ``SafeText``, and
/// everything is escaped on output. Therefore no text of a script can become markup. Only the
/// attributes for labels and for the names of moves and cells contain words of a script.
struct SVGElement: Sendable {
    /// All elements of pictures. No element can run or load anything: an `image` embeds its data.
    enum Name: String, CaseIterable, Sendable {
        case svg, title, desc, g, rect, circle, line, polyline, polygon, path, text, image
    }

    /// All attributes of pictures.
    enum Attribute: String, CaseIterable, Sendable {
        case xmlns, role, viewBox, width, height, x, y, x1, y1, x2, y2, cx, cy, r, rx, d, points, transform
        case fill, stroke, opacity
        case space = "xml:space"
        case label = "aria-label"
        case play = "data-play"
        case input = "data-input"
        case cell = "data-cell"
        case pointerEvents = "pointer-events"
        case linkSpace = "xmlns:xlink"
        case link = "xlink:href"
        case fillOpacity = "fill-opacity"
        case fontFamily = "font-family"
        case fontSize = "font-size"
        case fontWeight = "font-weight"
        case textAnchor = "text-anchor"
        case strokeWidth = "stroke-width"
        case strokeDashes = "stroke-dasharray"
        case strokeCap = "stroke-linecap"
        case strokeJoin = "stroke-linejoin"
    }

    let name: Name
    private(set) var attributes: [(name: Attribute, value: String)] = []
    var children: [SVGElement] = []
    /// The text of the element; only `title`, `desc` and `text` have one.
    var text: SafeText?

    init(_ name: Name, children: [SVGElement] = [], text: SafeText? = nil) {
        self.name = name
        self.children = children
        self.text = text
    }

    /// Returns the element with another attribute.
    func with(_ name: Attribute, _ value: String) -> SVGElement {
        var element = self
        element.attributes.append((name, value))
        return element
    }

    func with(_ name: Attribute, _ value: Double) -> SVGElement { with(name, SVGElement.number(value)) }

    /// Returns the element moved by a distance.
    func moved(x: Double, y: Double) -> SVGElement {
        if x == 0 && y == 0 { return self }
        let place = "translate(\(SVGElement.number(x)) \(SVGElement.number(y)))"
        // A group without attributes gets the transform itself. Any other element is wrapped in a
        // group, because it may have a transform already.
        if name == .g, attributes.isEmpty { return with(.transform, place) }
        return SVGElement(.g, children: [self]).with(.transform, place)
    }

    /// Returns the element after a turn in degrees around its origin, scaling, and then a move.
    func placed(x: Double, y: Double, scale: Double = 1, turn: Double = 0) -> SVGElement {
        var place = "translate(\(SVGElement.number(x)) \(SVGElement.number(y)))"
        if turn != 0 { place += " rotate(\(SVGElement.number(turn)))" }
        if scale != 1 { place += " scale(\(SVGElement.number(scale)))" }
        if name == .g, !attributes.contains(where: { $0.name == .transform }) { return with(.transform, place) }
        return SVGElement(.g, children: [self]).with(.transform, place)
    }

    /// Returns a number with at most two decimals, the same on every platform.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let hundredths = Int(saturating: (min(max(value, -1e9), 1e9) * 100).rounded())
        let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = hundredths < 0 ? "-" : ""
        switch part {
        case 0: return "\(sign)\(whole)"
        case _ where part.isMultiple(of: 10): return "\(sign)\(whole).\(part / 10)"
        default: return "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
        }
    }

    /// Appends the element as XML.
    func write(to xml: inout String) {
        xml += "<\(name.rawValue)"
        for attribute in attributes {
            xml += " \(attribute.name.rawValue)=\"\(SVGElement.escaped(attribute.value))\""
        }
        guard !children.isEmpty || text != nil else {
            xml += "/>"
            return
        }
        xml += ">"
        if let text { xml += SVGElement.escaped(text.string) }
        for child in children { child.write(to: &xml) }
        xml += "</\(name.rawValue)>"
    }

    private static func escaped(_ text: String) -> String {
        // Work on bytes: all five characters are ASCII, so their bytes can't be part of another
        // character.
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return escaped.count == text.utf8.count ? text : String(decoding: escaped, as: UTF8.self)
    }
}

// The shapes of pictures, with numbers in pixels.
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

    /// Returns a path in SVG's notation. The outline must never come from a script.
    static func path(_ outline: String) -> SVGElement { SVGElement(.path).with(.d, outline) }

    /// Returns strokes with round ends, not filled.
    static func strokes(_ outline: String, _ colour: String, width: Double) -> SVGElement {
        path(outline).filled("none").stroked(colour, width: width).with(.strokeCap, "round").with(.strokeJoin, "round")
    }

    /// Returns one line of text whose capitals are centred on `y`.
    ///
    /// Viewers differ in their support of `dominant-baseline`. Therefore the position is computed,
    /// for capitals that are 0.7 of the font size high, as in most sans-serif fonts.
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
