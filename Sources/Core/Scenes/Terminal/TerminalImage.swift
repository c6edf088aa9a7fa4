/// A picture of a game's folder in a terminal: half-blocks in colours, two pixels to a character.
extension TerminalDrawing {
    private static let mostColumns = 40

    /// The picture; its label where nothing decodes it, or where it can't be shown, and then why.
    func image(_ image: ImageNode) -> TextBlock {
        do throws(ImageProblem) {
            let columns = min(columns, Self.mostColumns)
            guard charset == .unicode, mostImageRows > 0,
                let raster = try context.images?.raster(image, columns: columns, rows: mostImageRows * 2)
            else { return wrapped("[image: \(image.label)]", .dim) }
            return TextBlock(stride(from: 0, to: raster.height, by: 2).map { line(raster, row: $0) })
        } catch {
            return wrapped("[image: \(image.label) (\(SafeText("\(image.asset) \(error)")))]", .dim)
        }
    }

    /// Two rows of pixels. Where one is clear, the reader's own ground shows.
    private func line(_ raster: ImageRaster, row: Int) -> StyledLine {
        var line = StyledLine()
        for column in 0..<raster.width {
            let upper = raster.pixels[row * raster.width + column]
            let lower = row + 1 < raster.height ? raster.pixels[(row + 1) * raster.width + column] : nil
            switch (upper, lower) {
            case (nil, nil): line.append(" ")
            case (let upper?, nil): line.append("▀", TerminalStyle(pixels: .init(front: upper)))
            case (nil, let lower?): line.append("▄", TerminalStyle(pixels: .init(front: lower)))
            case (let upper?, let lower?): line.append("▀", TerminalStyle(pixels: .init(front: upper, back: lower)))
            }
        }
        return line
    }
}
