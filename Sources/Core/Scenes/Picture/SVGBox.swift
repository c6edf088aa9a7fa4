/// A part of a picture that has been laid out: its size in pixels, and its elements with the origin at its top left.
struct SVGBox: Sendable {
    var width: Double
    var height: Double
    var elements: [SVGElement]
    /// Whether what stands above and below it is centred with it: so it is with boards, pieces and drawings.
    var isCentred = false

    static let empty = SVGBox(width: 0, height: 0, elements: [])

    /// The boxes below each other.
    static func down(_ boxes: [SVGBox], gap: Double) -> SVGBox {
        let boxes = boxes.filter { $0.height > 0 }
        let isCentred = boxes.contains(where: \.isCentred)
        let width = boxes.reduce(0) { max($0, $1.width) }
        var all = boxes.reduce(into: SVGBox.empty) { all, box in
            let top = all.height > 0 ? all.height + gap : 0
            all.place(box, x: isCentred ? ((width - box.width) / 2).rounded() : 0, y: top)
        }
        all.isCentred = isCentred
        return all
    }

    /// The boxes side by side, in rows no wider than `limit` where a box alone isn't.
    static func across(_ boxes: [SVGBox], limit: Double, gap: Double) -> SVGBox {
        var rows: [SVGBox] = []
        for box in boxes where box.height > 0 {
            if var row = rows.last, row.width + gap + box.width <= limit {
                row.place(box, x: row.width + gap, y: 0)
                row.isCentred = row.isCentred || box.isCentred
                rows[rows.count - 1] = row
            } else {
                rows.append(box)
            }
        }
        return down(rows, gap: gap)
    }

    private mutating func place(_ box: SVGBox, x: Double, y: Double) {
        if x == 0, y == 0 {
            elements += box.elements
        } else if box.elements.count == 1 {
            elements += box.elements.map { $0.moved(x: x, y: y) }
        } else {
            elements.append(SVGElement(.g, children: box.elements).moved(x: x, y: y))
        }
        width = max(width, x + box.width)
        height = max(height, y + box.height)
    }
}
