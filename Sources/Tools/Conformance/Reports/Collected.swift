/// What a check set out to find: what it found, or why there is nothing. Whoever shows it has to say one of the two, so that
/// what wasn't looked at never passes for a fact about the script.
public enum Collected<Found: Sendable>: Sendable {
    /// What was found.
    case collected(Found)
    /// With the reason, as a sentence.
    case notCollected(String)

    /// What was found; nil where it wasn't collected.
    public var found: Found? {
        if case .collected(let found) = self { return found }
        return nil
    }
}
