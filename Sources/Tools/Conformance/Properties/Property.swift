/// A property that must hold for a game, with the information that the game's author needs.
///
/// ```swift
/// Property.named("S2")?.meaning   // "A match saved at any ply and loaded elsewhere …"
/// ```
public struct Property: Sendable {
    /// The subject of a property.
    public enum Scope: String, Sendable {
        /// The game's own script and files.
        case script
        /// Parlor itself, with this game as the example.
        case host
        /// Parlor itself, proved by Parlor's own tests with data that no game provides.
        case tests
    }

    /// The id: a letter for the group and a number, such as `S2`.
    public let id: String
    /// The property in one sentence.
    public let meaning: String
    /// The consequence for players if the property doesn't hold.
    public let why: String
    /// The remedy for an author; for ``Scope-swift.enum/host``, the place to report the problem.
    public let mend: String
    /// The subject of the property, which also determines whether `check` judges the property.
    public let scope: Scope
    /// The ids of the properties on which this property depends. If one of them fails, this
    /// property isn't judged.
    public let needs: [String]
    /// Whether the property is checked at every ply. Quick runs check only some plies.
    public let isPerPly: Bool

    init(
        _ id: String, _ meaning: String, why: String, mend: String, scope: Scope = .script, needs: [String] = [],
        isPerPly: Bool = false
    ) {
        self.id = id
        self.meaning = meaning
        self.why = why
        self.mend = mend
        self.scope = scope
        self.needs = needs
        self.isPerPly = isPerPly
    }

    /// All properties, in the order of the groups: load, moves, state, outcome, secrets, messages,
    /// limits, looks.
    public static let all: [Property] =
        load + moves + state + outcome + secrets + messages + limits + looks

    /// Returns the property with this id, in upper or lower case.
    public static func named(_ id: String) -> Property? {
        all.first { $0.id == id.uppercased() }
    }

    /// The groups, by the first letter of their ids.
    public static let groups: [(letter: Character, title: String)] = [
        ("L", "Load"), ("M", "Moves"), ("S", "State"), ("O", "Outcome"), ("P", "Secrets"), ("W", "Messages"),
        ("B", "Limits"), ("V", "Looks"),
    ]
}

extension Property: Hashable, Comparable, CustomStringConvertible {
    /// Compares the ids.
    public static func == (left: Property, right: Property) -> Bool { left.id == right.id }
    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// Compares the places in ``all``.
    public static func < (left: Property, right: Property) -> Bool { left.place < right.place }

    private var place: Int { Self.places[id] ?? Int.max }
    private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })

    /// The id.
    public var description: String { id }
}
