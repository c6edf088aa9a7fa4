import Foundation

/// The look of a message in a transcript.
public enum Layout: Hashable, Sendable {
    /// A template that every device can draw.
    case template(TemplateLayout)
    /// The game draws its own bubble on devices that have the game; see ``LiveLayout``.
    case live(LiveLayout)

    /// The template: the layout itself, or the alternate of a live layout.
    public var template: TemplateLayout {
        switch self {
        case .template(let template): template
        case .live(let live): live.alternate
        }
    }

    /// Whether the game draws the bubble itself on devices that have the game.
    public var isLive: Bool {
        if case .live = self { true } else { false }
    }

    func mapTemplate(_ rewrite: (TemplateLayout) -> TemplateLayout) -> Layout {
        switch self {
        case .template(let template): .template(rewrite(template))
        case .live(let live): .live(LiveLayout(rewrite(live.alternate)))
        }
    }
}

/// A bubble made from a template: a picture, two texts on it, and a bar of captions below.
public struct TemplateLayout: Hashable, Codable, Sendable {
    /// The picture's bytes. They take precedence over ``mediaFileURL``.
    public var image: Data?
    /// The url of a picture, film or sound.
    public var mediaFileURL: String?
    /// The first text on the picture; nil for none.
    public var imageTitle: String?
    /// The text below the title on the picture, less prominent; nil for none.
    public var imageSubtitle: String?
    /// The text at the leading end of the bar's upper row; nil or empty for none.
    public var caption: String?
    /// The text at the trailing end of the bar's upper row; nil or empty for none.
    public var trailingCaption: String?
    /// The less prominent text at the leading end of the bar's lower row; nil or empty for none.
    public var subcaption: String?
    /// The less prominent text at the trailing end of the bar's lower row; nil or empty for none.
    public var trailingSubcaption: String?

    /// Creates a bubble. Parts that are left out aren't drawn.
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

    /// The content of the upper part of the bubble.
    public enum Media: Hashable, Sendable {
        /// A picture's bytes.
        case image(Data)
        /// A file, by its url.
        case file(url: String)
    }

    /// The picture if there is one, otherwise the media file, otherwise nil.
    public var media: Media? {
        if let image { return .image(image) }
        return mediaFileURL.map { .file(url: $0) }
    }

    /// The bar below the picture, or nil if all four captions are empty.
    public var captionBar: CaptionBar? {
        let bar = CaptionBar(
            caption: caption, trailingCaption: trailingCaption, subcaption: subcaption,
            trailingSubcaption: trailingSubcaption)
        return bar.isEmpty ? nil : bar
    }

    /// Returns this layout with each of its six strings rewritten.
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

/// A bubble that the game itself draws, with a template for devices that lack the game or have too
/// old a version of it.
public struct LiveLayout: Hashable, Codable, Sendable {
    /// The template for devices on which the game can't draw the bubble.
    public var alternate: TemplateLayout

    /// Creates a live layout with its alternate.
    public init(_ alternate: TemplateLayout) {
        self.alternate = alternate
    }

    /// Creates a live layout from a script's values.
    ///
    /// - Throws: `MissingAlternate` without a template.
    package init(alternate: TemplateLayout?) throws(MissingAlternate) {
        guard let alternate else { throw MissingAlternate() }
        self.alternate = alternate
    }

    /// The error of a live layout without its alternate.
    package struct MissingAlternate: Error, Hashable, Sendable, CustomStringConvertible {
        package init() {}

        /// One line for people: what was expected, and what to do.
        package var description: String {
            "expected a template layout as the alternate of a live layout, found none; "
                + "give one, devices without the game show it"
        }
    }
}

/// The four captions of a template as they are drawn, each with at most three lines.
public struct CaptionBar: Hashable, Sendable {
    /// The most lines of a drawn caption.
    package static let maximumLines = 3

    /// The text at the leading end of the upper row, or nil.
    public let caption: String?
    /// The text at the trailing end of the upper row, or nil.
    public let trailingCaption: String?
    /// The text at the leading end of the lower row, or nil.
    public let subcaption: String?
    /// The text at the trailing end of the lower row, or nil.
    public let trailingSubcaption: String?

    /// Creates a bar. Empty texts count as nil.
    package init(caption: String?, trailingCaption: String?, subcaption: String?, trailingSubcaption: String?) {
        self.caption = Self.given(caption)
        self.trailingCaption = Self.given(trailingCaption)
        self.subcaption = Self.given(subcaption)
        self.trailingSubcaption = Self.given(trailingSubcaption)
    }

    var isEmpty: Bool {
        caption == nil && trailingCaption == nil && subcaption == nil && trailingSubcaption == nil
    }

    /// Returns the drawn lines of a caption: wrapped by `wrap` and clipped after the third line.
    ///
    /// - Parameter wrap: Wraps one line of text to the available width. Without `wrap`, lines end
    ///   only at the line breaks of the text.
    package static func drawnLines(of caption: String, wrap: (String) -> [String] = { [$0] }) -> [String] {
        var lines: [String] = []
        for line in caption.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines += wrap(String(line))
            if lines.count >= maximumLines { break }
        }
        return Array(lines.prefix(maximumLines))
    }

    private static func given(_ text: String?) -> String? {
        text?.isEmpty == true ? nil : text
    }
}
