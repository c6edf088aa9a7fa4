import Crypto
import LuaRuntime
import Values

/// A match of a game, played where everything is known: hot seat, tests, the line protocol.
///
/// The match keeps the log of plies; the state is in Lua. A move is a transaction without a
/// snapshot. If a move is refused half-way, fails or meets a limit, the match discards the Lua
/// state. The next call rebuilds it from the log.
///
/// One thread at a time uses a match. Each call moves to a ``LuaThread`` by itself; wrap many calls
/// in ``LuaThread/run(_:)``.
public final class Match {
    /// The game of the match.
    public let script: GameScript
    /// The number of seats, which are counted from 1.
    public let seats: Int
    /// All options, defaults included.
    public let options: [String: Value]
    /// The seed, which keys the draws.
    public internal(set) var seed: UInt64 {
        didSet { if seed != oldValue { position &+= 1 } }
    }
    /// The keys of the draws for each ply, if several devices play; nil if the seed keys them.
    var keys: RandomDrawKeys? {
        didSet { position &+= 1 }
    }
    /// Whether `setup` draws and has no key yet. There is no state then.
    package internal(set) var awaitsSetup = false {
        didSet { if awaitsSetup != oldValue { position &+= 1 } }
    }
    /// The seat for which a random draw waits, set by the caller. No seat can move until it has
    /// acted.
    package var waitsFor: Int? {
        didSet { if waitsFor != oldValue, listed != nil { listed = nil } }
    }
    /// Whether the Lua state differs from the log, for example after a ply that drew without a key.
    var isBehind = false
    /// The position at the end of the log. If it isn't nil, the next call restores it instead of
    /// playing the log. It is set after a ply that drew without a key, after a failure, and in a
    /// match made from another one.
    var positionAtEnd: MatchSnapshot?
    /// The position after the last move, if a replay of the log takes long. A failed call discards
    /// the Lua state, and one request may have less time than those that played the log together.
    var lastPosition: MatchSnapshot?
    /// The time spent on moves here. Moves played by index and random moves don't count.
    var timeOfMoves = Duration.zero
    /// The time spent on moves after which ``lastPosition`` is kept.
    package var longReplay = Duration.seconds(1)
    /// The error of a function of the script, after which the last seat that left has left without
    /// the game's `leave`; nil if nothing failed.
    package var leaveProblem: String?
    /// The position before the first sealed move that isn't known here. ``open(_:)`` replays from
    /// there.
    var positionBeforeSealed: MatchSnapshot?
    /// The last move, if it has to wait for its key.
    var waitingEntry: LogEntry?
    /// Whether a move that is played by its index gets its text at once. Listing the moves costs
    /// more than playing one, but much less than a later replay for the text. For hosts that show
    /// each new ply.
    package var keepsTexts = false
    /// The limits of its Lua states: the script's, tightened by those given when it was made.
    public let limits: LuaLimits
    /// Whether the state is compared after every call that must not change it. A write then fails in
    /// the function that made it. Otherwise it fails before the next move or look. For authors and
    /// tests: the comparison costs more than the calls themselves.
    package var isWatchful = false {
        didSet {
            guard isWatchful != oldValue else { return }
            forgetViewerStates()
            guard let referee = live else { return }
            // hooks that ran after `setup` weren't watched: before the first ply, set the match up
            // again
            let isNew = entries.isEmpty && positionAtEnd == nil && !awaitsSetup
            if !isWatchful || isNew || (try? referee.watch()) == nil { live = nil }
        }
    }
    /// Whether random moves are played without comparing the script's variables and the state. Only
    /// for measuring: such moves may depend on more than the position.
    package var playsRoughly = false {
        didSet { if playsRoughly != oldValue { live = nil } }
    }
    /// The processor time for building the Lua state from the log, in total; nil if only the
    /// deadline of each call applies. For a match whose log others wrote.
    package var rebuilding: ProcessorBudget?
    /// Whether VM instructions are counted. See ``LuaState/countInstructions(_:limit:)``.
    package var countsInstructions = false {
        didSet {
            guard countsInstructions != oldValue else { return }
            forgetViewerStates()
            guard let referee = live else { return }
            if countsInstructions, (try? referee.loadAll()) == nil { live = nil }
            referee.state.countInstructions(countsInstructions)
            referee.countsInstructions = countsInstructions
        }
    }

