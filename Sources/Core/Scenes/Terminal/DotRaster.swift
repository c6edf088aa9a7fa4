/// A raster of square dots for drawing shapes. Each dot remembers the tone of its last drawing.
///
/// Coordinates are in dots: dot (0, 0) covers 0..<1 both ways. Parts of a shape outside of the
/// raster are clipped first, so the time to draw a shape doesn't depend on its extent there.
struct DotRaster {
    typealias Point = CanvasShape.Point

    let width: Int
    let height: Int
    private var dots: [Tone??]

    init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
        dots = Array(repeating: nil, count: self.width * self.height)
    }

    /// Returns whether a dot is set; false outside.
    func isSet(_ x: Int, _ y: Int) -> Bool { dot(x, y) != nil }

    /// Returns the tone of a dot, or nil for a dot without tone or an unset one.
    func tone(_ x: Int, _ y: Int) -> Tone? { dot(x, y) ?? nil }

    private func dot(_ x: Int, _ y: Int) -> Tone?? {
        (0..<width).contains(x) && (0..<height).contains(y) ? dots[y * width + x] : nil
    }

    private mutating func set(_ x: Int, _ y: Int, _ tone: Tone?) {
        if (0..<width).contains(x), (0..<height).contains(y) { dots[y * width + x] = .some(tone) }
    }

    /// Draws a straight line, one dot thick.
    mutating func line(from start: Point, to end: Point, tone: Tone?) {
        guard let (start, end) = clipped(start, end) else { return }
        let steps = max(1, Int(saturating: max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let x = start.x + (end.x - start.x) * share
            let y = start.y + (end.y - start.y) * share
            set(Int(saturating: x.rounded(.down)), Int(saturating: y.rounded(.down)), tone)
        }
    }

    /// Draws a closed outline, or fills it by the even-odd rule.
    mutating func polygon(_ corners: [Point], isFilled: Bool, tone: Tone?) {
        guard let last = corners.last else { return }
        var previous = last
        for corner in corners {
            line(from: previous, to: corner, tone: tone)
            previous = corner
        }
        guard isFilled else { return }
        for row in 0..<height {
            let middle = Double(row) + 0.5
            var crossings: [Double] = []
            previous = last
            for corner in corners {
                if (previous.y <= middle) != (corner.y <= middle) {
                    let share = (middle - previous.y) / (corner.y - previous.y)
                    crossings.append(previous.x + (corner.x - previous.x) * share)
                }
                previous = corner
            }
            crossings.sort()
            for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
                let (first, last) = (max(0, crossings[pair]), min(Double(width), crossings[pair + 1]))
                guard first < last else { continue }
                for x in Int(saturating: first)..<Int(saturating: last.rounded(.up)) { set(x, row, tone) }
            }
        }
    }

    /// Draws a circle. A dot is `stretch` times as high as wide. The radius is in widths of
    /// a dot.
    mutating func circle(centre: Point, radius: Double, stretch: Double, isFilled: Bool, tone: Tone?) {
        let nearest = centre.y - (radius + 1) / stretch
        let farthest = centre.y + (radius + 1) / stretch
        for y in 0..<height where (nearest...farthest).contains(Double(y) + 0.5) {
            for x in 0..<width {
                let (dx, dy) = (Double(x) + 0.5 - centre.x, (Double(y) + 0.5 - centre.y) * stretch)
                let distance = (dx * dx + dy * dy).squareRoot()
                // half a dot on either side of the line, along the coarser direction
                if isFilled ? distance <= radius : abs(distance - radius) <= stretch / 2 { set(x, y, tone) }
            }
        }
    }

    /// Returns the part of a line inside the raster (Liang and Barsky 1984), or nil if there is
    /// none.
    private func clipped(_ start: Point, _ end: Point) -> (Point, Point)? {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        var (enter, leave) = (0.0, 1.0)
        // No dot includes the right and lower edges. A tiny inset keeps a line along them visible.
        let (right, bottom) = (Double(width) - 1e-6, Double(height) - 1e-6)
        for (step, room) in [(-dx, start.x), (dx, right - start.x), (-dy, start.y), (dy, bottom - start.y)] {
            if step == 0 {
                // A line along the very edge of a canvas still belongs to it.
                if room < -1 { return nil }
            } else if step < 0 {
                enter = max(enter, room / step)
            } else {
                leave = min(leave, room / step)
            }
        }
        guard enter <= leave else { return nil }
        func point(_ share: Double) -> Point {
            Point(
                x: min(max(start.x + dx * share, 0), right), y: min(max(start.y + dy * share, 0), bottom))
        }
        return (point(enter), point(leave))
    }
}
