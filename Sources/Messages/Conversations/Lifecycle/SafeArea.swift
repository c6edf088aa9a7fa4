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