    /// Whether the lines of the script's files that run are recorded. See `coveredLines`. Earlier
    /// lines count, too: the next call makes a new Lua state and replays the log.
    package var coversLines = false {
        didSet {
            guard coversLines != oldValue else { return }
            live = nil
            forgetViewerStates()
        }
    }

    /// The observer of the failures in this match, or nil. It hears of each failure, whatever
    /// becomes of the error.
    let witness: ScriptObserver?

    let pool: MemoryPool?
    /// The Lua states that list moves, make views and draw scenes.
    let viewerStates = ViewerStates()
    /// The printed output of all Lua states of the match.
    let output = RulesOutput()
    /// Whether the script's own `play` refused the last refused move.
    var wasRefusedByScript = false
    /// The Lua state that was called last.
    weak var latest: Referee?
    /// The Lua state in which the rules run. Viewers use others: see ``ViewerStates``.
    var live: Referee? {
        willSet { if let live, live !== newValue { keepCoveredLines(of: live) } }
    }
    /// The lines that ran in discarded Lua states.
    var earlierLines: [String: Set<Int>] = [:]
    var known: MatchStatus? {
        didSet { if listed != nil { listed = nil } }
    }
    /// Whether listed moves are cached until the match changes. For hosts, which ask for them many
    /// times at one ply.
    package var keepsMoves = false
    /// The cached moves by seat, at the current position.
    var listed: [Int: [Move]]?
    /// The plies, followed by the moves of an unfinished round in order of arrival.
    ///
    /// Access isn't checked for exclusivity: that would cost a ply as much as the call into Lua.
    /// Every access is a call of the log's own functions, which call nothing back.
    @exclusivity(unchecked) var entries = CompactLog() {
        didSet { position &+= 1 }
    }
    /// A number that changes whenever the position of the match does.
    private(set) var position: UInt64 = 1
    var undone: [LogEntry] = []
    var pending = 0

