import Crypto
import LuaRuntime
import Values

// A match that several devices play draws by keys that come one by one. A ply that draws before its key is there waits: the match
// stays what it was, and whoever holds the ply plays it when the key has come.
extension Match {
    /// What became of a move.
    package enum Played {
        /// It counts.
        case stands
        /// It draws, and what it draws can't be known yet. The match is what it was.
        case waits(LogEntry)
    }

    /// Begins a match whose draws are keyed ply by ply. Where `setup` draws, the match is set up once its key is there.
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

    /// Begins the match anew, with no keys; as ``restart(seed:)`` in the same Lua state.
    package func restartKeyed() throws(GameError) {
        clear(seed: 0)
        (keys, awaitsSetup, isBehind, waitsFor) = (RandomDrawKeys(), false, true, nil)
        try wakeUnlessWaiting()
    }

    /// Gives plies their keys: they are played behind that, or waited for them.
    ///
    /// - Parameter new: From 1; 0 for `setup`.
    package func take(_ new: [Int: [UInt8]]) throws(GameError) {
        guard keys != nil, !new.isEmpty else { return }
        for (ply, key) in new { keys?[ply] = key }
        if let keys { live?.draws.renew(keys) }
        guard awaitsSetup, keys?[0] != nil else { return }
        (awaitsSetup, isBehind) = (false, true)
        forgetStatus()
        try wake()
    }

    /// Forgets the keys of plies that weren't played.
    package func dropKeys(from ply: Int) {
        guard keys?.drop(from: ply) == true, let keys else { return }
        live?.draws.renew(keys)
    }

    /// Plays a move by its text. See ``Played``.
    package func playOrWait(_ text: String, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in _ = try play(text, seat: seat) }
    }

    /// Plays a move as a log has it. See ``Played``.
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

    /// Did what was just played draw without a key? Then it doesn't count, and the state is built anew.
    ///
    /// - Throws: ``GameError/request(_:)`` if so; ``playOrWait(_:seat:)-(LoggedMove,_)`` takes it for what it is.
    func checkKeyed(_ entry: LogEntry) throws(GameError) {
        guard let live, live.draws.lackedKey else { return }
        isBehind = true
        waitingEntry = entry
        throw .request("What this move draws isn't known yet: it waits for another seat.")
    }

    /// Can a seat do only one thing now, as every device can tell? What `legal` and `forced` say may follow from what only the
    /// seat knows, so they aren't asked.
    package func hasOneChoice(_ seat: Int) throws(GameError) -> Bool {
        let results = try attempt { referee throws(GameError) in
            try referee.call("only", [.integer(Int64(seat))])
        }
        return results.first == .boolean(true)
    }

    /// How many plies were played; those of a round under way don't count.
    package var pliesPlayed: Int { entries.count - pending }

    /// Plays a move by its name and argument. See ``Played``.
    package func playOrWait(name: String, argument: Value, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in _ = try play(name: name, argument: argument, seat: seat) }
    }

    // MARK: The Lua state

    /// The Lua state stands somewhere else than the log: the log is played again in it.
    func catchUp(_ referee: Referee) throws(GameError) {
        isBehind = false
        useDraws(of: referee)
        _ = try referee.quick(referee.again, 0, deadline: patience)
        try checkIsSetUp(referee)
        try replayLog(on: referee)
    }

    /// Throws where `setup` drew and has no key.
    func checkIsSetUp(_ referee: Referee) throws(GameError) {
        guard referee.draws.lackedKey else { return }
        awaitsSetup = true
        live = referee
        throw .request(Self.notSetUp)
    }

    /// What is said of a match whose `setup` waits.
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

/// The keys of the draws of a match that several devices play: 32 bytes for each ply that draws, and for `setup`, which is ply 0.
/// They come one by one; a ply that draws waits for its own.
package struct RandomDrawKeys: Hashable, Sendable {
    static let size = 32
    /// The placeholder for a key that hasn't come yet. Its numbers count for nothing: a ply that drew them is played again.
    static let none = [UInt8](repeating: 0, count: size)

    private var keys: [Int: [UInt8]] = [:]
    /// The key for plies that have no key of their own; nil where such plies wait.
    var spare: UInt64?

    /// None is known.
    package init() {}

    /// The key of a ply, from 1, or of `setup` for 0. Another number of bytes is taken for none.
    package subscript(ply: Int) -> [UInt8]? {
        get { keys[ply] ?? spare.map { Array(SHA256.hash(data: Array("\($0) \(ply)".utf8))) } }
        set { keys[ply] = newValue?.count == Self.size ? newValue : nil }
    }

    /// Forgets those of a ply and of all behind it.
    ///
    /// - Returns: Were there any?
    mutating func drop(from ply: Int) -> Bool {
        let before = keys.count
        keys = keys.filter { $0.key < ply }
        return keys.count < before
    }
}

/// The keys of the draws of a match, for playing it again under another text of its script.
package struct ReplayedDraws: Hashable, Sendable {
    let seed: UInt64
    let keys: RandomDrawKeys?
}

extension Match {
    /// The keys of its draws. Later plies that have no keys yet can be drawn all the same.
    package var keptDraws: ReplayedDraws {
        var keys = keys
        keys?.spare = .random(in: 0...UInt64.max)
        return ReplayedDraws(seed: seed, keys: keys)
    }

    /// A match that draws what another one drew.
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
