/// What a colour stands for. A tone is never the only sign of a fact: marks and labels say the same without it.
public enum Tone: String, CaseIterable, Hashable, Sendable {
    /// The first seat.
    case one
    /// The second seat.
    case two
    /// Something that went well, such as a hit.
    case good
    /// Something that went badly.
    case bad
    /// Something of little weight, such as a miss.
    case quiet
}