    /// Starts a match.
    ///
    /// - Parameters:
    ///   - seats: nil for the fewest that the game takes.
    ///   - options: The values that differ from the defaults.
    ///   - seed: The key of all draws: the same seed gives the same draws. If it is nil, ``seed``
    ///     is random for a game that draws, and 0 for any other.
    ///   - limits: Limits that are tighter than the script's; looser ones have no effect.
    /// - Throws: ``GameError`` for an invalid argument, a rejection by `setup`, or a failure of the
    ///   script.
    public convenience init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64? = nil,
        limits: LuaLimits? = nil, pool: MemoryPool? = nil
    ) throws(GameError) {
        let standard: UInt64 = script.chance == .none ? 0 : .random(in: .min ... .max)
        try self.init(
            of: script, seats: seats, options: options, seed: seed ?? standard, limits: limits, pool: pool, witness: nil
        )
    }

    /// Starts a match with an observer, which hears of every failure, or a watchful match without
    /// one. See `isWatchful`.
    ///
    /// - Throws: ``GameError``, as ``init(of:seats:options:seed:limits:pool:)`` does.
    package init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64,
        keys: RandomDrawKeys? = nil, limits: LuaLimits? = nil, pool: MemoryPool? = nil, witness: ScriptObserver?,
        isWatchful: Bool = false
    ) throws(GameError) {
        self.script = script
        self.seats = try script.checkedSeats(seats)
        self.options = try script.options(choosing: options)
        self.seed = seed
        self.keys = keys
        self.limits = limits.map { script.limits.tightened(by: $0) } ?? script.limits
        self.pool = pool
        self.witness = witness
        self.isWatchful = isWatchful || witness != nil
        try wakeUnlessWaiting()
    }

    /// Creates a match at the position of another one. It has no Lua state until the first request.
    ///
    /// - Parameter hidden: The seats whose sealed moves the new match doesn't know.
    package init(at other: Match, limits: LuaLimits, hiding hidden: Set<Int> = []) {
        (script, seats, options, seed) = (other.script, other.seats, other.options, other.seed)
        (self.limits, pool, rebuilding, witness) = (limits, other.pool, other.rebuilding, nil)
        (entries, known, pending) = (other.entries, other.known, other.pending)
        (keys, awaitsSetup, waitsFor) = (other.keys, other.awaitsSetup, other.waitsFor)
        positionAtEnd = awaitsSetup ? nil : try? other.snapshot()
        positionAtEnd?.hidden = hidden
        positionBeforeSealed = other.positionBeforeSealed
    }

    /// Continues a saved match with its saved state; undo uses its log.
    init(_ saved: SavedMatch, script: GameScript, limits: LuaLimits?, pool: MemoryPool?) throws(GameError) {
        self.script = script
        seats = try script.checkedSeats(saved.seats)
        options = try script.options(choosing: saved.options)
        seed = saved.seed
        self.limits = limits.map { script.limits.tightened(by: $0) } ?? script.limits
        self.pool = pool
        witness = nil
        entries = CompactLog(saved.log)
        pending = saved.pending
        let referee = try Referee(script, limits: self.limits, pool: pool)
        referee.draws.use(seed: seed)
        referee.draws.resume(at: Draws.Progress(hasGap: true))
        let stands = try referee.call("restore", [setup, .encoded(saved.state)], results: 2)
        guard stands[0].integer == Int64(saved.log.count - saved.pending), stands[1].integer == Int64(saved.pending)
        else { throw .request("The saved match doesn't fit together: its state isn't that of its log.") }
        live = referee
    }

    /// Creates a match by playing the log of a saved match again.
    ///
    /// - Throws: ``GameError``, also for a ply that isn't legal under this script.
    public init(
        replaying saved: SavedMatch, of script: GameScript, limits: LuaLimits? = nil, pool: MemoryPool? = nil
    ) throws(GameError) {
        self.script = script
        seats = try script.checkedSeats(saved.seats)
        options = try script.options(choosing: saved.options)
        seed = saved.seed
        self.limits = limits.map { script.limits.tightened(by: $0) } ?? script.limits
        self.pool = pool
        witness = nil
        entries = CompactLog(saved.log)
        pending = saved.pending
        try attempt { referee throws(GameError) in _ = referee }
    }

    /// Checks that the match has a seat.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the valid seats.
    func check(seat: Int) throws(GameError) {
        guard !(1...seats).contains(seat) else { return }
        throw .request("There is no seat \(seat); \(seats == 1 ? "the only seat is 1" : "seats are 1 to \(seats)").")
    }

    // MARK: Status

    /// The number of moves in an unfinished round: the last entries of the log.
    var pendingMoves: Int { pending }

    /// The number of seats that have moved in the unfinished round.
    package var enteredInRound: Int { pending }

    /// The status of the match. If a random draw waits for a seat, only that seat is in turn.
    public var status: MatchStatus {
        get throws(GameError) {
            guard let waitsFor else { return try rulesStatus }
            var status = try rulesStatus
            (status.turn, status.isRound) = ([waitsFor], false)
            return status
        }
    }

    /// The status by the rules alone, whether or not a random draw waits for a seat.
    var rulesStatus: MatchStatus {
        get throws(GameError) {
            if let known { return known }
            if awaitsSetup { return MatchStatus([:]) }
            let status = try attempt { referee throws(GameError) in MatchStatus(try referee.value("status")) }
            known = status
            return status
        }
    }

    /// The plies, followed by the moves of an unfinished round.
    public var log: [LogEntry] { Array(entries) }

    /// The number of entries, without making a list of them.
    package var logCount: Int { entries.count }

    /// Returns the last entry of a seat, without making a list of all entries.
    package func lastEntry(of seat: Int) -> LogEntry? { entries.last { $0.seat == seat } }

    // MARK: Undo, redo

    /// The number of plies that can be redone.
    public var redoable: Int { undone.count }

    // MARK: Transactions

    /// Runs `body` on a Lua state that holds the match. If the script fails, discards that state.
    ///
    /// `body` may make several calls: all of them take one switch to a Lua thread.
    func attempt<R>(_ body: (Referee) throws(GameError) -> R) throws(GameError) -> R {
        do throws(GameError) {
            return try LuaThread.run { () throws(GameError) in
                let referee = try ready()
                defer { latest = live }
                let result = try body(referee)
                witness?.note(output.take())
                return result
            }
        } catch {
            throw dropped(error)
        }
    }

    /// Discards the Lua state, whose match may be half-changed.
    func drop() {
        live = nil
        guard let last = lastPosition, !isBehind, last.stands(behind: entries, pending: pending) else { return }
        positionAtEnd = last
    }

    /// Returns `error`. If the script failed, discards the Lua state and tells the observer.
    func dropped(_ error: GameError) -> GameError {
        if case .failed(let failure) = error {
            drop()
            witness?.note(failure)
        }
        return error
    }

    private func ready() throws(GameError) -> Referee {
        if awaitsSetup { throw .request(Self.notSetUp) }
        if let live, !isBehind { return live }
        guard let rebuilding else { return try rebuilt() }
        return try rebuilding.run { () throws(GameError) in try rebuilt() }
    }

    private func rebuilt() throws(GameError) -> Referee {
        if let position = positionAtEnd {
            (isBehind, positionAtEnd) = (false, nil)
            let referee = if let live { live } else { try loaded() }
            try restore(position, on: referee)
            live = referee
            return referee
        }
        if let live {
            try catchUp(live)
            return live
        }
        isBehind = false
        let referee = try begun()
        try replayLog(on: referee)
        live = referee
        return referee
    }

    /// Returns a Lua state with the game loaded and no match.
    func loaded() throws(GameError) -> Referee {
        let referee = try Referee(script, limits: limits, pool: pool, coversLines: coversLines, output: output)
        if countsInstructions {
            try referee.loadAll()
            referee.state.countInstructions(true)
            referee.countsInstructions = true
        }
        if isWatchful { try referee.watch() }
        if playsRoughly { _ = try referee.call("allow_rough", results: 0) }
        referee.keepsAll = witness != nil
        return referee
    }

    /// Returns a Lua state with the match at its start.
    func begun() throws(GameError) -> Referee {
        let referee = try loaded()
        useDraws(of: referee)
        // with entries, this `setup` succeeded before, so a replay gets more time
        let refused = try referee.call("begin", [setup], results: 2, deadline: entries.isEmpty ? nil : patience)
        if let code = refused[0].text {
            throw .rejected(Rejection(code: code, message: refused[1].text ?? "The options don't fit together."))
        }
        try checkIsSetUp(referee)
        return referee
    }

    func replayLog(on referee: Referee) throws(GameError) {
        for (number, entry) in entries.enumerated() {
            guard try replay(entry, on: referee) >= 0 else {
                throw .request(
                    "Ply \(number + 1) of the log, by seat \(entry.seat), is not legal under these rules.")
            }
        }
        if !entries.isEmpty { _ = output.take() }  // it was printed when these plies were new
    }

    /// The deadline of a replayed call. A call within its limits may take longer when it is
    /// repeated.
    var patience: Duration { min(min(limits.deadline, LuaLimits.hardDeadline) * 4, LuaLimits.hardDeadline) }

    var setup: LuaValue {
        let chosen = options.reduce(into: [:]) { $0[ValueKey.string($1.key)] = $1.value }
        return Self.crossing(["seats": .int(Int64(seats)), "options": .map(chosen)])
    }

    /// Plays a ply of a log again.
    ///
    /// - Returns: The packed result of the ply; less than 0 if the rules refused it, and less than
    ///   -1 if it opens seals that aren't known here.
    func replay(_ entry: LogEntry, on referee: Referee) throws(GameError) -> Int64 {
        WorkCounter.add(.pliesReplayed)
        let seat = LuaValue.integer(Int64(entry.seat))
        let results: [LuaValue]
        switch entry.choice {
        case .move(.index(let index)):
            return try referee.quick(referee.replay, Int64(index) << 8 | Int64(entry.seat), deadline: patience)
        case .move(.typed(let name, let argument)):
            let arguments = [seat, .text(name), Self.crossing(argument)]
            results = try referee.call("play_logged", arguments, results: 4, deadline: patience)
        case .sealed:
            results = try referee.call("seal", [seat], results: 4, deadline: patience)
        case .leave(let why):
            _ = try referee.call("leave", [seat, .text(why.word)], deadline: patience)
            return 0
        }
        return results[0].integer ?? -1 - (results[3].integer ?? 0)
    }

    static func crossing(_ value: Value) -> LuaValue {
        (try? LuaValue.value(value)) ?? .nil
    }
}
