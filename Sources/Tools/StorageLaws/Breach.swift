/// A law that an engine or a store breaks.
public struct Breach: Hashable, Sendable, CustomStringConvertible {
    /// The name of the law: one of ``MatchLogLaws/names`` or ``MatchStoreLaws/names``.
    public let law: String
    /// What was expected, and what came.
    public let what: String

    public var description: String { "\(law): \(what)" }
}

/// What a law throws when it is broken.
struct Broken: Error { let what: String }
