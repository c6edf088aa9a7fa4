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
