import LuaRuntime
import Values

/// Random moves: one or many in a crossing into Lua.
extension Match {
    // MARK: One

    /// Plays a random legal move for the seat whose turn it is (in a round, the first that hasn't
    /// moved).
    ///
    /// - Throws: ``GameError/rejected(_:)`` with `game_over` if the match is over;
    ///   ``GameError/failed(_:)`` if the script fails.
    /// - Returns: False if the move ended the match.
    @discardableResult @inlinable
    public func playRandomMove(using generator: inout some RandomNumberGenerator) throws(GameError) -> Bool {
        try playRandomMove(choice: generator.next())
    }

    /// Plays the random legal move that `choice` selects. See ``playRandomMove(using:)``.
    @discardableResult
    public func playRandomMove(choice: UInt64) throws(GameError) -> Bool {
        let pick = Int64(truncatingIfNeeded: choice >> 1)
        let result: Int64
        if let live, !isWatchful, keys == nil {
            do throws(GameError) {
                result = try live.quick(live.advance, pick)
            } catch {
                throw dropped(error)
            }
        } else {
            result = try attempt { referee throws(GameError) in try referee.quick(referee.advance, pick) }
        }
        guard result >= 0 else { throw .rejected(.gameOver) }
        let packed = PackedPly(result)
        try checkKeyed(LogEntry(seat: packed.seat, choice: .move(.index(packed.index))))
        if packed.isTyped { try append(typed: packed) } else { append(listed: packed) }
        return !packed.isOver
    }

    /// Restarts the match with another seed: the quick way to play many. If plies have keys of
    /// their own, those still count.
    ///
    /// - Returns: False for a game that is over before its first move.
    @discardableResult
    public func restart(seed: UInt64) throws(GameError) -> Bool {
        clear(seed: seed)
        guard let live else { return try status.outcome == nil }
        useDraws(of: live)
        do throws(GameError) {
            return try live.quick(live.again, 0) & 1 == 0
        } catch {
            throw dropped(error)
        }
    }

    // MARK: Many

    /// Plays random legal moves until the match is over, or `plies` of them. The result is that of
    /// repeated calls of ``playRandomMove(using:)``, with the same number and limits for each move,
    /// but it is faster.
    ///
    /// - Parameters:
    ///   - plies: The most moves.
    ///   - generator: The source of one number for each move.
    /// - Throws: ``GameError``. The moves before the failed one count.
    /// - Returns: The number of moves that were made.
    @discardableResult
    public func playRandomMoves(atMost plies: Int = .max, using generator: inout SplitMix64) throws(GameError) -> Int {
        let before = entries.count
        var goesOn = try status.outcome == nil
        while goesOn, entries.count - before < plies {
            goesOn = try playOn(plies - (entries.count - before), anew: false, &generator)
        }
        return entries.count - before
    }

    /// Restarts the match with another seed, and plays random legal moves until it is over: the
    /// quickest way to play many games. See ``restart(seed:)`` and
    /// ``playRandomMoves(atMost:using:)``.
    ///
    /// - Parameter plies: The most moves, since some games don't end.
    /// - Throws: ``GameError``. The moves before the failed one count.
    /// - Returns: The number of moves that were made.
    @discardableResult
    public func playRandomGame(
        seed: UInt64, atMost plies: Int = .max, using generator: inout SplitMix64
    ) throws(GameError) -> Int {
        guard let live, canPlayOn, plies > 0 else {
            try restart(seed: seed)
            return try playRandomMoves(atMost: plies, using: &generator)
        }
        clear(seed: seed)
        live.draws.use(seed: seed)
        while try playOn(plies - entries.count, anew: entries.isEmpty, &generator), entries.count < plies {}
        return entries.count
    }

    /// The most moves in one crossing. Until it ends, their log is in memory that isn't the match's
    /// own.
    private static let crossing = 4096

    /// Whether many moves in one crossing equal many crossings. Not if a budget bounds the time of
    /// all of them.
    private var canPlayOn: Bool { !isWatchful && keys == nil && ProcessorBudget.left == nil }

    /// Plays between one and `plies` random moves, and returns whether the match continues.
    private func playOn(_ plies: Int, anew: Bool, _ generator: inout SplitMix64) throws(GameError) -> Bool {
        guard let live, canPlayOn else { return try playRandomMove(using: &generator) }
        var made = 0
        var typed: PackedPly?
        let note = { (plies: UnsafeBufferPointer<Int64>) in
            made = plies.count
            for ply in plies.lazy.map(PackedPly.init) {
                if ply.isTyped { typed = ply } else { self.append(listed: ply) }  // a typed one is the last
            }
        }
        defer { generator.skip(made) }
        do throws(GameError) {
            let over = try live.play(
                on: generator.state, most: min(plies, Self.crossing), anew: anew, made: note)
            if let typed { try append(typed: typed) }
            return !over
        } catch {
            if !anew || made > 0 { made += 1 }  // the failed move used a number, too
            throw dropped(error)
        }
    }

    // MARK: The log

    /// Empties the log, and sets the seed.
    func clear(seed: UInt64) {
        self.seed = seed
        entries.removeAll()
        pending = 0
        if positionAtEnd != nil { positionAtEnd = nil }
        if lastPosition != nil { lastPosition = nil }
        if positionBeforeSealed != nil { positionBeforeSealed = nil }
        forgetStatus()
    }

    private func append(listed ply: PackedPly) {
        entries.append(packed: ply.logged)
        recorded(ply)
    }

    /// Adds the last typed move. Lua has its argument.
    private func append(typed ply: PackedPly) throws(GameError) {
        let played = try attempt { referee throws(GameError) in try referee.value("last_entry") }
        let move = LoggedMove.typed(
            name: played["name"]?.stringValue ?? "", argument: played["argument"] ?? .null)
        entries.append(LogEntry(seat: ply.seat, choice: .move(move)))
        recorded(ply)
    }
}

/// A bot that plays any legal move with equal probability.
package struct RandomBot {
    private var generator: SplitMix64

    /// Creates a bot. The same seed plays the same game.
    package init(seed: UInt64) { self.init(generator: SplitMix64(seed: seed ^ 0x426f_7400_0000_0000)) }

    package init(generator: SplitMix64) { self.generator = generator }

    package mutating func choose(from moves: [Move]) -> Move? { moves.randomElement(using: &generator) }

    /// Returns the text to type for a chosen move. The bot draws the argument that a device would
    /// draw, so that the same seed plays the same game.
    package mutating func text(of move: Move) -> String {
        guard let typed = move.typed else { return move.text }
        return "\(move.name) \(GameOption.text(typed.invented(using: &generator)))"
    }

    /// The most moves with an argument that are tried. The rules may refuse any of them.
    private static let mostTries = 20

    /// Plays for a seat that is to move.
    package mutating func play(_ match: Match, seat: Int) throws(GameError) {
        for _ in 1...Self.mostTries {
            guard let move = choose(from: try match.legalMoves(for: seat)) else { break }
            guard let typed = move.typed else {
                try match.play(name: move.name, argument: move.argument, seat: seat)
                return
            }
            if typed.kind == .text, typed.examples.isEmpty { break }
            do throws(GameError) {
                try match.play(text(of: move), seat: seat)
                return
            } catch .rejected {
                continue  // this example isn't legal now
            }
        }
        // the rules know other arguments, and whether the seat is stuck
        try match.playRandomMove(using: &generator)
    }
}
