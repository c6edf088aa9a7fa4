import Crypto
import LuaRuntime
import Values

/// One match of a game, played where everything is known: hot seat, tests, the line protocol.
///
/// The log of plies is kept here; the state lives in Lua. A move is a transaction without a snapshot: when one is refused
/// half-way, fails or meets a limit, the Lua state is thrown away, and the next call builds it anew from the log.
///
/// A match is used by one thread at a time. Calls move to a ``LuaThread`` by themselves; wrap many of them in
/// ``LuaThread/run(_:)``.
public final class Match {
    /// The game that is played.
    public let script: GameScript
    /// How many seats it has; they are counted from 1.
    public let seats: Int
    /// All options, defaults included.
    public let options: [String: Value]
    /// Keys the draws.
    public internal(set) var seed: UInt64 {
        didSet { if seed != oldValue { position &+= 1 } }
    }
    /// What keys the draws ply by ply, where several devices play; nil where the seed keys them.
    var keys: RandomDrawKeys? {
        didSet { position &+= 1 }
    }
    /// Does `setup` draw, and has no key yet? Then there is no state.
    package internal(set) var awaitsSetup = false {
        didSet { if awaitsSetup != oldValue { position &+= 1 } }
    }
    /// The seat for which a draw waits, as whoever plays the match says: until it has acted nobody can move.
    package var waitsFor: Int? {
        didSet { if waitsFor != oldValue, listed != nil { listed = nil } }
    }
    /// Does the Lua state stand elsewhere than the log, as behind a ply that drew without a key?
    var isBehind = false
    /// The position at the log's end, if the Lua state isn't there and can be put there without playing the log: after a ply
    /// that drew without a key, and in a match that continues another one.
    var positionAtEnd: MatchSnapshot?
    /// Where the match stood behind its last move, if playing all of them again takes long: a call that fails throws the Lua state
    /// away, and what took ten seconds in ten requests may not fit into one.
    var lastPosition: MatchSnapshot?
    /// How long the moves took that were played here.
    var timeOfMoves = Duration.zero
    /// From so long on a position is kept.
    package var longReplay = Duration.seconds(1)
    /// The position before the first move that is sealed and unknown here. Opening sealed moves plays the log again from there.
    var positionBeforeSealed: MatchSnapshot?
    /// The move that was played last and has to wait for its key.
    var waitingEntry: LogEntry?
    /// Whether a move that is played by its index gets its text at once. Listing the moves costs more than playing one, and much
    /// less than playing the log again when the text is wanted. For hosts that show each new ply.
    package var keepsTexts = false
    /// What its Lua state may use: the script's limits, tightened by those the match was made with.
    public let limits: LuaLimits
    /// Compares the state around every call that must not change it, and reports a write with its path. For authors and
    /// tests: it costs more than the calls themselves.
    package var isWatchful = false {
        didSet {
            guard isWatchful != oldValue else { return }
            forgetViewerStates()
            guard let referee = live else { return }
            // the hooks that were asked after `setup` weren't watched: before the first ply, the match is set up again
            let isNew = entries.isEmpty && positionAtEnd == nil && !awaitsSetup
            if !isWatchful || isNew || (try? referee.watch(resting: isReplaying)) == nil { live = nil }
        }
    }
    /// Whether plies are played again, for which a watchful match doesn't compare states: they were watched when they were new.
    private(set) var isReplaying = false {
        didSet {
            guard isWatchful, isReplaying != oldValue, let referee = live else { return }
            if (try? referee.watch(resting: isReplaying)) == nil { live = nil }
        }
    }
    /// Compares the state around everything that is asked of a match and must not change it, such as its moves, its view and
    /// its scene: a script that writes there fails. Unlike `isWatchful` it costs nothing where moves are played.
    package var guardsLooks = false
    /// Processor time for building the Lua state anew from the log, all of it; nil for no more than each call's own. For a match
    /// whose log others wrote.
    package var rebuilding: ProcessorBudget?
    /// Are VM instructions counted? See ``LuaState/countInstructions(_:limit:)``.
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

