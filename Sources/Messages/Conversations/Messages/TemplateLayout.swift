import Foundation

/// A bubble made from a template: a picture, two texts on it, and a bar of captions below.
public struct TemplateLayout: Hashable, Codable, Sendable {
    /// The picture's bytes. It wins over ``mediaFileURL``.
    public var image: Data?
    /// Where a picture, film or sound lies.
    public var mediaFileURL: String?
    /// The first text on the picture; nil for none.
    public var imageTitle: String?
    /// The text below the title on the picture, less prominent; nil for none.
    public var imageSubtitle: String?
    /// At the leading end of the bar's upper row; nil or empty for none.
    public var caption: String?
    /// At the trailing end of the bar's upper row; nil or empty for none.
    public var trailingCaption: String?
    /// At the leading end of the bar's lower row, less prominent; nil or empty for none.
    public var subcaption: String?
    /// At the trailing end of the bar's lower row, less prominent; nil or empty for none.
    public var trailingSubcaption: String?

    /// A bubble with what is given; what is left out isn't drawn.
    public init(
        image: Data? = nil, mediaFileURL: String? = nil, imageTitle: String? = nil, imageSubtitle: String? = nil,
        caption: String? = nil, trailingCaption: String? = nil, subcaption: String? = nil,
        trailingSubcaption: String? = nil
    ) {
        self.image = image
        self.mediaFileURL = mediaFileURL
        self.imageTitle = imageTitle
        self.imageSubtitle = imageSubtitle
        self.caption = caption
        self.trailingCaption = trailingCaption
        self.subcaption = subcaption
        self.trailingSubcaption = trailingSubcaption
    }

    /// What fills the upper part of the bubble.
    public enum Media: Hashable, Sendable {
        /// A picture's bytes.
        case image(Data)
        /// A file, by its url.
        case file(url: String)
    }

    /// The picture if there is one, else the media file, else nil.
    public var media: Media? {
        if let image { return .image(image) }
        return mediaFileURL.map { .file(url: $0) }
    }

    /// The bar below the picture, or nil when none of the four captions holds any text: then no bar is drawn.
    public var captionBar: CaptionBar? {
        let bar = CaptionBar(
            caption: caption, trailingCaption: trailingCaption, subcaption: subcaption,
            trailingSubcaption: trailingSubcaption)
        return bar.isEmpty ? nil : bar
    }

    /// This layout with every one of its six strings rewritten.
    func mapStrings(_ rewrite: (String) -> String?) -> TemplateLayout {
        var copy = self
        copy.imageTitle = imageTitle.flatMap(rewrite)
        copy.imageSubtitle = imageSubtitle.flatMap(rewrite)
        copy.caption = caption.flatMap(rewrite)
        copy.trailingCaption = trailingCaption.flatMap(rewrite)
        copy.subcaption = subcaption.flatMap(rewrite)
        copy.trailingSubcaption = trailingSubcaption.flatMap(rewrite)
        return copy
    }
}
