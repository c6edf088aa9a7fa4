/// What a script printed while something was asked of it.
package struct RulesPrintout: Hashable, Sendable {
    /// What was asked first: `play`, with which `outcome`, `turn` and others run; `scene`.
    package let hook: String
    package let text: String
}