    /// Are the lines of the script's files noted that run? What ran before counts, too: with the next call the Lua state is
    /// made anew, and the log is played again. See `coveredLines`.
    package var coversLines = false {
        didSet {
            guard coversLines != oldValue else { return }
            live = nil
            forgetViewerStates()
        }
    }

    /// Hears of what fails here, whatever becomes of the error on its way; nil where nobody wants to know.
    let witness: ScriptObserver?

    let pool: MemoryPool?
    /// The Lua states that list moves, make views and draw scenes.
    let viewerStates = ViewerStates()
    /// The Lua state that stands for a device which doesn't know what was sealed; see `withoutInterference`.
    var outsider: Referee?
    /// The printed output of all Lua states of the match.
    let output = RulesOutput()
    /// Whether the script's own `play` refused the last refused move.
    var wasRefusedByScript = false
    /// The Lua state that was asked last.
    weak var latest: Referee?
    /// The Lua state in which the rules run. Nothing in it has ever looked at the match: see ``ViewerStates``.
    var live: Referee? {
        willSet { if let live, live !== newValue { keepCoveredLines(of: live) } }
    }
    /// Lines that ran in Lua states that are gone.
    var earlierLines: [String: Set<Int>] = [:]
    var known: MatchStatus? {
        didSet { if listed != nil { listed = nil } }
    }
    /// Are moves that were listed kept until the match goes on? For hosts, which ask for them again and again at one ply.
    package var keepsMoves = false
    /// The moves of seats, as far as they were asked for where the match stands.
    var listed: [Int: [Move]]?
    /// Plies that count, moves of a round under way at the end, in order of arrival.
    /// Not checked for exclusive access: that would cost a ply as much as the call into Lua. Every access is a call of one of
    /// the log's own functions, which call nothing back.
    @exclusivity(unchecked) var entries = CompactLog() {
        didSet { position &+= 1 }
    }
    /// Another one whenever the match stands elsewhere.
    private(set) var position: UInt64 = 1
    var undone: [LogEntry] = []
    var pending = 0

