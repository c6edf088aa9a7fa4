import LuaRuntime
import Values

// Moves and leaving: what makes the match go on.
extension Match {
    /// The most bytes of a move's text.
    static let longestMove = 4096

    /// Plays a move by its text.
    ///
    /// - Throws: ``GameError/rejected(_:)`` if the rules refuse it; ``GameError/failed(_:)`` if the script fails;
    ///   ``GameError/request(_:)`` for a seat that isn't there. The match is what it was in each case.
    /// - Returns: where the match stands now.
    @discardableResult
    public func play(_ text: String, seat: Int) throws(GameError) -> MatchStatus {
        guard text.utf8.count <= Self.longestMove else {
            let sentence = "A move has at most \(Self.longestMove) bytes."
            throw .rejected(Rejection(code: "unknown_move", message: sentence))
        }
        try check(seat: seat)
        try refuseTurn(of: seat)
        let luck = Int64.random(in: .min ... .max)  // of this device alone: an argument that it draws can't be foreseen
        return try play("find_move", [.integer(Int64(seat)), .text(text), .integer(luck)], seat: seat)
    }

    /// Plays a move by its name and argument. See ``play(_:seat:)-(String,_)``.
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

    /// Plays a move as a log has it.
    ///
    /// - Throws: as ``play(_:seat:)-(String,_)``; also for a typed move that has another form in a log.
    public func play(_ move: LoggedMove, seat: Int) throws(GameError) {
        switch move {
        case .index(let index): try play(index: index, seat: seat)
        case .typed(let name, let argument): try play(logged: name, argument: argument, seat: seat)
        }
    }

    /// Plays a typed move of a log. As ``play(name:argument:seat:)``, but a move has one form there: what could be said by a
    /// place in the list of moves, or by another value that is taken for the same, is refused.
    func play(logged name: String, argument: Value, seat: Int) throws(GameError) {
        try check(seat: seat)
        guard !argument.nests(), !argument.holdsBytes, let crossing = try? LuaValue.value(argument) else {
            throw .rejected(
                Rejection(code: "bad_argument", message: "What nests so deep, or holds bytes, is no argument."))
        }
        _ = try played("play_logged", [.integer(Int64(seat)), .text(name), crossing]) { $0 }
    }

    /// Plays a move by its place in the canonical list of legal moves, from 1: as logs and messages have it.
    ///
    /// - Throws: as ``play(_:seat:)-(String,_)``; `illegal_move` for a place past the end of the list.
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
                live = nil  // the script may have begun to play it
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

    /// The entry of a listed move that is about to be played, with its text; nil if the list doesn't have it. A script that fails
    /// to list its moves fails again when somebody asks for the text.
    private func description(ofMove index: Int, of seat: Int) -> LogEntry? {
        let results = try? look(as: script.lister(for: seat), "choices") { referee throws(GameError) in
            try referee.call("describe", [.integer(Int64(seat)), .integer(Int64(index))], results: 3)
        }
        guard let results, let text = results[0].text, let name = results[1].text else { return nil }
        return LogEntry(
            seat: seat, choice: .move(.index(index)), text: text, name: name, secrecy: .init(results[2].text))
    }

    /// Would the next call into the rules play the log again first?
    var mustReplay: Bool { live == nil || isBehind }

    /// Refuses a move out of turn without the rules, where they would have to play the log again first: after a call that was
    /// ended for its time that can take as long as the whole log did.
    ///
    /// - Throws: ``GameError/rejected(_:)`` with `game_over` or `not_your_turn`, as `refuse_turn` of `sdk/host/moves.lua` has it.
    private func refuseTurn(of seat: Int) throws(GameError) {
        guard mustReplay, let known, !known.turn.contains(seat) else { return }
        guard known.outcome == nil else { throw .rejected(.gameOver) }
        guard waitsFor == nil, !known.isRound else { return }
        throw .rejected(Rejection(code: "not_your_turn", message: "It isn't your turn."))
    }

    /// Plays what a function finds among a seat's moves, as its own device would: that refuses first, in its own words.
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

    /// Returns the refusal that a seat's own device would show for a move that the rules refused. The rules' own words may hold a secret.
    private func ownRejection(of seat: Int, _ chosen: [LuaValue]) -> Rejection {
        let onlooker = script.lister(for: seat)
        defer { viewerStates[onlooker] = nil }  // the move may have begun there
        let own = try? look(as: onlooker, "play") { referee throws(GameError) in
            try referee.call("play_chosen", chosen, results: 4)
        }
        guard let own, own[0] == .nil, own[3] == .boolean(true) else {
            return Rejection(code: "refused", message: "The rules refuse this move.")
        }
        return Rejection(code: own[1].text ?? "refused", message: own[2].text ?? "")
    }

    /// Plays by a function of the rules.
    ///
    /// - Parameter told: Makes of its results the packed ply, the move's name, its text, and until when it is secret.
    private func played(
        _ function: String, _ arguments: [LuaValue], _ told: ([LuaValue]) -> [LuaValue]
    ) throws(GameError) -> MatchStatus {
        let begun = ContinuousClock.now
        // everything that may fail comes before the log grows
        let (entry, packed, status) = try attempt {
            referee throws(GameError) -> (LogEntry, PackedPly, MatchStatus) in
            var results = try referee.call(function, arguments, results: 4)
            guard let integer = results[0].integer else {
                let refused = rejection(results, quoting: arguments)
                // whatever its hooks have kept of a move that never was: the next one is played as if it hadn't been tried
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
        // what is sealed, or drawn together, can become known later, and the state with it
        if timeOfMoves > longReplay, script.sealing.isEmpty, keys == nil { lastPosition = try? snapshot() }
        return status
    }

    /// What a refused ply answers: nil, a code and a sentence, and whether the script had begun to play it, or whose seals must
    /// be opened first.
    func rejection(_ results: [LuaValue], quoting arguments: [LuaValue]) -> Rejection {
        wasRefusedByScript = results[3] == .boolean(true)
        if wasRefusedByScript { drop() }  // the state may be half-changed
        var rejection = Rejection(
            code: results[1].text ?? "refused", message: Self.refusal(results[2].text ?? "", quoting: arguments))
        if let bits = results[3].integer { rejection.unopened = Rejection.seats(bits, of: seats) }
        return rejection
    }

    /// The sentence of a refusal. It may quote what was typed, which may hide something: then that is shown.
    private static func refusal(_ sentence: String, quoting arguments: [LuaValue]) -> String {
        arguments.contains { $0.text?.hidesSomething == true } ? sentence.onOneLine : sentence
    }

    /// A seat leaves the match: it resigns, or another claims against it.
    ///
    /// - Throws: ``GameError``: a rejection if the match is over or the seat has left; a failure of the script.
    @discardableResult
    public func leave(seat: Int, why: Leaving = .resigned) throws(GameError) -> MatchStatus {
        try check(seat: seat)
        let now = try status
        guard now.outcome == nil else { throw .rejected(.gameOver) }
        guard !now.gone.contains(seat) else { throw .rejected(Rejection(code: "gone", message: "That seat has left.")) }
        let after = try attempt { referee throws(GameError) in
            _ = try referee.call("leave", [.integer(Int64(seat)), .text(why.word)])
            return MatchStatus(try referee.value("status"))
        }
        // a round under way starts anew without the seat
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

    /// What was known of where the match stands, and what was undone, is no more; a complete round stands in the log in seat
    /// order, whatever the order of arrival.
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
