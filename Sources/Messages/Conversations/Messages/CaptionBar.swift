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
