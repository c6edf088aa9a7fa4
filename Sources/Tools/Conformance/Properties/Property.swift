/// One thing that must hold of a game, with what its author needs to know about it.
///
/// ```swift
/// Property.named("S2")?.meaning   // "A match saved at any ply and loaded elsewhere goes on exactly as it would have."
/// ```
public struct Property: Sendable {
    /// What a property says something about.
    public enum Scope: String, Sendable {
        /// The game's own script and files.
        case script
        /// Parlor itself, with this game as the example.
        case host
        /// Proved by Parlor's own tests, with material that no game brings along.
        case tests
        /// Not built yet; `check` says so.
        case later
    }

    /// A letter for the group and a number: `S2`.
    public let id: String
    /// One sentence.
    public let meaning: String
    /// What goes wrong for players where it doesn't hold.
    public let why: String
    /// What an author does about it; for ``Scope-swift.enum/host``, whom to tell.
    public let mend: String
    /// Whose it is to keep, and whether `check` looks at it.
    public let scope: Scope
    /// Properties that must hold before this one means anything: where one of them fails, this one isn't judged.
    public let needs: [String]
    /// Is it checked at every ply? Quick runs take some plies only.
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

    /// All of them, in the order of the groups: load, moves, state, outcome, secrets, messages, limits, looks.
    public static let all: [Property] =
        load + moves + state + outcome + secrets + messages + limits + looks

    /// The property with this id, in capitals or not.
    public static func named(_ id: String) -> Property? {
        all.first { $0.id == id.uppercased() }
    }

    /// What the first letter of an id stands for.
    public static let groups: [(letter: Character, title: String)] = [
        ("L", "Load"), ("M", "Moves"), ("S", "State"), ("O", "Outcome"), ("P", "Secrets"), ("W", "Messages"),
        ("B", "Limits"), ("V", "Looks"),
    ]
}

extension Property: Hashable, Comparable, CustomStringConvertible {
    /// The same if their ids are.
    public static func == (left: Property, right: Property) -> Bool { left.id == right.id }
    /// By the id alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }

    /// In the order of ``all``.
    public static func < (left: Property, right: Property) -> Bool { left.place < right.place }

    private var place: Int { Self.places[id] ?? Int.max }
    private static let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })

    /// The id.
    public var description: String { id }
}
