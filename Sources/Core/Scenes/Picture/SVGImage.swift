import Foundation

/// The pictures of a game's folder in a drawing. The drawing embeds their data and loads nothing. A
/// picture that can't be shown becomes a frame with its label and the reason.
final class SVGImages {
    /// The most bytes of pictures in one drawing. They are limited because a drawing is sent and
    /// stored with a message.
    static let mostBytes = 512 << 10

    private let images: SceneImages?
    private var left = SVGImages.mostBytes

    init(_ images: SceneImages?) { self.images = images }

    /// Returns the picture to embed, or nil if the drawing shows labels instead of pictures.
    func file(_ image: ImageNode) throws(ImageProblem) -> ImageFile? {
        guard let file = try images?.file(image) else { return nil }
        guard file.bytes.count <= left else { throw .noRoom(limit: Self.mostBytes) }
        left -= file.bytes.count
        return file
    }
}

extension SVGDrawing {
    /// Draws a picture in its own size, reduced to the room.
    func image(_ image: ImageNode) -> SVGBox {
        let file: ImageFile
        do throws(ImageProblem) {
            guard let found = try images.file(image) else { return frame(for: image, why: nil) }
            file = found
        } catch {
            return frame(for: image, why: error)
        }
        let scale = min(1, room / Double(file.width), SVGMetrics.highestImage / Double(file.height))
        let (width, height) = (
            max(1, (Double(file.width) * scale).rounded()), max(1, (Double(file.height) * scale).rounded())
        )
        return SVGBox(
            width: width, height: height, elements: [.image(file, width: width, height: height)], isCentred: true)
    }

    /// Draws a labelled frame in the place of an image.
    private func frame(for image: ImageNode, why: ImageProblem?) -> SVGBox {
        let (width, inset) = (min(260, room), 16.0)
        let label = lines(
            image.label, size: SVGMetrics.quietSize, colour: palette.inks.quiet, isCentred: true,
            limit: width - 2 * inset)
        let reason = why.map {
            lines(
                SafeText("\(image.asset) \($0)"), size: SVGMetrics.headerSize, colour: palette.inks.quiet,
                isCentred: true, limit: width - 2 * inset)
        }
        let text = SVGBox.down([label, reason].compactMap(\.self), gap: 6)
        let height = max(140, text.height + 76)
        let border = SVGElement.rect(x: 1, y: 1, width: width - 2, height: height - 2, radius: 8)
            .filled(palette.shadedSquare).stroked(palette.rule, width: 1.5).with(.strokeDashes, "6 4")
        let top = ((height - text.height - 48) / 2).rounded()
        // Hills and a sun: the usual symbol of a picture.
        let (middle, low) = (width / 2, top + 38)
        let hills = SVGElement.polygon([
            (middle - 23, low), (middle - 6, top + 12), (middle + 4, top + 26), (middle + 11, top + 18),
            (middle + 25, low),
        ])
        .filled(palette.rule)
        let sun = SVGElement.circle(x: middle + 16, y: top + 8, radius: 5).filled(palette.rule)
        let words = SVGElement(.g, children: text.elements).moved(x: middle, y: top + 48)
        return SVGBox(width: width, height: height, elements: [border, hills, sun, words])
    }
}

extension SVGElement {
    /// Returns an image with embedded data.
    fileprivate static func image(_ file: ImageFile, width: Double, height: Double) -> SVGElement {
        SVGElement(.image)
            .with(.linkSpace, "http://www.w3.org/1999/xlink")
            .with(.width, width).with(.height, height)
            .with(.link, "data:\(file.format.rawValue);base64,\(Data(file.bytes).base64EncodedString())")
    }
}
