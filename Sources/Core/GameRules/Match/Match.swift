import LuaRuntime
import Values

/// A match of a game, for uses in which one program may know everything: hot seat, tests, the line
/// protocol.
///
/// The match keeps the log of plies; the state is in Lua. A move is a transaction without a
/// snapshot. If a move is refused half-way, fails or meets a limit, the match discards the Lua
/// state. The next call rebuilds it from the log.
///
/// Only one thread at a time may use a match. Each call moves to a ``LuaThread`` automatically;
/// wrap many calls in ``LuaThread/run(_:)``.
public final class Match {
    /// The game of the match.
    public let script: GameScript
    /// The number of seats, which are counted from 1.
    public let seats: Int
    /// All options, defaults included.
    public let options: [String: Value]
    /// The limits of the match's Lua states: the script's limits, tightened by those given when the
    /// match was created.
    public let limits: LuaLimits

    /// The rules at the position of the match, with its log.
    package let rules: RunningRules
    /// The player of its moves.
    package let moves: MovePlayer
    /// The legal moves, views and scenes of its viewers.
    package let views: MatchViews
    /// Its Lua states, for code that measures and watches them.
    package let luaStates: LuaStates
    /// Its sealed moves that aren't known here.
    package var sealedMoves: SealedMoves { SealedMoves(rules) }

    private init(_ rules: RunningRules) {
        (script, seats, options) = (rules.setup.script, rules.setup.seats, rules.setup.options)
        limits = rules.loader.limits
        self.rules = rules
        let viewers = ViewerStates(rules)
        moves = MovePlayer(rules, viewers)
        views = MatchViews(rules, viewers)
        luaStates = LuaStates(rules, viewers)
    }

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

    /// Starts a match that may have an observer, which receives every failure of the script. A match with
    /// an observer is always watchful: see `LuaStates.isWatchful`.
    ///
    /// - Throws: The errors of ``init(of:seats:options:seed:limits:pool:)``.
    package convenience init(
        of script: GameScript, seats: Int? = nil, options: [String: Value] = [:], seed: UInt64,
        keys: RandomDrawKeys? = nil, limits: LuaLimits? = nil, pool: MemoryPool? = nil, witness: ScriptObserver?,
        isWatchful: Bool = false
    ) throws(GameError) {
        let setup = try MatchSetup(script, seats: seats, choosing: options)
        let loader = RefereeLoader(setup, limits: limits, pool: pool, witness: witness)
        loader.isWatchful = isWatchful || witness != nil
        self.init(RunningRules(loader, PlyLog(), DrawSource(seed: seed, keys: keys)))
        try rules.wakeUnlessWaiting()
    }

    /// Starts a match whose draws are keyed ply by ply. If `setup` draws, the match is set up when
    /// the key of `setup` arrives.
    ///
    /// - Throws: The errors of ``init(of:seats:options:seed:limits:pool:)``.
    package convenience init(
        keyed script: GameScript, seats: Int? = nil, options: [String: Value] = [:], limits: LuaLimits? = nil,
        pool: MemoryPool? = nil, witness: ScriptObserver? = nil
    ) throws(GameError) {
        try self.init(
            of: script, seats: seats, options: options, seed: 0, keys: RandomDrawKeys(), limits: limits, pool: pool,
            witness: witness)
    }

    /// Creates a match that draws the same random numbers as another match.
    ///
    /// - Throws: The errors of ``init(of:seats:options:seed:limits:pool:)``.
    package convenience init(
        of script: GameScript, seats: Int, options: [String: Value], draws: ReplayedDraws, pool: MemoryPool? = nil,
        witness: ScriptObserver? = nil
    ) throws(GameError) {
        try self.init(
            of: script, seats: seats, options: options, seed: draws.seed, keys: draws.keys, pool: pool, witness: witness
        )
    }

    /// Creates a match at the position of another one. It has no Lua state until the first request.
    ///
    /// - Parameter hidden: The seats whose sealed moves the new match doesn't know.
    package convenience init(at other: Match, limits: LuaLimits, hiding hidden: Set<Int> = []) {
        let loader = RefereeLoader(copying: other.rules.loader, limits: limits)
        self.init(RunningRules(loader, at: other.rules, hiding: hidden))
    }

    /// Continues a saved match with its saved state; undo uses its log.
    convenience init(
        _ saved: SavedMatch, script: GameScript, limits: LuaLimits?, pool: MemoryPool?
    ) throws(GameError) {
        try self.init(of: saved, script, limits, pool)
        try rules.resume(saved)
    }

    /// Creates a match by playing the log of a saved match again.
    ///
    /// - Throws: ``GameError``, also for a ply that isn't legal under this script.
    public convenience init(
        replaying saved: SavedMatch, of script: GameScript, limits: LuaLimits? = nil, pool: MemoryPool? = nil
    ) throws(GameError) {
        try self.init(of: saved, script, limits, pool)
        try rules.wake()
    }

