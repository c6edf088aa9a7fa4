/// What the size of a bubble depends on. When it changes, every live bubble is asked for its size again.
public struct Surroundings: Hashable, Sendable {
    /// The widest a bubble may be, in points.
    public var maximumWidth: Int
    /// How large the person set text; 1 is the usual size.
    public var textScale: Double
    /// The person's language and region: `en_GB`.
    public var locale: String

    /// What is left out is as on an ordinary phone: 320 points, text of the usual size, English.
    public init(maximumWidth: Int = 320, textScale: Double = 1, locale: String = "en") {
        self.maximumWidth = maximumWidth
        self.textScale = textScale
        self.locale = locale
    }
}
