import Crypto
import LuaRuntime
import Values

// In a match that several devices play, the keys of the draws arrive one by one. A ply that draws
// before its key has arrived waits: the match stays as it was, and the holder of the ply plays it
// later.
extension Match {
    /// The result of playing a move.
    package enum Played {
        /// The move counts.
        case stands
        /// The move draws, and its key isn't known yet. The match is unchanged.
        case waits(LogEntry)
    }

    /// Starts a match whose draws are keyed ply by ply. If `setup` draws, the match is set up when
    /// its key arrives.
    ///
    /// - Throws: As ``init(of:seats:options:seed:limits:pool:)``.
    package convenience init(
        keyed script: GameScript, seats: Int? = nil, options: [String: Value] = [:], limits: LuaLimits? = nil,
        pool: MemoryPool? = nil, witness: ScriptObserver? = nil
    ) throws(GameError) {
        try self.init(
            of: script, seats: seats, options: options, seed: 0, keys: RandomDrawKeys(), limits: limits, pool: pool,
            witness: witness)
    }

    /// Restarts the match without keys, in the same Lua state, like ``restart(seed:)``.
    package func restartKeyed() throws(GameError) {
        clear(seed: 0)
        (keys, awaitsSetup, isBehind, waitsFor) = (RandomDrawKeys(), false, true, nil)
        try wakeUnlessWaiting()
    }

    /// Adds the keys of plies that are played next, or that wait for them.
    ///
    /// - Parameter new: The keys by ply, from 1; 0 for `setup`.
    package func take(_ new: [Int: [UInt8]]) throws(GameError) {
        guard keys != nil, !new.isEmpty else { return }
        for (ply, key) in new { keys?[ply] = key }
        if let keys { live?.draws.renew(keys) }
        guard awaitsSetup, keys?[0] != nil else { return }
        (awaitsSetup, isBehind) = (false, true)
        forgetStatus()
        try wake()
    }

    /// Removes the keys of the plies from `ply` on, which weren't played.
    package func dropKeys(from ply: Int) {
        guard keys?.drop(from: ply) == true, let keys else { return }
        live?.draws.renew(keys)
    }

    /// Plays a move by its text. See ``Played``.
    package func playOrWait(_ text: String, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in _ = try play(text, seat: seat) }
    }

    /// Plays a move in the form of a log. See ``Played``.
    package func playOrWait(_ move: LoggedMove, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in try play(move, seat: seat) }
    }

    private func waiting(_ body: () throws(GameError) -> Void) throws(GameError) -> Played {
        waitingEntry = nil
        let lacksKey = keys.map { $0[pliesPlayed + 1] == nil } ?? false
        let before = lacksKey && script.chance != .none && !awaitsSetup ? try snapshot() : nil
        do {
            try body()
            return .stands
        } catch {
            guard let entry = waitingEntry else { throw error }
            waitingEntry = nil
            if isBehind { positionAtEnd = before }
            return .waits(entry)
        }
    }

    /// Checks whether the last ply drew without a key. If so, it doesn't count, and the next call
    /// rebuilds the state.
    ///
    /// - Throws: ``GameError/request(_:)`` if it did, which ``playOrWait(_:seat:)-(LoggedMove,_)``
    ///   handles.
    func checkKeyed(_ entry: LogEntry) throws(GameError) {
        guard let live, live.draws.lackedKey else { return }
        isBehind = true
        waitingEntry = entry
        throw .request("What this move draws isn't known yet: it waits for another seat.")
    }

    /// Returns whether a seat has only one choice now, as every device can tell. Doesn't call
    /// `legal` and `forced`, because their results may depend on what only the seat knows.
    package func hasOneChoice(_ seat: Int) throws(GameError) -> Bool {
        let results = try attempt { referee throws(GameError) in
            try referee.call("only", [.integer(Int64(seat))])
        }
        return results.first == .boolean(true)
    }

    /// The number of plies that were played, without those of an unfinished round.
    package var pliesPlayed: Int { entries.count - pending }

    /// Plays a move by its name and argument. See ``Played``.
    package func playOrWait(name: String, argument: Value, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in _ = try play(name: name, argument: argument, seat: seat) }
    }

    // MARK: The Lua state

    /// Plays the log again in a Lua state that differs from it.
    func catchUp(_ referee: Referee) throws(GameError) {
        isBehind = false
        useDraws(of: referee)
        _ = try referee.quick(referee.again, 0, deadline: patience)
        try checkIsSetUp(referee)
        try replayLog(on: referee)
    }

    /// Throws if `setup` drew without a key.
    func checkIsSetUp(_ referee: Referee) throws(GameError) {
        guard referee.draws.lackedKey else { return }
        awaitsSetup = true
        live = referee
        throw .request(Self.notSetUp)
    }

    /// The error for a match whose `setup` waits for its key.
    static let notSetUp = "The match is set up once everybody has drawn for it."

    func wakeUnlessWaiting() throws(GameError) {
        do {
            try wake()
        } catch {
            if !awaitsSetup { throw error }
        }
    }

    func useDraws(of referee: Referee) { useDraws(of: referee, seed: seed, keys: keys) }

    func useDraws(of referee: Referee, seed: UInt64, keys: RandomDrawKeys?) {
        if let keys { referee.draws.use(keys) } else { referee.draws.use(seed: seed) }
    }
}

/// The keys of the draws in a match that several devices play: 32 bytes for each ply that draws,
/// and for `setup`, which is ply 0. They arrive one by one, and a ply that draws waits for its own.
package struct RandomDrawKeys: Hashable, Sendable {
    static let size = 32
    /// The placeholder for a key that hasn't arrived. Its numbers don't count: a ply that drew them
    /// is played again.
    static let none = [UInt8](repeating: 0, count: size)

    private var keys: [Int: [UInt8]] = [:]
    /// The key for plies without a key of their own; nil if such plies wait.
    var spare: UInt64?

    /// Creates a set without keys.
    package init() {}

    /// The key of a ply, from 1, or of `setup` for 0. Setting another number of bytes removes the
    /// key.
    package subscript(ply: Int) -> [UInt8]? {
        get { keys[ply] ?? spare.map { Array(SHA256.hash(data: Array("\($0) \(ply)".utf8))) } }
        set { keys[ply] = newValue?.count == Self.size ? newValue : nil }
    }

    /// Removes the keys of a ply and of all later ones.
    ///
    /// - Returns: Whether there were any.
    mutating func drop(from ply: Int) -> Bool {
        let before = keys.count
        keys = keys.filter { $0.key < ply }
        return keys.count < before
    }
}

/// The keys of a match's draws, to play it again under another text of its script.
package struct ReplayedDraws: Hashable, Sendable {
    let seed: UInt64
    let keys: RandomDrawKeys?
}

extension Match {
    /// The keys of the match's draws. Later plies without a key can draw all the same.
    package var keptDraws: ReplayedDraws {
        var keys = keys
        keys?.spare = .random(in: 0...UInt64.max)
        return ReplayedDraws(seed: seed, keys: keys)
    }

    /// Creates a match that draws what another one drew.
    ///
    /// - Throws: As ``init(of:seats:options:seed:limits:pool:)``.
    package convenience init(
        of script: GameScript, seats: Int, options: [String: Value], draws: ReplayedDraws, pool: MemoryPool? = nil,
        witness: ScriptObserver? = nil
    ) throws(GameError) {
        try self.init(
            of: script, seats: seats, options: options, seed: draws.seed, keys: draws.keys, pool: pool, witness: witness
        )
    }
}
