import Parlor

extension TerminalStyle {
    /// The bubbles of a phone's owner.
    static let mine = TerminalStyle(.blue)
    /// What its owner should see to.
    static let warning = TerminalStyle(.magenta, isBold: true)
}
