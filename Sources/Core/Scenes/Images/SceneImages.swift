/// Where the pictures of a scene come from while it is drawn: a game's folder, looked at when a
/// picture is first drawn.
///
/// Set it in ``SceneContext/images``. Without it a picture is a frame with its label.
public struct SceneImages: Hashable, Sendable {
    private let source: any ImageSource
    private let decoder: (any ImageDecoder)?

    /// - Parameter decoder: Makes pixels of pictures where drawings are made of those; nil where
    ///   they show labels.
    package init(_ source: any ImageSource, decoder: (any ImageDecoder)? = nil) {
        self.source = source
        self.decoder = decoder
    }

    /// The same pictures, in pixels where drawings are made of those.
    package func decoded(by decoder: (any ImageDecoder)?) -> SceneImages { SceneImages(source, decoder: decoder) }

    func file(_ image: ImageNode) throws(ImageProblem) -> ImageFile { try source.image(image.asset) }

    /// The picture no larger than a number of pixels; nil where pictures aren't decoded, or not of
    /// this format.
    func raster(_ image: ImageNode, columns: Int, rows: Int) throws(ImageProblem) -> ImageRaster? {
        guard let decoder else { return nil }
        return try decoder.raster(of: file(image), columns: columns, rows: rows)
    }

    /// Are they the same pictures, and decoded by the same?
    public static func == (one: SceneImages, other: SceneImages) -> Bool {
        one.source === other.source && one.decoder === other.decoder
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}

/// Gives the pictures of a game by their place in its `assets` folder.
package protocol ImageSource: AnyObject, Sendable {
    func image(_ asset: String) throws(ImageProblem) -> ImageFile
}

/// Makes pixels of pictures.
package protocol ImageDecoder: AnyObject, Sendable {
    /// The picture no larger than a number of pixels, in its own proportions and not made larger;
    /// nil for a format that isn't decoded here.
    func raster(of file: ImageFile, columns: Int, rows: Int) throws(ImageProblem) -> ImageRaster?
}
