/// A phone as its person set it up: what views look like there, and how wide a bubble may be. When something changes that
/// the size of a bubble depends on, every live bubble is asked for its size again.
public struct Surroundings: Hashable, Sendable {
    /// The widest a bubble may be, in points.
    public let maximumWidth: Int
    /// The whole screen.
    public let screen: Appearance

    /// How large the person set text; 1 is the usual size.
    public var textScale: Double { screen.textScale }
    /// The person's language and region: `en_GB`.
    public var locale: String { screen.locale }

    /// What is left out is as on an ordinary phone: bubbles of 320 points, text of the usual size, English, light, and a
    /// screen of 390 by 844 points held upright.
    ///
    /// - Parameters:
    ///   - maximumWidth: Brought into 1 to 10,000.
    ///   - textScale: See ``Appearance``, which has the bounds of all that follows.
    public init(
        maximumWidth: Int = 320, textScale: Double = 1, locale: String = "en", isDark: Bool = false,
        width: Double = 390, height: Double = 844, safeArea: SafeArea = SafeArea(top: 47, bottom: 34)
    ) {
        self.maximumWidth = Plausible.width(maximumWidth)
        screen = Appearance(
            width: width, height: height, safeArea: safeArea, textScale: textScale, locale: locale, isDark: isDark)
    }

    /// The view of a game that is shown so.
    ///
    /// Expanded it has the screen, compact the lower part of it, where the keyboard would be.
    ///
    /// - Parameter bubble: In a bubble, the size that it wanted; nil as long as it wasn't asked, which is as much as it may have.
    public func appearance(in style: PresentationStyle, bubble: (width: Int, height: Int)? = nil) -> Appearance {
        switch style {
        case .expanded: screen
        case .compact:
            screen.view(
                width: screen.width, height: min(screen.height, Self.compactHeight),
                safeArea: SafeArea(
                    left: Double(screen.safeArea.left), bottom: Double(screen.safeArea.bottom),
                    right: Double(screen.safeArea.right)))
        case .transcript:
            screen.view(
                width: bubble?.width ?? maximumWidth, height: bubble?.height ?? maximumWidth, safeArea: SafeArea())
        }
    }

    /// Is all that the size of a bubble depends on the same?
    func sizesBubbles(as other: Surroundings) -> Bool {
        (maximumWidth, textScale, locale) == (other.maximumWidth, other.textScale, other.locale)
    }

    private static let compactHeight = 300
}
