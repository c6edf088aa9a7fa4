import LuaRuntime
import Values

/// Random moves of a match: one or many in each call into Lua.
struct RandomPlay {
    private let rules: RunningRules

    init(_ rules: RunningRules) { self.rules = rules }

    // MARK: One

    /// Plays the random legal move that `choice` selects.
    ///
    /// - Returns: False if the move ended the match.
    func play(choice: UInt64) throws(GameError) -> Bool {
        let pick = Int64(truncatingIfNeeded: choice >> 1)
        let (packed, typed) = try rules.attempt { referee throws(GameError) -> (PackedPly, Value?) in
            let result = try referee.quick(referee.advance, pick)
            guard result >= 0 else { throw .rejected(.gameOver) }
            let packed = PackedPly(result)
            return (packed, packed.isTyped ? try referee.value("last_entry") : nil)
        }
        try rules.checkKeyed(LogEntry(seat: packed.seat, choice: .move(.index(packed.index))))
        if let typed { record(typed, packed) } else { rules.record(packed) }
        return !packed.isOver
    }

    /// Restarts the match with another seed.
    ///
    /// - Returns: False for a game that is over before its first move.
    func restart(seed: UInt64) throws(GameError) -> Bool {
        rules.clear(seed: seed)
        guard let live = rules.live, !rules.loader.isolatesCalls else {
            rules.drop()
            return try rules.status.outcome == nil
        }
        rules.draws.key(live.draws)
        do throws(GameError) {
            return try live.quick(live.again, 0) & 1 == 0
        } catch {
            guard rules.loader.isolates(after: error) else { throw rules.dropped(error) }
            rules.drop()
            return try rules.status.outcome == nil
        }
    }

    // MARK: Many

    /// Plays random legal moves until the match is over or `plies` moves were made.
    ///
    /// - Returns: The number of moves that were made.
    func play(atMost plies: Int, using generator: inout SplitMix64) throws(GameError) -> Int {
        let log = rules.log
        let before = log.entries.count
        var goesOn = try rules.status.outcome == nil
        while goesOn, log.entries.count - before < plies {
            goesOn = try playOn(plies - (log.entries.count - before), anew: false, &generator)
        }
        return log.entries.count - before
    }

    /// Restarts the match with another seed, and plays random legal moves until the match is over
    /// or `plies` moves were made.
    ///
    /// - Returns: The number of moves that were made.
    func playGame(seed: UInt64, atMost plies: Int, using generator: inout SplitMix64) throws(GameError) -> Int {
        guard let live = rules.live, canPlayOn, plies > 0 else {
            _ = try restart(seed: seed)
            return try play(atMost: plies, using: &generator)
        }
        let log = rules.log
        rules.clear(seed: seed)
        live.draws.use(seed: seed)
        while try playOn(plies - log.entries.count, anew: log.entries.isEmpty, &generator), log.entries.count < plies {}
        return log.entries.count
    }

    /// The most moves in one call into Lua. Until the call ends, the moves are recorded in memory
    /// of the guard and not in the match's log.
    private static let crossing = 4096

    /// Whether one call into Lua that plays many moves has the same result as one call for each
    /// move. False, for example, if a budget bounds the time of all moves together.
    private var canPlayOn: Bool {
        !rules.loader.isWatchful && !rules.loader.isolatesCalls && rules.draws.keys == nil
            && ProcessorBudget.left == nil
    }

    /// Plays between one and `plies` random moves, and returns whether the match continues.
    private func playOn(_ plies: Int, anew: Bool, _ generator: inout SplitMix64) throws(GameError) -> Bool {
        guard let live = rules.live, canPlayOn else { return try play(choice: generator.next()) }
        var made = 0
        var typed: PackedPly?
        let note = { (plies: UnsafeBufferPointer<Int64>) in
            made = plies.count
            for ply in plies.lazy.map(PackedPly.init) {
                if ply.isTyped { typed = ply } else { rules.record(ply) }  // a typed one is the last
            }
        }
        defer { generator.skip(made) }
        do throws(GameError) {
            let over = try live.play(
                on: generator.state, most: min(plies, Self.crossing), anew: anew, made: note)
            if let typed {
                record(try rules.attempt { referee throws(GameError) in try referee.value("last_entry") }, typed)
            }
            return !over
        } catch {
            if rules.loader.isolates(after: error) {
                rules.drop()
                return true
            }
            if !anew || made > 0 { made += 1 }  // the failed move used a random number, too
            throw rules.dropped(error)
        }
    }

    /// Adds the last typed move to the log, with what Lua has kept of it.
    private func record(_ played: Value, _ ply: PackedPly) {
        let move = LoggedMove.typed(
            name: played["name"]?.stringValue ?? "", argument: played["argument"] ?? .null)
        rules.record(LogEntry(seat: ply.seat, choice: .move(move)), ply)
    }
}
