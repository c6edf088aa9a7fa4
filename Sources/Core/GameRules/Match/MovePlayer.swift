import LuaRuntime
import Values

/// The player of a match's moves: finds a move by its text, its name or its place, plays it by the
/// rules, and records it.
package final class MovePlayer {
    /// The most bytes of a move's text.
    static let longestMove = 4096

    private let rules: RunningRules
    private let viewers: ViewerStates
    private var setup: MatchSetup { rules.setup }
    private var script: GameScript { rules.script }

    /// Whether a move that is played by its index gets its text at once. Listing the moves costs
    /// more than playing one, but much less than a later replay for the text. For hosts that show
    /// each new ply.
    package var keepsTexts = false
    /// The time spent on moves here. Moves played by index and random moves don't count.
    private var timeOfMoves = Duration.zero
    /// Once the moves have taken this much time in total, the position after each move is kept. The next
    /// call after a failure then needn't replay the log.
    package var longReplay = Duration.seconds(1)

    init(_ rules: RunningRules, _ viewers: ViewerStates) { (self.rules, self.viewers) = (rules, viewers) }

    // MARK: Moves

    /// Plays a move given by its text. See ``Match/play(_:seat:)-(String,_)``.
    func play(_ text: String, seat: Int) throws(GameError) -> MatchStatus {
        guard text.utf8.count <= Self.longestMove else {
            let sentence = "A move has at most \(Self.longestMove) bytes."
            throw .rejected(Rejection(code: "unknown_move", message: sentence))
        }
        try setup.check(seat: seat)
        try refuseTurn(of: seat)
        // only this device knows this number, so nobody can predict an argument that is drawn with
        // it
        let luck = Int64.random(in: .min ... .max)
        return try play("find_move", [.integer(Int64(seat)), .text(text), .integer(luck)], seat: seat)
    }

    /// Plays a move given by its name and argument. See ``Match/play(_:seat:)-(String,_)``.
    func play(name: String, argument: Value, seat: Int) throws(GameError) -> MatchStatus {
        guard !argument.nests() else {
            let sentence = "'\(name.excerpt)' takes no tables that nest so deep."
            throw .rejected(Rejection(code: "bad_argument", message: sentence))
        }
        guard !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else {
            let sentence =
                "'\(name.excerpt)' takes texts, numbers and tables of these: \(argument.summary()) is no argument."
            throw .rejected(Rejection(code: "bad_argument", message: sentence))
        }
        try setup.check(seat: seat)
        try refuseTurn(of: seat)
        return try play("find_named", [.integer(Int64(seat)), .text(name), crossing], seat: seat)
    }

    /// Plays a move in the form of a log.
    ///
    /// - Throws: The errors of ``Match/play(_:seat:)-(String,_)``. Also throws for a typed move that logs
    ///   store in another form.
    func play(_ move: LoggedMove, seat: Int) throws(GameError) {
        switch move {
        case .index(let index): try play(index: index, seat: seat)
        case .typed(let name, let argument): try play(logged: name, argument: argument, seat: seat)
        }
    }

    /// Plays a typed move of a log. Unlike `play(name:argument:seat:)`, accepts only the one form
    /// that a move has in a log. Refuses a listed move, and an argument that would first have to be
    /// converted.
    private func play(logged name: String, argument: Value, seat: Int) throws(GameError) {
        try setup.check(seat: seat)
        guard !argument.nests(), !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else {
            throw .rejected(
                Rejection(code: "bad_argument", message: "What nests so deep, or holds bytes, is no argument."))
        }
        let entry = LogEntry(seat: seat, choice: .move(.typed(name: name, argument: argument)), name: name)
        _ = try played("play_logged", [.integer(Int64(seat)), .text(name), crossing], as: entry) { $0 }
    }

    /// Plays a move by its place in the canonical list of legal moves. See
    /// ``Match/play(index:seat:)``.
    func play(index: Int, seat: Int) throws(GameError) {
        try setup.check(seat: seat)
        let illegal = Rejection(code: "illegal_move", message: "There is no legal move number \(index) here.")
        guard (1...LogEntry.largestIndex).contains(Int64(index)) else {
            throw .rejected(illegal)
        }
        let described = keepsTexts ? description(ofMove: index, of: seat) : nil
        if rules.log.entries.isEmpty, rules.known == nil { _ = try? rules.status }
        let replay = { (referee: Referee) throws(GameError) in
            try referee.quick(referee.replay, Int64(index) << 8 | Int64(seat))
        }
        let entry = described ?? LogEntry(seat: seat, choice: .move(.index(index)))
        let packed = try rules.attemptPly(entry, calling: replay, isRefused: { $0 == -1 }) {
            _, result throws(GameError) -> PackedPly in
            if let unopened = Rejection(unopened: result, seats: setup.seats) { throw .rejected(unopened) }
            guard result >= 0 else {
                rules.live = nil  // the script may have changed the state
                try refuseTurn(of: seat)
                throw .rejected(illegal)
            }
            return PackedPly(result)
        }
        guard let packed else { return recordVoided(entry) }
        try rules.checkKeyed(entry)
        if described == nil { rules.record(packed) } else { rules.record(entry, packed) }
    }

    /// Adds to the log a ply that has ended the match as a tie.
    private func recordVoided(_ entry: LogEntry) {
        let (packed, status) = rules.voided
        rules.record(entry, packed)
        rules.known = status
    }

    /// Returns the entry of a listed move that is about to be played, with its text; nil if the
    /// list doesn't have it. Ignores a failure: a script that can't list its moves fails again when
    /// the text is needed.
    private func description(ofMove index: Int, of seat: Int) -> LogEntry? {
        let results = try? viewers.look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("describe", [.integer(Int64(seat)), .integer(Int64(index))], results: 3)
        }
        guard let results, let text = results[0].text, let name = results[1].text else { return nil }
        return LogEntry(
            seat: seat, choice: .move(.index(index)), text: text, name: name, secrecy: .init(results[2].text))
    }

    /// Rejects a move out of turn without calling the rules, if the rules would have to replay the
    /// log first. After a call that exceeded its time, a replay can take as long as the whole log
    /// did.
    ///
    /// - Throws: ``GameError/rejected(_:)`` with `game_over` or `not_your_turn`, like `refuse_turn`
    ///   of `sdk/host/moves.lua`.
    private func refuseTurn(of seat: Int) throws(GameError) {
        guard rules.mustReplay, let known = rules.known, !known.turn.contains(seat) else { return }
        guard known.outcome == nil else { throw .rejected(.gameOver) }
        guard rules.waitsFor == nil, !known.isRound else { return }
        throw .rejected(Rejection(code: "not_your_turn", message: "It isn't your turn."))
    }

    /// Calls a function that finds a move, in the Lua state that lists the seat's moves, and plays that
    /// move. The text of a rejection is the text that the seat's own device would show.
    private func play(_ function: String, _ arguments: [LuaValue], seat: Int) throws(GameError) -> MatchStatus {
        if rules.draws.awaitsSetup { throw .request(.notSetUp) }
        return try LuaThread.run { () throws(GameError) in try play(found: function, arguments, seat: seat) }
    }

    private func play(
        found function: String, _ arguments: [LuaValue], seat: Int
    ) throws(GameError) -> MatchStatus {
        let found = try viewers.look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call(function, arguments, results: 5)
        }
        guard found[0] != .nil else { throw .rejected(rules.rejection(found, quoting: arguments)) }
        let chosen = [.integer(Int64(seat)), found[0], found[1], found[2]]
        do throws(GameError) {
            let index = found[2].integer.map(Int.init) ?? 0
            let name = found[0].text ?? ""
            let typed = LoggedMove.typed(name: name, argument: (try? found[1].decoded()) ?? .null)
            let entry = LogEntry(
                seat: seat, choice: .move(index > 0 ? .index(index) : typed), text: found[3].text ?? "", name: name,
                secrecy: .init(found[4].text))
            return try played("play_chosen", chosen, as: entry) { played in [played[0], found[0], found[3], found[4]] }
        } catch {
            guard case .rejected = error, rules.wasRefusedByScript, script.lister(for: seat) != .host else {
                throw error
            }
            throw .rejected(ownRejection(of: seat, chosen))
        }
    }

    /// Returns the refusal that a seat's own device would show for a move that the rules refused.
    /// The rules' own words may contain a secret.
    private func ownRejection(of seat: Int, _ chosen: [LuaValue]) -> Rejection {
        let onlooker = script.lister(for: seat)
        defer { viewers.discard(onlooker) }  // the move may have changed that state
        let own = try? viewers.look(as: onlooker, "play") { referee throws(GameError) in
            try referee.call("play_chosen", chosen, results: 4)
        }
        guard let own, own[0] == .nil, own[3] == .boolean(true) else {
            return Rejection(code: "refused", message: "The rules refuse this move.")
        }
        return Rejection(code: own[1].text ?? "refused", message: own[2].text ?? "")
    }

    /// Plays a move with a function of the rules.
    ///
    /// - Parameters:
    ///   - given: The entry of the move for the log, as far as it is known before the move is played.
    ///   - told: Makes the packed ply, the move's name, its text and its secrecy from the function's
    ///     results.
    private func played(
        _ function: String, _ arguments: [LuaValue], as given: LogEntry, _ told: ([LuaValue]) -> [LuaValue]
    ) throws(GameError) -> MatchStatus {
        let begun = ContinuousClock.now
        let call = { (referee: Referee) throws(GameError) in try referee.call(function, arguments, results: 4) }
        // do everything that may fail before the log grows
        let played = try rules.attemptPly(given, calling: call, isRefused: { $0.isRefusal }) {
            referee, results throws(GameError) -> (LogEntry, PackedPly, MatchStatus) in
            guard let integer = results[0].integer else {
                let refused = rules.rejection(results, quoting: arguments)
                // hooks may have stored something of the refused move, which must not affect the
                // next one
                if refused.unopened.isEmpty { rules.drop() }
                throw .rejected(refused)
            }
            let results = told(results)
            let packed = PackedPly(integer)
            let name = results[1].text ?? ""
            var move = LoggedMove.index(packed.index)
            if packed.isTyped {
                move = .typed(name: name, argument: try referee.value("last_entry")["argument"] ?? .null)
            }
            let entry = LogEntry(
                seat: packed.seat, choice: .move(move), text: results[2].text ?? "", name: name,
                secrecy: .init(results[3].text))
            return (entry, packed, MatchStatus(try referee.value("status")))
        }
        guard let (entry, packed, status) = played else {
            recordVoided(given)
            return rules.voided.1
        }
        try rules.checkKeyed(entry)
        rules.record(entry, packed)
        rules.known = status
        timeOfMoves += ContinuousClock.now - begun
        // a sealed move or a joint random draw can become known later and change the state
        if timeOfMoves > longReplay, script.sealing.isEmpty, rules.draws.keys == nil {
            rules.lastPosition = try? rules.snapshot()
        }
        return status
    }

    /// Makes a seat leave the match. See ``Match/leave(seat:why:)``.
    func leave(seat: Int, why: LeaveReason) throws(GameError) -> MatchStatus {
        try setup.check(seat: seat)
        let now = try rules.status
        guard now.outcome == nil else { throw .rejected(.gameOver) }
        guard !now.gone.contains(seat) else { throw .rejected(Rejection(code: "gone", message: "That seat has left.")) }
        let after = try rules.attempt { referee throws(GameError) in
            let results = try rules.leave(seat, why, on: referee)
            rules.lastProblem = results[1].text
            if let problem = rules.lastProblem {
                let error = referee.failure(LuaError(text: problem), in: results[2].text)
                if case .failed(let failure) = error { rules.loader.witness?.note(failure) }
            }
            return MatchStatus(try referee.value("status"))
        }
        // an unfinished round restarts without the seat
        rules.log.removePending()
        rules.record(LogEntry(seat: seat, choice: .leave(why), text: why.word), PackedPly(0))
        rules.known = after
        return after
    }

    // MARK: Moves that may wait

    // In a match that several devices play, the keys of the draws arrive one by one. A ply that
    // draws before its key has arrived waits: the match stays as it was, and the caller plays the
    // ply again later.

    /// The result of playing a move.
    package enum Played {
        /// The move was played.
        case stands
        /// The move draws, and its key isn't known yet. The match is unchanged.
        case waits(LogEntry)
    }

    /// Plays a move by its text. See `Played`.
    package func playOrWait(_ text: String, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in _ = try play(text, seat: seat) }
    }

    /// Plays a move in the form of a log. See `Played`.
    package func playOrWait(_ move: LoggedMove, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in try play(move, seat: seat) }
    }

    /// Plays a move by its name and argument. See `Played`.
    package func playOrWait(name: String, argument: Value, seat: Int) throws(GameError) -> Played {
        try waiting { () throws(GameError) in _ = try play(name: name, argument: argument, seat: seat) }
    }

    private func waiting(_ body: () throws(GameError) -> Void) throws(GameError) -> Played {
        rules.waitingEntry = nil
        let lacksKey = rules.draws.keys.map { $0[rules.log.plies + 1] == nil } ?? false
        let before =
            lacksKey && script.chance != .none && !rules.draws.awaitsSetup ? try rules.snapshot() : nil
        do {
            try body()
            return .stands
        } catch {
            guard let entry = rules.waitingEntry else { throw error }
            rules.waitingEntry = nil
            if rules.isBehind { rules.positionAtEnd = before }
            return .waits(entry)
        }
    }
}
