import GameRules
import LuaRuntime
import Values

/// The input of the checks of a whole game, and their results.
final class CheckRun {
    let subject: Subject
    let effort: Effort
    let seed: UInt64
    /// The setups that cover the game's options; the first one has the defaults.
    let setups: [GameSetup]
    /// The games that were played to an end, the longest first, at most 8. Checks send them, tamper
    /// with them and replay them.
    let games: [PlayedGame]
    /// The number of times each property was checked.
    private(set) var counts: [Property: Int] = [:]
    /// The parts of the properties' cases that were tried, if they may be less than all.
    private(set) var extents: [Property: [Extent]] = [:]
    /// The reasons why some properties weren't checked, as sentences.
    private(set) var reasons: [Property: String] = [:]
    var figures = PlayFigures()
    /// The time by which a quick run should be done with its checks of the whole game.
    let deadline: ProcessorDeadline?
    /// The part that runs the check; nil for no limits.
    let part: CheckPart?

    init(
        _ subject: Subject, effort: Effort, seed: UInt64, setups: [GameSetup], games: [PlayedGame],
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

    /// Whether there is time for more. A full run has all the time of its part.
    var hasTime: Bool { !(deadline?.hasPassed ?? false) && !isOver }

    /// Whether the part is used up. The results of the check mean nothing then.
    var isOver: Bool { part?.excess != nil }

    /// Records that a property was checked. Once the part is used up, a check says nothing.
    func note(_ property: Property, times: Int = 1) {
        if !isOver { counts[property, default: 0] += times }
    }

    /// Records how much was tried.
    func note(_ property: Property, _ extent: Extent) { extents[property, default: []].append(extent) }

    /// Records why properties weren't checked, except for those that were.
    func leave(_ properties: [Property], because reason: String) {
        for property in properties where counts[property] == nil { reasons[property] = reason }
    }

    /// Runs `body` on the items while there is time, and on the first in any case. Records how many
    /// were tried.
    ///
    /// - Parameter what: The word for the items in a report: `games`.
    func go<Item, E: Error>(
        through items: some Sequence<Item>, _ property: Property, _ what: String, _ body: (Item) throws(E) -> Void
    ) throws(E) {
        var (tried, all) = (0, 0)
        defer { note(property, Extent(what, tried: tried, of: all)) }
        let items = Array(items)
        all = items.count
        for item in items where tried == 0 || hasTime {
            try body(item)
            if isOver { return }
            tried += 1
        }
    }

    /// Returns the check's own generator. It is the same for the same seed, whatever other checks
    /// draw.
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

/// S1 in a game that is played only for its end: at some of its plies, and at the last.
struct BareGameCheck: PlyCheck {
    static let properties: [Property] = [.s1]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        if game.isSampled { try SavingCheck.readBack(game) }
    }
}

/// A check that runs while a game is played. Each game has its own. If it throws a finding, the
/// game ends.
protocol PlyCheck: SendableMetatype {
    /// The properties that the check judges.
    static var properties: [Property] { get }

    init()

    /// Runs before the first ply.
    mutating func begin(_ game: Playout) throws(Finding)
    /// Runs at every ply, before the move, and at the last position. It may look at the match, but
    /// not change it.
    mutating func look(_ game: Playout) throws(Finding)
    /// Runs after a step.
    mutating func played(_ step: Step, _ game: Playout) throws(Finding)
    /// Runs when the match is over, or its limit is reached. A check that changes the match
    /// restores it.
    mutating func end(_ game: Playout) throws(Finding)
}

extension PlyCheck {
    mutating func begin(_ game: Playout) throws(Finding) {}
    mutating func look(_ game: Playout) throws(Finding) {}
    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {}
    mutating func end(_ game: Playout) throws(Finding) {}
}