    /// Creates a match with the log of a saved match, and no Lua state.
    private convenience init(
        of saved: SavedMatch, _ script: GameScript, _ limits: LuaLimits?, _ pool: MemoryPool?
    ) throws(GameError) {
        let setup = try MatchSetup(script, seats: saved.seats, choosing: saved.options)
        let loader = RefereeLoader(setup, limits: limits, pool: pool)
        self.init(RunningRules(loader, PlyLog(saved), DrawSource(seed: saved.seed)))
    }

    // MARK: Status

    /// The seed, which keys the draws.
    public var seed: UInt64 { rules.draws.seed }

    /// Whether `setup` draws and has no key yet. Until the key arrives, the match has no state.
    package var awaitsSetup: Bool { rules.draws.awaitsSetup }

    /// The status of the match. If a random draw waits for a seat, only that seat is in turn.
    public var status: MatchStatus {
        get throws(GameError) {
            guard let waitsFor = rules.waitsFor else { return try rules.status }
            var status = try rules.status
            (status.turn, status.isRound) = ([waitsFor], false)
            return status
        }
    }

    /// The plies, followed by the moves of an unfinished round.
    public var log: [LogEntry] { Array(rules.log.entries) }

    /// The number of entries, without making a list of them.
    package var logCount: Int { rules.log.entries.count }

    /// The number of seats that have moved in the unfinished round.
    package var enteredInRound: Int { rules.log.pending }

    /// Returns the last entry of a seat, without making a list of all entries.
    package func lastEntry(of seat: Int) -> LogEntry? { rules.log.entries.last { $0.seat == seat } }

    /// The approximate memory of the log and of the undone plies, in bytes. A match whose Lua
    /// states were discarded has hardly anything else in memory.
    package var logWeight: Int { rules.log.weight }

    // MARK: Moves

    /// Plays a move given by its text.
    ///
    /// - Throws: ``GameError/rejected(_:)`` if the rules refuse it; ``GameError/failed(_:)`` if the
    ///   script fails; ``GameError/request(_:)`` for a seat that doesn't exist. The match is
    ///   unchanged in each case.
    /// - Returns: The status after the move.
    @discardableResult
    public func play(_ text: String, seat: Int) throws(GameError) -> MatchStatus { try moves.play(text, seat: seat) }

    /// Plays a move given by its name and argument. See ``play(_:seat:)-(String,_)``.
    @discardableResult
    public func play(name: String, argument: Value, seat: Int) throws(GameError) -> MatchStatus {
        try moves.play(name: name, argument: argument, seat: seat)
    }

    /// Plays a move in the form of a log.
    ///
    /// - Throws: The errors of ``play(_:seat:)-(String,_)``. Also throws for a typed move that logs store
    ///   in another form.
    public func play(_ move: LoggedMove, seat: Int) throws(GameError) { try moves.play(move, seat: seat) }

    /// Plays a move by its place in the canonical list of legal moves, from 1, as logs and messages
    /// store it.
    ///
    /// - Throws: The errors of ``play(_:seat:)-(String,_)``, with `illegal_move` for a place past the end
    ///   of the list.
    public func play(index: Int, seat: Int) throws(GameError) { try moves.play(index: index, seat: seat) }

    /// Makes a seat leave the match: it resigned, or others claimed against it. If the script's `leave`
    /// or a function that is called after it fails, the seat leaves as in a game without `leave`. If
    /// leaving that way fails, too, the match is over and the other seats have won.
    ///
    /// - Throws: ``GameError``: a rejection if the match is over or the seat has left, or a failure if
    ///   the script exceeds a limit.
    @discardableResult
    public func leave(seat: Int, why: LeaveReason = .resigned) throws(GameError) -> MatchStatus {
        try moves.leave(seat: seat, why: why)
    }

    // MARK: Views

    /// Returns the legal moves of a seat in canonical order, or no moves if it isn't its turn.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the script fails; ``GameError/request(_:)`` for a seat
    ///   that doesn't exist. All functions with a seat as parameter throw this error.
    public func legalMoves(for seat: Int) throws(GameError) -> [Move] { try views.legalMoves(for: seat) }

    /// Returns what a seat may know; nil is a spectator.
    public func view(for seat: Int?) throws(GameError) -> Value { try views.view(for: seat) }

    /// Returns the scene of a seat's view as data, or nil if the script draws none.
    ///
    /// - Parameter style: `compact`, `expanded` or `transcript`.
    public func scene(for seat: Int?, style: String = "expanded") throws(GameError) -> Value? {
        try views.scene(for: seat, style: style, names: .unknown)
    }

    // MARK: Lua states

    /// The sum of the meters of all Lua states that hold the match now, or nil if there is none.
    /// `granted` is that of the last call, and `limit` that of a single state.
    public var meters: LuaMeters? { luaStates.meters }

    /// The text that the script printed in the last call.
    public var printed: String { luaStates.printed }

    /// Runs the garbage collector of each Lua state.
    public func collect() { luaStates.collect() }
}
