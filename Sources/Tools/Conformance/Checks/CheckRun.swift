import GameRules
import LuaRuntime
import Values

/// The input of the checks of a whole game, and their results.
final class CheckRun {
    let subject: GameUnderTest
    let effort: Effort
    let seed: UInt64
    /// The setups that cover the game's options; the first one has the defaults.
    let setups: [GameSetup]
    /// The games that were played to an end, the longest first, at most 8. Checks send these games
    /// as messages, tamper with the messages, and replay the games.
    let games: [PlayedGame]
    /// The number of times each property was checked.
    private(set) var counts: [Property: Int] = [:]
    /// How many cases were tried, and of how many. Has only the properties whose check may leave out
    /// cases.
    private(set) var extents: [Property: [TrialCoverage]] = [:]
    /// The reasons why some properties weren't checked, as sentences.
    private(set) var reasons: [Property: String] = [:]
    var figures = PlayFigures()
    /// The time by which a quick run should have finished the checks that play whole games.
    let deadline: ProcessorDeadline?
    /// The part of the check that runs now, with its limits; nil for no limits.
    let part: CheckPart?

    init(
        _ subject: GameUnderTest, effort: Effort, seed: UInt64, setups: [GameSetup], games: [PlayedGame],
        deadline: ProcessorDeadline? = nil, part: CheckPart? = nil
    ) {
        self.subject = subject
        self.effort = effort
        self.seed = seed
        self.setups = setups
        self.games = games
        self.deadline = deadline
        self.part = part
    }

    /// Whether there is time for more. A full run has no deadline, and may use all the time of its
    /// part.
    var hasTime: Bool { !(deadline?.hasPassed ?? false) && !isOver }

    /// Whether the time or the memory of the part is used up. From then on, results of the check
    /// mean nothing.
    var isOver: Bool { part?.excess != nil }

    /// Records that a property was checked. Does nothing after the time or the memory of the part
    /// is used up, because the result would mean nothing.
    func note(_ property: Property, times: Int = 1) {
        if !isOver { counts[property, default: 0] += times }
    }

    /// Records how many of a property's cases were tried.
    func note(_ property: Property, _ extent: TrialCoverage) { extents[property, default: []].append(extent) }

    /// Records why properties weren't checked. Leaves out properties that were checked.
    func leave(_ properties: [Property], because reason: String) {
        for property in properties where counts[property] == nil { reasons[property] = reason }
    }

    /// Runs `body` on the items while there is time, and on the first item in any case. Records how
    /// many items were tried.
    ///
    /// - Parameter what: The word for the items in a report: `games`.
    func go<Item, E: Error>(
        through items: some Sequence<Item>, _ property: Property, _ what: String, _ body: (Item) throws(E) -> Void
    ) throws(E) {
        var (tried, all) = (0, 0)
        defer { note(property, TrialCoverage(what, tried: tried, of: all)) }
        let items = Array(items)
        all = items.count
        for item in items where tried == 0 || hasTime {
            try body(item)
            if isOver { return }
            tried += 1
        }
    }

    /// Returns a generator for the check of a property. Its numbers depend only on the seed and the
    /// property, not on what other checks draw.
    func generator(_ property: Property) -> SplitMix64 {
        SplitMix64(seed: property.id.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    }
}

/// A game that was played to its end.
struct PlayedGame: Sendable {
    let setup: GameSetup
    /// The steps in order of arrival.
    let steps: [Step]
}

/// A check that runs once for a game, with its own matches.
protocol GameCheck: SendableMetatype {
    /// The properties that the check judges.
    static var properties: [Property] { get }

    init()

    /// Runs the check.
    ///
    /// - Throws: The first ``Finding``.
    func check(_ run: CheckRun) throws(Finding)
}

/// S1 in a game that is played only to reach its end. Checks some of its plies, and its last
/// position.
struct BareGameCheck: PlyCheck {
    static let properties: [Property] = [.s1]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        if game.isSampled { try SavingCheck.readBack(game) }
    }
}

/// A check that runs while a game is played. Each game has its own instance of the check. If the
/// check throws a finding, the game ends.
protocol PlyCheck: SendableMetatype {
    /// The properties that the check judges.
    static var properties: [Property] { get }

    init()

    /// Runs before the first ply.
    mutating func begin(_ game: Playout) throws(Finding)
    /// Runs at every ply, before the move, and at the last position. The check may read the match,
    /// but must not change it.
    mutating func look(_ game: Playout) throws(Finding)
    /// Runs after a step.
    mutating func played(_ step: Step, _ game: Playout) throws(Finding)
    /// Runs when the match is over, or when its limit is reached. A check that changes the match
    /// must restore it.
    mutating func end(_ game: Playout) throws(Finding)
}

extension PlyCheck {
    mutating func begin(_ game: Playout) throws(Finding) {}
    mutating func look(_ game: Playout) throws(Finding) {}
    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {}
    mutating func end(_ game: Playout) throws(Finding) {}
}
