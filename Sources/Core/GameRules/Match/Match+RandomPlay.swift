import LuaRuntime
import Values

/// Random moves: one in a crossing into Lua, or many.
extension Match {
    // MARK: One

    /// Plays a random legal move for the seat whose turn it is (in a round, the first that hasn't moved).
    ///
    /// - Throws: ``GameError/rejected(_:)`` with `game_over` where the match is over; ``GameError/failed(_:)`` if the script fails.
    /// - Returns: False if the move ended the match.
    @discardableResult @inlinable
    public func playRandomMove(using generator: inout some RandomNumberGenerator) throws(GameError) -> Bool {
        try playRandomMove(choice: generator.next())
    }

    /// Plays a random legal move, which `choice` selects. See ``playRandomMove(using:)``.
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

    /// Begins the match anew with another seed: the quick way to play many. Where plies have keys of their own, those still count.
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

    /// Plays random legal moves, up to the end or so many: what ``playRandomMove(using:)`` does, again and again, with the same
    /// numbers for the same moves and the same limits for each, but quicker.
    ///
    /// - Parameters:
    ///   - plies: How many moves at most.
    ///   - generator: Gives one number for each move.
    /// - Throws: ``GameError``. The moves before the one that failed count.
    /// - Returns: how many were made.
    @discardableResult
    public func playRandomMoves(atMost plies: Int = .max, using generator: inout SplitMix64) throws(GameError) -> Int {
        let before = entries.count
        var goesOn = try status.outcome == nil
        while goesOn, entries.count - before < plies {
            goesOn = try playOn(plies - (entries.count - before), anew: false, &generator)
        }
        return entries.count - before
    }

    /// Begins the match anew with another seed, and plays random legal moves to its end: the quickest way to play many games.
    /// See ``restart(seed:)`` and ``playRandomMoves(atMost:using:)``.
    ///
    /// - Parameter plies: How many moves at most: not every game comes to an end.
    /// - Throws: ``GameError``. The moves before the one that failed count.
    /// - Returns: how many moves were made.
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

    /// Moves that are made in one crossing at most: until it ends their log lies in memory that isn't the match's own.
    private static let crossing = 4096

    /// Are many moves in one crossing the same as many crossings? Not where the time for all of them together is bounded.
    private var canPlayOn: Bool { !isWatchful && keys == nil && ProcessorBudget.left == nil }

    /// Plays some random moves, at least one; returns whether the match goes on.
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
            if !anew || made > 0 { made += 1 }  // the move that failed had its number, too
            throw dropped(error)
        }
    }

    // MARK: The log

    /// Nothing was played yet.
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

    /// Adds the move of which Lua knows the argument, as the last that was typed.
    private func append(typed ply: PackedPly) throws(GameError) {
        let played = try attempt { referee throws(GameError) in try referee.value("last_entry") }
        let move = LoggedMove.typed(
            name: played["name"]?.stringValue ?? "", argument: played["argument"] ?? .null)
        entries.append(LogEntry(seat: ply.seat, choice: .move(move)))
        recorded(ply)
    }
}

/// Plays any legal move, each as likely as the other.
package struct RandomBot {
    private var generator: SplitMix64

    /// The same seed plays the same game.
    package init(seed: UInt64) { self.init(generator: SplitMix64(seed: seed ^ 0x426f_7400_0000_0000)) }

    package init(generator: SplitMix64) { self.generator = generator }

    package mutating func choose(from moves: [Move]) -> Move? { moves.randomElement(using: &generator) }

    /// What to type for a move that was chosen. What a device would draw the bot draws: the same seed plays the same game.
    package mutating func text(of move: Move) -> String {
        guard let typed = move.typed else { return move.text }
        return "\(move.name) \(GameOption.text(typed.invented(using: &generator)))"
    }

    /// So many moves with an argument are tried, of which the rules may refuse any.
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
                continue  // an example that isn't legal now
            }
        }
        // what else may be typed, and that a seat is stuck, the rules know better
        try match.playRandomMove(using: &generator)
    }
}
