/// The visible properties of a view and the person's settings: the size, the covered edges, the text
/// size, the language, and the dark or light mode.
///
/// Hooks read it as `app.appearance`. The rules of a match can't read it, because they run in a Lua
/// state without it. Values from a host are clamped here, so scripts can rely on them.
public struct Appearance: Hashable, Sendable {
    /// The width of the view in whole points.
    public let width: Int
    /// The height of the view in whole points.
    public let height: Int
    /// The covered part at each edge of the view, clamped to the size of the view.
    public let safeArea: SafeArea
    /// The text size that the person set; 1 is the usual size.
    public let textScale: Double
    /// The person's language and region: `en_GB`.
    public let locale: String
    /// Whether the person reads light text on a dark background.
    public let isDark: Bool

    /// - Parameters:
    ///   - width: The width in points, rounded down and clamped to 0–10,000. NaN counts as 0, the
    ///     size of a view without layout.
    ///   - height: The height, treated like the width.
    ///   - safeArea: The covered edges, clamped to the view's size.
    ///   - textScale: The text size, clamped to 0.5–5. NaN counts as 1.
    ///   - locale: The language and region. Only the printable ASCII characters among the first 64
    ///     bytes are used; `en` if there are none.
    ///   - isDark: Whether the person reads light text on a dark background.
    public init(
        width: Double, height: Double, safeArea: SafeArea = SafeArea(), textScale: Double = 1, locale: String = "en",
        isDark: Bool = false
    ) {
        self.width = DisplayBounds.length(width)
        self.height = DisplayBounds.length(height)
        self.safeArea = safeArea.within(width: self.width, height: self.height)
        self.textScale = DisplayBounds.textScale(textScale)
        self.locale = DisplayBounds.locale(locale)
        self.isDark = isDark
    }

    /// Returns the appearance of another view of the same person.
    func view(width: Int, height: Int, safeArea: SafeArea) -> Appearance {
        Appearance(
            width: Double(width), height: Double(height), safeArea: safeArea, textScale: textScale, locale: locale,
            isDark: isDark)
    }
}

/// The covered width at each edge of a view, for example by a bar or a rounded corner, in whole
/// points.
public struct SafeArea: Hashable, Sendable {
    /// The covered height at the upper edge.
    public let top: Int
    /// The covered width at the left edge, also in languages written from right to left.
    public let left: Int
    /// The covered height at the lower edge.
    public let bottom: Int
    /// The covered width at the right edge.
    public let right: Int

    /// Creates a safe area. Each length is rounded up and clamped to 0–10,000. NaN counts as 0. The
    /// defaults cover nothing.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = DisplayBounds.length(top, .up)
        self.left = DisplayBounds.length(left, .up)
        self.bottom = DisplayBounds.length(bottom, .up)
        self.right = DisplayBounds.length(right, .up)
    }

    /// Returns the safe area clamped to a view of this size.
    func within(width: Int, height: Int) -> SafeArea {
        let top = min(top, height)
        let left = min(left, width)
        return SafeArea(
            top: Double(top), left: Double(left), bottom: Double(min(bottom, height - top)),
            right: Double(min(right, width - left)))
    }
}

/// A person's settings of a phone: the appearance of views, and the widest bubble. If a setting
/// that affects bubble sizes changes, every live bubble is asked for its size again.
public struct DisplaySettings: Hashable, Sendable {
    /// The largest width of a bubble in points.
    public let maximumWidth: Int
    /// The appearance of the whole screen.
    public let screen: Appearance

    /// The text size that the person set; 1 is the usual size.
    public var textScale: Double { screen.textScale }
    /// The person's language and region: `en_GB`.
    public var locale: String { screen.locale }

    /// Creates settings with the defaults of an ordinary phone: bubbles of 320 points, usual text
    /// size, English, light, and an upright screen of 390 by 844 points.
    ///
    /// - Parameters:
    ///   - maximumWidth: The largest width of a bubble, clamped to 1–10,000.
    ///   - textScale: The text size. See ``Appearance`` for the limits of this and the following
    ///     values.
    public init(
        maximumWidth: Int = 320, textScale: Double = 1, locale: String = "en", isDark: Bool = false,
        width: Double = 390, height: Double = 844, safeArea: SafeArea = SafeArea(top: 47, bottom: 34)
    ) {
        self.maximumWidth = DisplayBounds.width(maximumWidth)
        screen = Appearance(
            width: width, height: height, safeArea: safeArea, textScale: textScale, locale: locale, isDark: isDark)
    }

    /// Returns the appearance of a game's view in a style.
    ///
    /// The expanded view fills the screen. The compact view fills the lower part, where the
    /// keyboard would be.
    ///
    /// - Parameter bubble: The size that a bubble requested, or nil before the bubble was asked for
    ///   its size. Nil gives the largest size.
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

    /// Returns whether both settings give bubbles the same size.
    func sizesBubbles(as other: DisplaySettings) -> Bool {
        (maximumWidth, textScale, locale) == (other.maximumWidth, other.textScale, other.locale)
    }

    private static let compactHeight = 300
}

/// The limits for values from a host, which may be NaN, too large, or a language name of a megabyte.
enum DisplayBounds {
    /// The most points of any length.
    private static let mostPoints = 10_000.0
    private static let textScales = 0.5...5.0
    private static let longestLocale = 64

    /// Returns whole points, clamped to 0–10,000. NaN gives 0.
    static func length(_ points: Double, _ rule: FloatingPointRoundingRule = .down) -> Int {
        points.isNaN ? 0 : Int(min(max(points, 0), mostPoints).rounded(rule))
    }

    /// Returns the width of something visible, at least one point.
    static func width(_ points: Int) -> Int { min(max(points, 1), Int(mostPoints)) }

    /// Returns a scale clamped to 0.5–5. NaN gives 1.
    static func textScale(_ scale: Double) -> Double {
        scale.isNaN ? 1 : min(max(scale, textScales.lowerBound), textScales.upperBound)
    }

    /// Returns the printable ASCII of the first 64 bytes, or `en` if there is none.
    static func locale(_ name: String) -> String {
        let printable = name.utf8.prefix(longestLocale).filter { (0x21...0x7E).contains($0) }
        return printable.isEmpty ? "en" : String(decoding: printable, as: UTF8.self)
    }
}
