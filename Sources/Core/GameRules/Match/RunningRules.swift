import LuaRuntime
import Values

/// The rules of a match, as they run: the Lua state at the end of the match's log.
///
/// A move is a transaction without a snapshot. If a move is refused half-way, fails or meets a
/// limit, the Lua state is discarded. The next call rebuilds it from the log. Viewers look at the
/// match in other states: see `ViewerStates`.
package final class RunningRules {
    let loader: RefereeLoader
    /// The log, from which the Lua state can be built again.
    package let log: PlyLog
    /// The source of the random numbers, which may change during a match.
    package internal(set) var draws: DrawSource

    /// The Lua state in which the rules run.
    var live: Referee? {
        willSet { if let live, live !== newValue { loader.keepCoveredLines(of: live) } }
    }
    /// Whether the Lua state differs from the log, for example after a ply that drew without a key.
    private(set) var isBehind = false
    /// Whether the next call needs a new Lua state; see ``replaceState()``.
    private var isToBeReplaced = false
    /// The position at the end of the log. If it isn't nil, the next call restores it instead of
    /// playing the log. It is set after a ply that drew without a key, after a failure, and in a
    /// match made from another one.
    var positionAtEnd: MatchSnapshot?
    /// The position after the last move, if a replay of the log takes long. It is kept because a
    /// failed call discards the Lua state, and a single request may have less time than a replay of
    /// the whole log takes.
    var lastPosition: MatchSnapshot?
    /// The position before the first sealed move that isn't known here. A reveal replays the log
    /// from this position.
    var positionBeforeSealed: MatchSnapshot?
    /// The processor time for building the Lua state from the log, in total; nil if only the
    /// deadline of each call applies. It is set for matches whose log others wrote.
    package var rebuilding: ProcessorBudget?

    /// The status by the rules alone, if it is known; nil after a ply.
    var known: MatchStatus? {
        didSet { if listed != nil { listed = nil } }
    }
    /// The cached moves by seat, at the current position.
    var listed: [Int: [Move]]?
    /// The seat for which a random draw waits, set by the caller. No seat can move until this seat
    /// has acted.
    package var waitsFor: Int? {
        didSet { if waitsFor != oldValue, listed != nil { listed = nil } }
    }
    /// The last move, if it has to wait for its key.
    var waitingEntry: LogEntry?
    /// Whether new plies are compared in a ``SealTrial``. Hosts that know the sealed moves of several seats
    /// set it, and it is set for each ply that a person plays.
    package var comparesSeals = false
    /// The last ply that has ended the match as a tie; see `attemptPly`.
    var voided = (PackedPly(0), MatchStatus([:]))
    /// The error of the script in the last ply, if the ply was recorded although the script failed. In
    /// such a ply a seat left without the game's `leave`, or the match ended as a tie. Otherwise nil.
    package internal(set) var lastProblem: String?
    /// The failure because of which the last ply has ended the match as a tie; nil for any other ply.
    package internal(set) var lastFailure: ScriptFailure?
    /// Whether the last ply was bound; see `attemptPly`.
    package internal(set) var lastPlyIsBound = false
    /// Whether the script's own `play` refused the last refused move.
    private(set) var wasRefusedByScript = false

    init(_ loader: RefereeLoader, _ log: PlyLog, _ draws: DrawSource) {
        (self.loader, self.log, self.draws) = (loader, log, draws)
    }

    /// Creates the rules of a match at the position of another one. They have no Lua state until
    /// the first request.
    ///
    /// - Parameter hidden: The seats whose sealed moves the new match doesn't know.
    init(_ loader: RefereeLoader, at other: RunningRules, hiding hidden: Set<Int>) {
        self.loader = loader
        log = PlyLog(copying: other.log)
        draws = other.draws
        (known, rebuilding, waitsFor) = (other.known, other.rebuilding, other.waitsFor)
        positionAtEnd = draws.awaitsSetup ? nil : try? other.snapshot(hiding: hidden)
        positionBeforeSealed = other.positionBeforeSealed
    }

    var setup: MatchSetup { loader.setup }
    var script: GameScript { loader.setup.script }

    /// A number that changes whenever the position of the match does.
    var position: UInt64 { log.changes &+ draws.changes }

    // MARK: Transactions

    /// Runs `body` on a Lua state that holds the match. If the script fails, discards that state.
    ///
    /// `body` may make several calls. Together they take only one switch to a Lua thread. `body` runs a
    /// second time if it reaches a limit of memory; see ``MemoryRoom``.
    func attempt<R>(_ body: (Referee) throws(GameError) -> R) throws(GameError) -> R {
        do throws(GameError) {
            return try withRoom { () throws(GameError) in try run(body) }
        } catch {
            throw dropped(error)
        }
    }

    /// Makes a call for a seat on a Lua state that holds the match, and runs `body` with its result. If
    /// the script fails, discards that state.
    ///
    /// If calls are isolated, makes the call first in a state that knows no other seat's secrets, and
    /// throws if it reaches a limit of memory there. So what other seats have sealed doesn't decide
    /// whether the memory suffices; see ``MemoryRoom``.
    func attempt<T, R>(
        for seat: Int, calling call: (Referee) throws(GameError) -> T, _ body: (Referee, T) throws(GameError) -> R
    ) throws(GameError) -> R {
        do throws(GameError) {
            return try withRoom { () throws(GameError) in
                try run { referee throws(GameError) in
                    try tryKnowingOnly(seat, of: referee, call)
                    return try body(referee, try call(referee))
                }
            }
        } catch {
            throw dropped(error)
        }
    }

    private func run<R>(_ body: (Referee) throws(GameError) -> R) throws(GameError) -> R {
        try LuaThread.run { () throws(GameError) in
            let referee = try ready()
            defer { loader.latest = live }
            let result = try body(referee)
            loader.reportOutput()
            return result
        }
    }

    /// Runs `body`. If it reaches a limit of memory in a Lua state with a past, runs it again. From then
    /// on, each call is made in a Lua state of its own; see ``MemoryRoom``.
    func withRoom<R>(_ body: () throws(GameError) -> R) throws(GameError) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            guard loader.isolates(after: error) else { throw error }
        }
        drop()
        _ = loader.output.take()
        return try body()
    }

    /// If calls are isolated, makes a call in a new Lua state that has the position of `referee`, but
    /// knows the secrets of one seat alone. Throws the failure of the call if it reaches a limit of
    /// memory, and ignores any other result.
    func tryKnowingOnly<T>(
        _ seat: Int, of referee: Referee, _ call: (Referee) throws(GameError) -> T
    ) throws(GameError) {
        guard loader.isolatesCalls, script.guardsParts else { return }
        let others = Set(1...setup.seats).subtracting([seat])
        let printed = loader.output.printouts.count
        let position = try snapshot(of: referee, hiding: others)
        do throws(GameError) {
            let trial = try loader.loaded(within: loader.limits)
            try restore(position, on: trial)
            _ = try call(trial)
        } catch {
            if case .failed(let failure) = error, MemoryRoom.isExceeded(failure.error) { throw error }
        }
        loader.output.drop(after: printed)
    }

    /// Lets a new Lua state replace this one before the next call, if the game has sealed moves and all
    /// of them are known here. Hosts call it after each ply that a person has played.
    ///
    /// A script can see whether two calls had the same Lua state. Lua chooses the hash of texts anew for
    /// each state, and the length of a list with holes can depend on that hash. A state is also replaced
    /// after a failure, which can depend on what a seat has sealed. With a new state after every ply, the
    /// script learns nothing from that.
    func replaceState() throws(GameError) {
        guard !script.sealing.isEmpty, !script.dealt, positionBeforeSealed == nil else { return }
        lastPosition = try snapshot()
        isToBeReplaced = true
    }

    /// Builds the Lua state of the rules if there is none, because nothing needed it yet or a
    /// failure discarded it.
    package func wake() throws(GameError) { try attempt { referee throws(GameError) in _ = referee } }

    /// Builds the Lua state, unless `setup` waits for its key.
    func wakeUnlessWaiting() throws(GameError) {
        do {
            try wake()
        } catch {
            if !draws.awaitsSetup { throw error }
        }
    }

    /// Discards the Lua state, in which the match may be half-changed.
    func drop() {
        live = nil
        guard let last = lastPosition, !isBehind, last.stands(behind: log.entries, pending: log.pending) else { return }
        positionAtEnd = last
    }

    /// Returns `error`. If the script failed, discards the Lua state and passes the failure to the
    /// observer.
    func dropped(_ error: GameError) -> GameError {
        if case .failed(let failure) = error {
            drop()
            loader.witness?.note(failure)
        }
        return error
    }

    /// Returns the rejection for the results of a refused ply: nil, a code, a sentence and a
    /// detail. The detail is whether the script had started to play the ply, or the seats whose
    /// seals must be opened first.
    ///
    /// - Parameter arguments: The arguments that the sentence may quote.
    func rejection(_ results: [LuaValue], quoting arguments: [LuaValue]) -> Rejection {
        wasRefusedByScript = results[3] == .boolean(true)
        if wasRefusedByScript { drop() }  // the state may be half-changed
        let sentence = results[2].text ?? ""
        let hidesSomething = arguments.contains { $0.text?.hidesSomething == true }
        var rejection = Rejection(
            code: results[1].text ?? "refused", message: hidesSomething ? sentence.onOneLine : sentence)
        if let bits = results[3].integer { rejection.unopened = Rejection.seats(bits, of: setup.seats) }
        return rejection
    }

    // MARK: Building the state

    private func ready() throws(GameError) -> Referee {
        if draws.awaitsSetup { throw .request(.notSetUp) }
        if let live, !isBehind, !loader.isolatesCalls, !isToBeReplaced { return live }
        guard let rebuilding else { return try rebuilt() }
        return try rebuilding.run { () throws(GameError) in try rebuilt() }
    }

    private func rebuilt() throws(GameError) -> Referee {
        if isToBeReplaced, !isBehind, positionAtEnd == nil { drop() }
        isToBeReplaced = false
        if loader.isolatesCalls, positionAtEnd == nil {
            let referee = if let live, !isBehind { live } else { try replayed() }
            positionAtEnd = try snapshot(of: referee)
            live = nil
        }
        if let position = positionAtEnd {
            (isBehind, positionAtEnd) = (false, nil)
            let referee = if let live, !loader.isolatesCalls { live } else { try loader.loaded() }
            try restore(position, on: referee)
            live = referee
            return referee
        }
        if let live {
            try catchUp(live)
            return live
        }
        let referee = try replayed()
        live = referee
        return referee
    }

    /// Plays the log in a new Lua state.
    private func replayed() throws(GameError) -> Referee {
        isBehind = false
        return try replayLog(on: try begun())
    }

    /// If calls are isolated, returns a new Lua state at the position of `referee`, which must not be
    /// used any more. Otherwise returns `referee` itself.
    func isolated(_ referee: Referee) throws(GameError) -> Referee {
        guard loader.isolatesCalls else { return referee }
        let position = try snapshot(of: referee)
        let other = try loader.loaded()
        try restore(position, on: other)
        return other
    }

    /// Plays the log again in a Lua state that isn't at the end of the log.
    private func catchUp(_ referee: Referee) throws(GameError) {
        isBehind = false
        draws.key(referee.draws)
        do throws(GameError) {
            _ = try referee.quick(referee.again, 0, deadline: loader.patience)
        } catch {
            guard error.isOfScript, draws.keys != nil else { throw error }
            return live = try replayed()  // `setup` may have failed because of what its key draws
        }
        try checkIsSetUp(referee)
        live = try replayLog(on: referee)
    }

    /// Returns a Lua state with the match at its start.
    func begun() throws(GameError) -> Referee {
        // nobody has sealed anything yet
        let referee = try loader.loaded(within: loader.isolatesCalls ? loader.limits : nil)
        draws.key(referee.draws)
        // if the log has entries, this `setup` has succeeded before, so a replay gets more time
        let deadline = log.entries.isEmpty ? nil : loader.patience
        do throws(GameError) {
            let refused = try referee.call("begin", [setup.crossing], results: 2, deadline: deadline)
            if let code = refused[0].text {
                throw .rejected(Rejection(code: code, message: refused[1].text ?? "The options don't fit together."))
            }
        } catch {
            // by the time the key of `setup` is known, all seats have joined: see `attemptPly`
            guard draws.keys?[0] != nil, error.isOfScript || error.isRejection, referee.isBound else { throw error }
            lastProblem = "\(error)"
            let other = try loader.loaded(within: loader.isolatesCalls ? loader.limits : nil)
            _ = try other.call("void_setup", [setup.crossing], results: 0)
            return other
        }
        try checkIsSetUp(referee)
        return referee
    }

    /// Throws if `setup` drew without a key.
    private func checkIsSetUp(_ referee: Referee) throws(GameError) {
        guard referee.draws.lackedKey else { return }
        draws.awaitsSetup = true
        live = referee
        throw .request(.notSetUp)
    }

    /// Plays the log from its start.
    ///
    /// - Parameter endsVoid: Whether the last ply has ended the match as a tie.
    private func replayLog(on begun: Referee, endsVoid: Bool = false) throws(GameError) -> Referee {
        var referee = begun
        let last = log.entries.count - 1
        for (number, entry) in log.entries.enumerated() {
            referee = try isolated(referee)
            if number == last, endsVoid {
                _ = try referee.quick("void", Int64(entry.seat))
                break
            }
            guard let result = try replayBound(entry, on: referee) else {
                if number == last { return try replayLog(on: try self.begun(), endsVoid: true) }
                throw notLegal(number)
            }
            if result < 0 { throw notLegal(number) }
        }
        if !log.entries.isEmpty { _ = loader.output.take() }  // it was reported when these plies were new
        return referee
    }

    private func notLegal(_ number: Int) -> GameError {
        .request(.illegalPly(number + 1, seat: log.entries[number].seat))
    }

    /// Takes over a Lua state in which a saved match was restored.
    ///
    /// - Throws: ``GameError/request(_:)`` if the saved state doesn't fit the saved log.
    func resume(_ saved: SavedMatch) throws(GameError) {
        let (referee, stands) = try withRoom { () throws(GameError) in
            let referee = try loader.loaded()
            referee.draws.use(seed: draws.seed)
            referee.draws.resume(at: RandomDraws.Progress(hasGap: true))
            return (referee, try referee.call("restore", [setup.crossing, .encoded(saved.state)], results: 2))
        }
        guard stands[0].integer == Int64(saved.log.count - saved.pending), stands[1].integer == Int64(saved.pending)
        else { throw .request(.unfitMatch) }
        live = referee
    }

    // MARK: The position

    /// The status by the rules alone, whether or not a random draw waits for a seat.
    var status: MatchStatus {
        get throws(GameError) {
            if let known { return known }
            if draws.awaitsSetup { return MatchStatus([:]) }
            let status = try attempt { referee throws(GameError) in MatchStatus(try referee.value("status")) }
            known = status
            return status
        }
    }

    /// The turn status of the match now.
    package var turnStatus: TurnStatus {
        get throws(GameError) {
            if draws.awaitsSetup { return TurnStatus(turn: [], isRound: false, isOver: false) }
            if let known {
                return TurnStatus(turn: known.turn, isRound: known.isRound, isOver: known.outcome != nil)
            }
            let bits = try attempt { referee throws(GameError) in try referee.quick("standing", 0) }
            return TurnStatus(bits: bits, seats: setup.seats)
        }
    }

    /// Whether the next call into the rules plays the log again first.
    var mustReplay: Bool { live == nil || isBehind }

    /// Adds a ply to the log.
    func record(_ entry: LogEntry, _ packed: PackedPly) {
        log.entries.append(entry)
        recorded(packed)
    }

    /// Adds to the log a ply of which only the seat and the place of its move are known.
    func record(_ packed: PackedPly) {
        log.entries.append(packed: packed.logged)
        recorded(packed)
    }

    /// Discards the cached status and the undone plies, and updates the number of pending moves.
    private func recorded(_ packed: PackedPly) {
        forgetStatus()
        lastPlyIsBound = packed.isBound
        log.complete(packed)
    }

    private func forgetStatus() {
        if known != nil || listed != nil { known = nil }
        if !log.undone.isEmpty { log.undone.removeAll() }
    }

    /// Empties the log, and sets the seed.
    func clear(seed: UInt64) {
        draws.seed = seed
        log.removeAll()
        if positionAtEnd != nil { positionAtEnd = nil }
        if lastPosition != nil { lastPosition = nil }
        if positionBeforeSealed != nil { positionBeforeSealed = nil }
        forgetStatus()
    }

    /// Discards the Lua state and everything that is known of its position, after the log has
    /// changed. The next call plays the log.
    func discardPosition() {
        (positionAtEnd, positionBeforeSealed, lastPosition) = (nil, nil, nil)
        live = nil
        known = nil
    }

    /// Continues at a position that was restored in the Lua state.
    func stand(on referee: Referee) {
        live = referee
        (draws.awaitsSetup, isBehind, positionAtEnd, lastPosition) = (false, false, nil, nil)
    }

    // MARK: Draws

    /// Restarts a match whose draws need keys. It has none after that. The Lua state stays the same, as in
    /// ``Match/restart(seed:)``.
    package func restartKeyed() throws(GameError) {
        clear(seed: 0)
        (draws.keys, draws.awaitsSetup, isBehind, waitsFor) = (RandomDrawKeys(), false, true, nil)
        try wakeUnlessWaiting()
    }

    /// Adds the keys of plies that are played next, or that wait for their keys.
    ///
    /// - Parameter new: The keys by ply, from 1; 0 for `setup`.
    package func take(_ new: [Int: [UInt8]]) throws(GameError) {
        guard draws.keys != nil, !new.isEmpty else { return }
        for (ply, key) in new { draws.keys?[ply] = key }
        if let keys = draws.keys { live?.draws.renew(keys) }
        guard draws.awaitsSetup, draws.keys?[0] != nil else { return }
        (draws.awaitsSetup, isBehind) = (false, true)
        forgetStatus()
        try wake()
    }

    /// Removes the keys of ply `ply` and of all later plies. None of these plies has been played.
    package func dropKeys(from ply: Int) {
        guard draws.keys?.drop(from: ply) == true, let keys = draws.keys else { return }
        live?.draws.renew(keys)
    }

    /// Checks whether the last ply drew without a key. If so, the ply doesn't count, and the next
    /// call rebuilds the state.
    ///
    /// - Throws: ``GameError/request(_:)`` if the ply drew without a key. `MovePlayer.playOrWait`
    ///   handles this error.
    func checkKeyed(_ entry: LogEntry) throws(GameError) {
        guard let live, live.draws.lackedKey else { return }
        isBehind = true
        waitingEntry = entry
        throw .request(.drawWaits)
    }

    /// Returns the number of the last ply that made a random draw, from 1; 0 if none did. Draws of `setup` don't
    /// count.
    ///
    /// - Throws: ``GameError/failed(_:)`` if the script fails while plies are played again to find
    ///   that ply.
    package func lastDraw() throws(GameError) -> Int {
        guard script.chance != .none, !draws.awaitsSetup else { return 0 }
        if live?.draws.hasGap == true { live = nil }
        return try attempt { referee throws(GameError) in referee.draws.lastPly }
    }

    /// Returns whether a seat has only one choice now, as far as every device knows. Doesn't call
    /// `legal` and `forced`, because their results may depend on what only the seat knows.
    package func hasOneChoice(_ seat: Int) throws(GameError) -> Bool {
        let results = try attempt { referee throws(GameError) in
            try referee.call("only", [.integer(Int64(seat))])
        }
        return results.first == .boolean(true)
    }
}

extension [LuaValue] {
    /// Whether these results of a function that plays a ply mean that the script refused the ply. Such
    /// results are nil, a code and a sentence, without the seats whose seals must be opened first.
    var isRefusal: Bool { first?.integer == nil && (count < 4 || self[3].integer == nil) }
}
