import GameRules
import LuaRuntime
import Values

/// What checks of a whole game get, and what they leave behind.
final class CheckRun {
    let subject: Subject
    let effort: Effort
    let seed: UInt64
    /// The setups that cover the game's options; the first one has the defaults.
    let setups: [GameSetup]
    /// Games that were played to an end before, the longest first: material to send, tamper with and replay. At most 8.
    let games: [PlayedGame]
    /// How often each property was looked at.
    private(set) var counts: [Property: Int] = [:]
    /// How much was tried, where that may be less than all of it.
    private(set) var extents: [Property: [Extent]] = [:]
    /// Why some properties weren't looked at, as sentences.
    private(set) var reasons: [Property: String] = [:]
    var figures = PlayFigures()
    /// When a quick run should be done with its checks of the whole game.
    let deadline: ProcessorDeadline?
    /// What the check runs in; nil for no bounds.
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

    /// Is there time left for more? In a full run that is all that the part has.
    var hasTime: Bool { !(deadline?.hasPassed ?? false) && !isOver }

    /// Is what the part may use used up? Then whatever the check does tells nothing any more.
    var isOver: Bool { part?.excess != nil }

    /// Notes that a property was looked at: with what the part has, or it says nothing.
    func note(_ property: Property, times: Int = 1) {
        if !isOver { counts[property, default: 0] += times }
    }

    /// Notes how much was tried.
    func note(_ property: Property, _ extent: Extent) { extents[property, default: []].append(extent) }

    /// Notes why these weren't looked at, those that were aside.
    func leave(_ properties: [Property], because reason: String) {
        for property in properties where counts[property] == nil { reasons[property] = reason }
    }

    /// Goes through these as long as there is time, the first in any case, and notes how many of them that was.
    ///
    /// - Parameter what: What they are, for a report: `games`.
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

    /// A generator of the check's own: the same for the same seed, whatever other checks draw.
    func generator(_ property: Property) -> SplitMix64 {
        SplitMix64(seed: property.id.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
    }
}

/// A game that was played to its end.
struct PlayedGame: Sendable {
    let setup: GameSetup
    /// In order of arrival.
    let steps: [Step]
}

/// Something that is looked at once for a game, with matches of its own.
protocol GameCheck: SendableMetatype {
    /// What it judges.
    static var properties: [Property] { get }

    init()

    /// - Throws: The first ``Finding``.
    func check(_ run: CheckRun) throws(Finding)
}

/// S1, as far as a game tells that is played for its end alone: at some of its plies, and at the last.
struct BareGameCheck: PlyCheck {
    static let properties: [Property] = [.s1]

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        if game.isSampled { try SavingCheck.readBack(game) }
    }
}

/// Something that is looked at while a game is played. One is made for each game; what it finds wrong it throws, which ends
/// the game.
protocol PlyCheck: SendableMetatype {
    /// What it judges.
    static var properties: [Property] { get }

    init()

    /// Before the first ply.
    mutating func begin(_ game: Playout) throws(Finding)
    /// At every ply, before the move, and at the last position. The match may be looked at, not changed.
    mutating func look(_ game: Playout) throws(Finding)
    /// After a step.
    mutating func played(_ step: Step, _ game: Playout) throws(Finding)
    /// When the match is over, or its bound is reached. It may be changed now, and is put back by whoever does.
    mutating func end(_ game: Playout) throws(Finding)
}

extension PlyCheck {
    mutating func begin(_ game: Playout) throws(Finding) {}
    mutating func look(_ game: Playout) throws(Finding) {}
    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {}
    mutating func end(_ game: Playout) throws(Finding) {}
}
