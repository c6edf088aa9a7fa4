/// The source of a scene's pictures: a game's folder, which is read when a picture is first drawn.
///
/// Set it in ``SceneContext/images``. Without it a picture is a frame with its label.
public struct SceneImages: Hashable, Sendable {
    private let source: any ImageSource
    private let decoder: (any ImageDecoder)?

    /// - Parameter decoder: Decodes pictures for drawings made of pixels, or nil to show labels
    ///   there.
    package init(_ source: any ImageSource, decoder: (any ImageDecoder)? = nil) {
        self.source = source
        self.decoder = decoder
    }

    /// Returns the same pictures with another decoder.
    package func decoded(by decoder: (any ImageDecoder)?) -> SceneImages { SceneImages(source, decoder: decoder) }

    func file(_ image: ImageNode) throws(ImageProblem) -> ImageFile { try source.image(image.asset) }

    /// Returns the picture in at most this number of pixels, or nil if pictures or this format
    /// aren't decoded.
    func raster(_ image: ImageNode, columns: Int, rows: Int) throws(ImageProblem) -> ImageRaster? {
        guard let decoder else { return nil }
        return try decoder.raster(of: file(image), columns: columns, rows: rows)
    }

    /// Returns whether both have the same source and decoder.
    public static func == (one: SceneImages, other: SceneImages) -> Bool {
        one.source === other.source && one.decoder === other.decoder
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}

/// Provides the pictures of a game by their paths in its `assets` folder.
package protocol ImageSource: AnyObject, Sendable {
    func image(_ asset: String) throws(ImageProblem) -> ImageFile
}

/// Decodes pictures into pixels.
package protocol ImageDecoder: AnyObject, Sendable {
    /// Returns the picture in at most this number of pixels, in its own proportions and not
    /// enlarged, or nil if the format isn't supported.
    func raster(of file: ImageFile, columns: Int, rows: Int) throws(ImageProblem) -> ImageRaster?
}
