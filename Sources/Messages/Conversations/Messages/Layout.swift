import Foundation

/// What a message looks like in a transcript.
public enum Layout: Hashable, Sendable {
    /// A template that every device can draw.
    case template(TemplateLayout)
    /// The game draws its own bubble where it is installed; see ``LiveLayout``.
    case live(LiveLayout)

    /// The template: the layout itself, or what a live layout falls back to.
    public var template: TemplateLayout {
        switch self {
        case .template(let template): template
        case .live(let live): live.alternate
        }
    }

    /// Whether the game draws the bubble itself where it is installed.
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

/// A bubble that the game itself draws, with a template for devices that lack the game or have too old a version of it.
public struct LiveLayout: Hashable, Codable, Sendable {
    /// What stands in the bubble where the game can't draw it.
    public var alternate: TemplateLayout

    /// A live layout with the template that stands in for it.
    public init(_ alternate: TemplateLayout) {
        self.alternate = alternate
    }

    /// A live layout from what a script gave.
    ///
    /// - Throws: `MissingAlternate` without a template.
    package init(alternate: TemplateLayout?) throws(MissingAlternate) {
        guard let alternate else { throw MissingAlternate() }
        self.alternate = alternate
    }

    /// A live layout came without the template it needs.
    package struct MissingAlternate: Error, Hashable, Sendable, CustomStringConvertible {
        /// The error has nothing to tell but itself.
        package init() {}

        /// One line for people: what was expected, and what to do.
        package var description: String {
            "expected a template layout as the alternate of a live layout, found none; "
                + "give one, devices without the game show it"
        }
    }
}

/// The four captions of a template, as they are drawn: each at most three lines.
public struct CaptionBar: Hashable, Sendable {
    /// The lines a caption may take when it is drawn.
    package static let maximumLines = 3

    /// At the leading end of the upper row; nil if there is none.
    public let caption: String?
    /// At the trailing end of the upper row; nil if there is none.
    public let trailingCaption: String?
    /// At the leading end of the lower row; nil if there is none.
    public let subcaption: String?
    /// At the trailing end of the lower row; nil if there is none.
    public let trailingSubcaption: String?

    /// Empty texts count as none.
    package init(caption: String?, trailingCaption: String?, subcaption: String?, trailingSubcaption: String?) {
        self.caption = Self.given(caption)
        self.trailingCaption = Self.given(trailingCaption)
        self.subcaption = Self.given(subcaption)
        self.trailingSubcaption = Self.given(trailingSubcaption)
    }

    var isEmpty: Bool {
        caption == nil && trailingCaption == nil && subcaption == nil && trailingSubcaption == nil
    }

    /// The lines of a caption that are drawn: it is broken where `wrap` breaks it, and clipped after the third line.
    ///
    /// - Parameter wrap: Breaks one line of text to the width of the place where it is drawn; it decides the width and
    ///   the measure. Without it, only the text's own line breaks count.
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
