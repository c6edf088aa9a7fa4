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

/// How far from each edge of a view something covers it, such as a bar or a rounded corner, in whole points.
public struct SafeArea: Hashable, Sendable {
    /// From the upper edge.
    public let top: Int
    /// From the left edge, whichever way the language runs.
    public let left: Int
    /// From the lower edge.
    public let bottom: Int
    /// From the right edge.
    public let right: Int

    /// Each is rounded up, and is then from 0 to 10,000; 0 for what is no number. Nothing is covered where nothing is said.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = Plausible.length(top, .up)
        self.left = Plausible.length(left, .up)
        self.bottom = Plausible.length(bottom, .up)
        self.right = Plausible.length(right, .up)
    }

    /// The same in a view of this size: what is covered is never more than there is.
    func within(width: Int, height: Int) -> SafeArea {
        let top = min(top, height)
        let left = min(left, width)
        return SafeArea(
            top: Double(top), left: Double(left), bottom: Double(min(bottom, height - top)),
            right: Double(min(right, width - left)))
    }
}

/// A phone as its person set it up: what views look like there, and how wide a bubble may be. When something changes that
/// the size of a bubble depends on, every live bubble is asked for its size again.
public struct DisplaySettings: Hashable, Sendable {
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
    func sizesBubbles(as other: DisplaySettings) -> Bool {
        (maximumWidth, textScale, locale) == (other.maximumWidth, other.textScale, other.locale)
    }

    private static let compactHeight = 300
}

/// What a host may say of views and settings. A careless one says anything: no number, too much, a language of a megabyte.
enum Plausible {
    /// The most points that anything measures, or is away from an edge.
    private static let mostPoints = 10_000.0
    private static let textScales = 0.5...5.0
    private static let longestLocale = 64

    /// Whole points, from 0 to 10,000; 0 for what is no number.
    static func length(_ points: Double, _ rule: FloatingPointRoundingRule = .down) -> Int {
        points.isNaN ? 0 : Int(min(max(points, 0), mostPoints).rounded(rule))
    }

    /// The width of something that is there: a point at least.
    static func width(_ points: Int) -> Int { min(max(points, 1), Int(mostPoints)) }

    /// From a half to five times the usual size; 1 for what is no number.
    static func textScale(_ scale: Double) -> Double {
        scale.isNaN ? 1 : min(max(scale, textScales.lowerBound), textScales.upperBound)
    }

    /// What of the first 64 bytes is printable ASCII; `en` if nothing is.
    static func locale(_ name: String) -> String {
        let printable = name.utf8.prefix(longestLocale).filter { (0x21...0x7E).contains($0) }
        return printable.isEmpty ? "en" : String(decoding: printable, as: UTF8.self)
    }
}
