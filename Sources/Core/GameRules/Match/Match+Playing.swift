import LuaRuntime
import Values

// Moves and leaving: everything that advances the match.
extension Match {
    /// The most bytes of a move's text.
    static let longestMove = 4096

    /// Plays a move given by its text.
    ///
    /// - Throws: ``GameError/rejected(_:)`` if the rules refuse it; ``GameError/failed(_:)`` if the
    ///   script fails; ``GameError/request(_:)`` for a seat that doesn't exist. The match is
    ///   unchanged in each case.
    /// - Returns: The status after the move.
    @discardableResult
    public func play(_ text: String, seat: Int) throws(GameError) -> MatchStatus {
        guard text.utf8.count <= Self.longestMove else {
            let sentence = "A move has at most \(Self.longestMove) bytes."
            throw .rejected(Rejection(code: "unknown_move", message: sentence))
        }
        try check(seat: seat)
        try refuseTurn(of: seat)
        // random on this device alone: nobody can predict an argument that it draws
        let luck = Int64.random(in: .min ... .max)
        return try play("find_move", [.integer(Int64(seat)), .text(text), .integer(luck)], seat: seat)
    }

    /// Plays a move given by its name and argument. See ``play(_:seat:)-(String,_)``.
    @discardableResult
    public func play(name: String, argument: Value, seat: Int) throws(GameError) -> MatchStatus {
        guard !argument.nests() else {
            let sentence = "'\(name.excerpt)' takes no tables that nest so deep."
            throw .rejected(Rejection(code: "bad_argument", message: sentence))
        }
        guard !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else {
            let sentence =
                "'\(name.excerpt)' takes texts, numbers and tables of these: \(argument.summary()) is no argument."
            throw .rejected(Rejection(code: "bad_argument", message: sentence))
        }
        try check(seat: seat)
        try refuseTurn(of: seat)
        return try play("find_named", [.integer(Int64(seat)), .text(name), crossing], seat: seat)
    }

    /// Plays a move in the form of a log.
    ///
    /// - Throws: As ``play(_:seat:)-(String,_)``; also for a typed move that has another form in a
    ///   log.
    public func play(_ move: LoggedMove, seat: Int) throws(GameError) {
        switch move {
        case .index(let index): try play(index: index, seat: seat)
        case .typed(let name, let argument): try play(logged: name, argument: argument, seat: seat)
        }
    }

    /// Plays a typed move of a log. Unlike ``play(name:argument:seat:)``, accepts only the one form
    /// that a move has in a log. Refuses a listed move, and an argument that would first have to be
    /// converted.
    func play(logged name: String, argument: Value, seat: Int) throws(GameError) {
        try check(seat: seat)
        guard !argument.nests(), !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else {
            throw .rejected(
                Rejection(code: "bad_argument", message: "What nests so deep, or holds bytes, is no argument."))
        }
        _ = try played("play_logged", [.integer(Int64(seat)), .text(name), crossing]) { $0 }
    }

    /// Plays a move by its place in the canonical list of legal moves, from 1, as logs and messages
    /// store it.
    ///
    /// - Throws: As ``play(_:seat:)-(String,_)``; `illegal_move` for a place past the end of the
    ///   list.
    public func play(index: Int, seat: Int) throws(GameError) {
        try check(seat: seat)
        let illegal = Rejection(code: "illegal_move", message: "There is no legal move number \(index) here.")
        guard (1...LogEntry.largestIndex).contains(Int64(index)) else {
            throw .rejected(illegal)
        }
        let described = keepsTexts ? description(ofMove: index, of: seat) : nil
        if entries.isEmpty, known == nil { _ = try? rulesStatus }
        let packed = try attempt { referee throws(GameError) -> PackedPly in
            let result = try referee.quick(referee.replay, Int64(index) << 8 | Int64(seat))
            if let unopened = Rejection(unopened: result, seats: seats) { throw .rejected(unopened) }
            guard result >= 0 else {
                live = nil  // the script may have changed the state
                try refuseTurn(of: seat)
                throw .rejected(illegal)
            }
            return PackedPly(result)
        }
        let entry = described ?? LogEntry(seat: seat, choice: .move(.index(index)))
        try checkKeyed(entry)
        if described == nil { entries.append(packed: packed.logged) } else { entries.append(entry) }
        recorded(packed)
    }

