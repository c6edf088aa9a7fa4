/// What can be seen of a view, and of how the person set up the phone: its size, what covers it, how large texts are to be,
/// the language, dark or light.
///
/// Hooks read it as `app.appearance`. The rules of a match never do: they run in a Lua state of their own, which isn't told.
/// A host may be careless; whatever it says is brought into bounds here, so that scripts need no care.
public struct Appearance: Hashable, Sendable {
    /// The width of the view in whole points.
    public let width: Int
    /// Its height in whole points.
    public let height: Int
    /// How far from its edges the view is covered; never more than it measures.
    public let safeArea: SafeArea
    /// How large the person set text; 1 is the usual size.
    public let textScale: Double
    /// The person's language and region: `en_GB`.
    public let locale: String
    /// Whether the person reads light on dark.
    public let isDark: Bool

    /// - Parameters:
    ///   - width: In points; rounded down, and from 0 to 10,000. What is no number is 0, as is a view that isn't laid out.
    ///   - height: The same.
    ///   - safeArea: Cut to what the view measures.
    ///   - textScale: From 0.5 to 5; what is beyond counts as the bound, and what is no number as 1.
    ///   - locale: Of its first 64 bytes what is printable ASCII; `en` if nothing is.
    ///   - isDark: Whether the person reads light on dark.
    public init(
        width: Double, height: Double, safeArea: SafeArea = SafeArea(), textScale: Double = 1, locale: String = "en",
        isDark: Bool = false
    ) {
        self.width = Plausible.length(width)
        self.height = Plausible.length(height)
        self.safeArea = safeArea.within(width: self.width, height: self.height)
        self.textScale = Plausible.textScale(textScale)
        self.locale = Plausible.locale(locale)
        self.isDark = isDark
    }

    /// Another view of the same person.
    func view(width: Int, height: Int, safeArea: SafeArea) -> Appearance {
        Appearance(
            width: Double(width), height: Double(height), safeArea: safeArea, textScale: textScale, locale: locale,
            isDark: isDark)
    }
}