    /// Begins a match.
    ///
    /// - Parameters:
    ///   - seats: nil for the fewest the game takes.
    ///   - options: what differs from the defaults.
    ///   - seed: keys all draws: the same seed deals the same. Nil for a random one where the game draws, and 0 where it doesn't;
    ///     ``seed`` tells which.
    ///   - limits: tighter than the script's; looser ones have no effect.
    /// - Throws: ``GameError``: a request that doesn't fit, a rejection of `setup`, a failure of the script.
    public convenience init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64? = nil,
        limits: LuaLimits? = nil, pool: MemoryPool? = nil
    ) throws(GameError) {
        let standard: UInt64 = script.chance == .none ? 0 : .random(in: .min ... .max)
        try self.init(
            of: script, seats: seats, options: options, seed: seed ?? standard, limits: limits, pool: pool, witness: nil
        )
    }

    /// Begins a match of which a witness hears every failure, or that is watchful without one, see `isWatchful`.
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

    /// A match that stands where another one does, and holds no Lua state until something is asked of it.
    package init(at other: Match, limits: LuaLimits) {
        (script, seats, options, seed) = (other.script, other.seats, other.options, other.seed)
        (self.limits, pool, rebuilding, witness) = (limits, other.pool, other.rebuilding, nil)
        (entries, known, pending) = (other.entries, other.known, other.pending)
        (keys, awaitsSetup, waitsFor) = (other.keys, other.awaitsSetup, other.waitsFor)
        positionAtEnd = awaitsSetup ? nil : try? other.snapshot()
        positionBeforeSealed = other.positionBeforeSealed
    }

    /// Takes over a saved match: its state as it stands, its log for undo.
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

    /// Plays the log of a saved match again.
    ///
    /// - Throws: ``GameError``; also for a ply that isn't legal under this script.
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

    /// Refuses a seat that the match doesn't have.
    ///
    /// - Throws: ``GameError/request(_:)``, which names the seats that there are.
    func check(seat: Int) throws(GameError) {
        guard !(1...seats).contains(seat) else { return }
        throw .request("There is no seat \(seat); \(seats == 1 ? "the only seat is 1" : "seats are 1 to \(seats)").")
    }

    // MARK: Where it stands

    /// Moves of a round under way: the last ones of the log.
    var pendingMoves: Int { pending }

    /// How many seats have moved in the round under way.
    package var enteredInRound: Int { pending }

    /// Where the match stands now.
    public var status: MatchStatus {
        get throws(GameError) {
            guard let waitsFor else { return try rulesStatus }
            var status = try rulesStatus
            (status.turn, status.isRound) = ([waitsFor], false)
            return status
        }
    }

    /// The same, whatever is waited for.
    var rulesStatus: MatchStatus {
        get throws(GameError) {
            if let known { return known }
            if awaitsSetup { return MatchStatus([:]) }
            let status = try attempt { referee throws(GameError) in MatchStatus(try referee.value("status")) }
            known = status
            return status
        }
    }

    /// Plies that count, and moves of a round under way.
    public var log: [LogEntry] { Array(entries) }

    /// How many there are, without making a list of all.
    package var logCount: Int { entries.count }

    /// The last ply of a seat, without making a list of all.
    package func lastEntry(of seat: Int) -> LogEntry? { entries.last { $0.seat == seat } }

    // MARK: Undo, redo

    /// How many plies can be done again.
    public var redoable: Int { undone.count }

    // MARK: Transactions

    /// Runs `body` on a Lua state that holds the match. After any failure that state is thrown away.
    ///
    /// It may make several calls: all of them in one hop to a Lua thread.
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

    /// Throws the Lua state away, whose match may be half-changed.
    func drop() {
        live = nil
        guard let last = lastPosition, !isBehind, last.stands(behind: entries, pending: pending) else { return }
        positionAtEnd = last
    }

    /// A failure may have left the state half-changed: forget it.
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

    /// Runs `body`, which plays known plies again.
    package func replaying<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        let before = isReplaying
        isReplaying = true
        defer { isReplaying = before }
        return try body()
    }

    private func rebuilt() throws(GameError) -> Referee {
        if entries.isEmpty { return try rebuiltAtEnd() }  // nothing was played that could be played again
        return try replaying { () throws(GameError) in try rebuiltAtEnd() }
    }

    private func rebuiltAtEnd() throws(GameError) -> Referee {
        if let position = positionAtEnd {
            (isBehind, positionAtEnd) = (false, nil)
            let referee = if let live { live } else { try loaded(resting: isReplaying) }
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

    /// A Lua state with the game, and no match yet.
    ///
    /// - Parameter resting: Are plies played again there? See ``isReplaying``.
    func loaded(resting: Bool = false) throws(GameError) -> Referee {
        let referee = try Referee(script, limits: limits, pool: pool, coversLines: coversLines, output: output)
        if countsInstructions {
            try referee.loadAll()
            referee.state.countInstructions(true)
            referee.countsInstructions = true
        }
        if isWatchful { try referee.watch(resting: resting) }
        referee.keepsAll = witness != nil
        return referee
    }

    /// A Lua state with the match at its beginning.
    func begun() throws(GameError) -> Referee {
        let referee = try loaded(resting: isReplaying)
        useDraws(of: referee)
        // what was played before was set up before
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
        if !entries.isEmpty { _ = output.take() }  // it was printed before, when these plies were played
    }

    /// What was played within its limits once may take longer when it is done again.
    var patience: Duration { min(min(limits.deadline, LuaLimits.hardDeadline) * 4, LuaLimits.hardDeadline) }

    var setup: LuaValue {
        let chosen = options.reduce(into: [:]) { $0[ValueKey.string($1.key)] = $1.value }
        return Self.crossing(["seats": .int(Int64(seats)), "options": .map(chosen)])
    }

    /// Plays a ply of a log once more.
    ///
    /// - Returns: The packed result of the ply; less than 0 where it was refused, and less than -1 where it opens seals that
    ///   aren't known here.
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
