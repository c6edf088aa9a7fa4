/// Running text; it wraps at the width of the drawing, and its own line breaks are kept.
public struct TextNode: Hashable, Sendable {
    /// How much weight a text has.
    public enum Style: String, CaseIterable, Hashable, Sendable {
        /// What stands above the rest.
        case title
        /// What may be overlooked.
        case quiet
    }

    /// What is written; its only control characters are line breaks.
    public let text: SafeText
    /// nil for ordinary text.
    public let style: Style?

    /// Ordinary text, unless a style is given. Its lines break where `text` has kept line breaks.
    public init(_ text: SafeText, style: Style? = nil) {
        self.text = text
        self.style = style
    }
}