    /// Returns the entry of a listed move that is about to be played, with its text; nil if the
    /// list doesn't have it. Ignores a failure: a script that can't list its moves fails again when
    /// the text is needed.
    private func description(ofMove index: Int, of seat: Int) -> LogEntry? {
        let results = try? look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("describe", [.integer(Int64(seat)), .integer(Int64(index))], results: 3)
        }
        guard let results, let text = results[0].text, let name = results[1].text else { return nil }
        return LogEntry(
            seat: seat, choice: .move(.index(index)), text: text, name: name, secrecy: .init(results[2].text))
    }

    /// Whether the next call into the rules plays the log again first.
    var mustReplay: Bool { live == nil || isBehind }

    /// Rejects a move out of turn without the rules, if those would have to replay the log first.
    /// After a call that exceeded its time, a replay can take as long as the whole log did.
    ///
    /// - Throws: ``GameError/rejected(_:)`` with `game_over` or `not_your_turn`, like `refuse_turn`
    ///   of `sdk/host/moves.lua`.
    private func refuseTurn(of seat: Int) throws(GameError) {
        guard mustReplay, let known, !known.turn.contains(seat) else { return }
        guard known.outcome == nil else { throw .rejected(.gameOver) }
        guard waitsFor == nil, !known.isRound else { return }
        throw .rejected(Rejection(code: "not_your_turn", message: "It isn't your turn."))
    }

    /// Finds a move with a function in the state that lists the seat's moves, and plays it. A
    /// rejection has the words of the seat's own device.
    private func play(_ function: String, _ arguments: [LuaValue], seat: Int) throws(GameError) -> MatchStatus {
        if awaitsSetup { throw .request(Self.notSetUp) }
        return try LuaThread.run { () throws(GameError) in try play(found: function, arguments, seat: seat) }
    }

    private func play(
        found function: String, _ arguments: [LuaValue], seat: Int
    ) throws(GameError) -> MatchStatus {
        let found = try look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call(function, arguments, results: 5)
        }
        guard found[0] != .nil else { throw .rejected(rejection(found, quoting: arguments)) }
        let chosen = [.integer(Int64(seat)), found[0], found[1], found[2]]
        do throws(GameError) {
            return try played("play_chosen", chosen) { played in [played[0], found[0], found[3], found[4]] }
        } catch {
            guard case .rejected = error, wasRefusedByScript, script.lister(for: seat) != .host else {
                throw error
            }
            throw .rejected(ownRejection(of: seat, chosen))
        }
    }

    /// Returns the refusal that a seat's own device would show for a move that the rules refused.
    /// The rules' own words may contain a secret.
    private func ownRejection(of seat: Int, _ chosen: [LuaValue]) -> Rejection {
        let onlooker = script.lister(for: seat)
        defer { viewerStates[onlooker] = nil }  // the move may have changed that state
        let own = try? look(as: onlooker, "play") { referee throws(GameError) in
            try referee.call("play_chosen", chosen, results: 4)
        }
        guard let own, own[0] == .nil, own[3] == .boolean(true) else {
            return Rejection(code: "refused", message: "The rules refuse this move.")
        }
        return Rejection(code: own[1].text ?? "refused", message: own[2].text ?? "")
    }

    /// Plays a move with a function of the rules.
    ///
    /// - Parameter told: Makes the packed ply, the move's name, its text and its secrecy from the
    ///   function's results.
    private func played(
        _ function: String, _ arguments: [LuaValue], _ told: ([LuaValue]) -> [LuaValue]
    ) throws(GameError) -> MatchStatus {
        let begun = ContinuousClock.now
        // do everything that may fail before the log grows
        let (entry, packed, status) = try attempt {
            referee throws(GameError) -> (LogEntry, PackedPly, MatchStatus) in
            var results = try referee.call(function, arguments, results: 4)
            guard let integer = results[0].integer else {
                let refused = rejection(results, quoting: arguments)
                // discard what hooks kept of the refused move, so that it doesn't affect the next
                // one
                if refused.unopened.isEmpty { drop() }
                throw .rejected(refused)
            }
            results = told(results)
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
        try checkKeyed(entry)
        record(entry, packed)
        known = status
        timeOfMoves += ContinuousClock.now - begun
        // a sealed move or a joint random draw can become known later and change the state
        if timeOfMoves > longReplay, script.sealing.isEmpty, keys == nil { lastPosition = try? snapshot() }
        return status
    }

    /// Returns the rejection for the results of a refused ply: nil, a code, a sentence and a
    /// detail. The detail is whether the script had started to play the ply, or the seats whose
    /// seals must be opened first.
    func rejection(_ results: [LuaValue], quoting arguments: [LuaValue]) -> Rejection {
        wasRefusedByScript = results[3] == .boolean(true)
        if wasRefusedByScript { drop() }  // the state may be half-changed
        var rejection = Rejection(
            code: results[1].text ?? "refused", message: Self.refusal(results[2].text ?? "", quoting: arguments))
        if let bits = results[3].integer { rejection.unopened = Rejection.seats(bits, of: seats) }
        return rejection
    }

    /// Returns the sentence of a refusal. If an argument has unseen characters, replaces them in
    /// the sentence, which may quote it.
    private static func refusal(_ sentence: String, quoting arguments: [LuaValue]) -> String {
        arguments.contains { $0.text?.hidesSomething == true } ? sentence.onOneLine : sentence
    }

    /// Makes a seat leave the match: it resigned, or others claimed against it. If the script's
    /// `leave` fails, or a function after it, the seat leaves as in a game without `leave`. If that
    /// fails, too, the match is over and the others have won. See ``leaveProblem``.
    ///
    /// - Throws: ``GameError``: a rejection if the match is over or the seat has left; a failure of
    ///   the script by a limit.
    @discardableResult
    public func leave(seat: Int, why: Leaving = .resigned) throws(GameError) -> MatchStatus {
        try check(seat: seat)
        let now = try status
        guard now.outcome == nil else { throw .rejected(.gameOver) }
        guard !now.gone.contains(seat) else { throw .rejected(Rejection(code: "gone", message: "That seat has left.")) }
        let after = try attempt { referee throws(GameError) in
            let results = try referee.call("leave", [.integer(Int64(seat)), .text(why.word)], results: 3)
            leaveProblem = results[1].text
            if let problem = leaveProblem {
                let error = referee.failure(LuaError(text: problem), in: results[2].text)
                if case .failed(let failure) = error { witness?.note(failure) }
            }
            return MatchStatus(try referee.value("status"))
        }
        // an unfinished round restarts without the seat
        entries.removeLast(pending)
        pending = 0
        record(LogEntry(seat: seat, choice: .leave(why), text: why.word), PackedPly(0))
        known = after
        return after
    }

    func record(_ entry: LogEntry, _ packed: PackedPly) {
        entries.append(entry)
        recorded(packed)
    }

    /// Discards the cached status and what was undone, and updates the number of pending moves.
    /// Sorts a complete round by seat: the order of arrival doesn't count.
    func recorded(_ packed: PackedPly) {
        forgetStatus()
        if packed.isPending {
            pending += 1
        } else if packed.isRound {
            entries.sortBySeat(last: pending + 1)
            pending = 0
        }
    }

    func forgetStatus() {
        if known != nil || listed != nil { known = nil }
        if !undone.isEmpty { undone.removeAll() }
    }
}
