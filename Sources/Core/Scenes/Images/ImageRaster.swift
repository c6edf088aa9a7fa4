/// A picture of few pixels for a terminal. Each pixel is clear or one of the 240 fixed colours of
/// xterm.
package struct ImageRaster: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The pixels, row by row; nil is clear.
    package let pixels: [UInt8?]

    /// Averages a picture into fewer pixels.
    ///
    /// - Parameter rgba: Four bytes for each pixel, row by row. The colours aren't premultiplied by
    ///   alpha.
    package init?(rgba: [UInt8], width: Int, height: Int, columns: Int, rows: Int) {
        guard width > 0, height > 0, columns > 0, rows > 0, rgba.count >= width * height * 4 else { return nil }
        // in integers, so that a picture is the same everywhere
        var (across, down) = (min(width, columns), max(1, height * min(width, columns) / width))
        if down > rows { (across, down) = (max(1, min(columns, width * rows / height)), rows) }
        down = min(down, height)
        var pixels: [UInt8?] = []
        rgba.withUnsafeBufferPointer { bytes in
            for row in 0..<down {
                let rows = row * height / down..<max((row + 1) * height / down, row * height / down + 1)
                for column in 0..<across {
                    let columns =
                        column * width / across..<max((column + 1) * width / across, column * width / across + 1)
                    pixels.append(Self.mean(bytes, width, rows, columns))
                }
            }
        }
        (self.width, self.height, self.pixels) = (across, down, pixels)
    }

    private static func mean(
        _ bytes: UnsafeBufferPointer<UInt8>, _ width: Int, _ rows: Range<Int>, _ columns: Range<Int>
    ) -> UInt8? {
        var sums = (red: 0, green: 0, blue: 0, alpha: 0)
        for row in rows {
            for column in columns {
                let place = (row * width + column) * 4
                let alpha = Int(bytes[place + 3])
                sums.red += Int(bytes[place]) * alpha
                sums.green += Int(bytes[place + 1]) * alpha
                sums.blue += Int(bytes[place + 2]) * alpha
                sums.alpha += alpha
            }
        }
        guard sums.alpha > rows.count * columns.count * 127 else { return nil }
        return nearest(sums.red / sums.alpha, sums.green / sums.alpha, sums.blue / sums.alpha)
    }

    /// Returns the nearest of xterm's colours 16 to 255: a cube of six levels, and 24 greys.
    static func nearest(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
        let levels = [0, 95, 135, 175, 215, 255]
        func level(_ value: Int) -> Int {
            levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
        }
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
        }
        let cube = (level(red), level(green), level(blue))
        let grey = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
        let isGrey =
            distance(8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey)
            < distance(levels[cube.0], levels[cube.1], levels[cube.2])
        return UInt8(isGrey ? 232 + grey : 16 + 36 * cube.0 + 6 * cube.1 + cube.2)
    }
}
