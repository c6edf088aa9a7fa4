import Parlor

extension ReplSession {
    /// Why the screen is cleared before somebody else sits down.
    var handOverReason: String {
        "\(script.title) keeps things from each of you, so the screen is cleared before it changes hands."
    }
}
