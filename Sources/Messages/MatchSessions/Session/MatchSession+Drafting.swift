import GameRules
import LuaRuntime
import MessageProtocol
import Values

// Making drafts. A draft that fails leaves the session unchanged.
extension MatchSession {
    /// Returns a new match. Nobody else knows of the match until a draft of it is sent.
    ///
    /// - Parameters:
    ///   - token: The display name of the inviter's seat.
    ///   - seat: The inviter's seat.
    ///   - options: The options that differ from their defaults.
    /// - Throws: ``SessionError`` for options or a number of seats that the game rejects.
    public static func begun(
        as token: DisplayName, seat: Int = 1, seats: Int? = nil, options: [String: Value] = [:],
        id: MatchID = .random(), key: SeatKey = SeatKey(), now: Duration = .zero, using rules: SessionRules
    ) throws(SessionError) -> MatchSession {
        let script = rules.installed
        guard seat >= 1, seat <= seats ?? seat else { throw .request(.noSeatToInviteFrom(seat)) }
        let inviter = SeatedPlayer(
            token: token, key: key, in: id, isChained: script.chance != .none && rules.keptDraws[id] == nil)
        let identity = try MatchIdentity(
            of: script, options: options, seats: seats, inviterSeat: seat, inviter: inviter, id: id)
        let log = try saying(SessionError.wire) { () throws(WireError) in try SignedLog(inviting: identity, key: key) }
        let session = MatchSession(log, keys: [key], changed: now)
        try session.reader(using: rules).look(at: log) { match throws(GameError) in try match.checkGoesOn() }
        return session
    }

    /// Signs a move of a seat. If the participant has no seat in a match for two, a join before the
    /// move takes the free seat.
    ///
    /// If the seat is to move again after its own draft, the draft grows: consecutive moves of a
    /// seat are one message. Any other draft is replaced. If the url of that draft was shown to
    /// somebody, call ``send(now:using:)`` first.
    ///
    /// - Parameters:
    ///   - wanted: The seat, if several are played here.
    ///   - token: The display name of the seat if it joins.
    /// - Throws: ``SessionError``.
    public mutating func play(
        _ move: ToldMove, seat wanted: Int? = nil, as token: DisplayName, joining key: SeatKey = SeatKey(),
        using rules: SessionRules
    ) throws(SessionError) -> Draft {
        if move == .text(Self.resignation), owesResignation {
            return try act(.resign, as: token, joining: key, using: rules)
        }
        if move == .text(Move.answer.text), reader(using: rules).hasOnlyToAnswer() {
            if let draft, !draftIsStale { return draft }
            return try act(.answer, as: token, joining: key, using: rules)
        }
        var maker = DraftMaker(self, rules)
        let draft = try LuaThread.run { () throws(SessionError) in
            try maker.play(move, seat: wanted, as: token, joining: key)
        }
        self = maker.session
        return draft
    }

    /// Signs an act that isn't a move, such as an invitation, a resignation, a claim, a start, or a
    /// closing.
    ///
    /// - Parameters:
    ///   - key: The key for a seat that the act takes.
    /// - Throws: ``SessionError``.
    public mutating func act(
        _ act: SessionAct, as token: DisplayName, joining key: SeatKey = SeatKey(), using rules: SessionRules
    ) throws(SessionError) -> Draft {
        var maker = DraftMaker(self, rules)
        let draft = try maker.act(act, as: token, joining: key)
        self = maker.session
        return draft
    }

    /// Signs the entries that seats made after the end of the log, and makes the result the draft.
    ///
    /// - Parameters:
    ///   - entries: The entries, in order.
    ///   - claims: The open claims after all the entries.
    ///   - sender: The seat that sends the message. If that seat is free, it is taken first.
    /// - Returns: How many entries can't be signed before the other seat has joined, and how many
    ///   bets the new plies carry.
    /// - Throws: ``SessionError``.
    package mutating func sign(
        _ entries: [LogEntry], claims: [Attendance.Claim] = [], from sender: Int, using rules: SessionRules
    ) throws(SessionError) -> (held: Int, bets: Int) {
        var signer = EntrySigner(self, rules)
        let signed = try signer.sign(entries, claims: claims, from: sender)
        self = signer.session
        return signed
    }

    /// Adds the witness plies that draws wait for to the log at once, for all seats that are played
    /// here. The device then knows the numbers that are drawn, and its next message contains the
    /// links.
    ///
    /// - Returns: Whether any ply was added.
    mutating func witnessAll(using rules: SessionRules) throws(SessionError) -> Bool {
        var signer = EntrySigner(self, rules)
        let hasWitnessed = try signer.witnessAll()
        self = signer.session
        return hasWitnessed
    }

    /// Returns the url of the match in its current state, to be sent again. A participant without a
    /// seat may send it, too.
    ///
    /// - Throws: ``SessionError`` if there is nothing to send again.
    public mutating func urlToSendAgain(using rules: SessionRules) throws(SessionError) -> String {
        var maker = DraftMaker(self, rules)
        let again = try maker.urlToSendAgain()
        self = maker.session
        return again
    }

    /// Deletes the draft for a person. After that, another ply may be signed over the same head,
    /// unless the person has seen draws or reveals of the draft.
    public mutating func cancelDraft() { takeBackDraft(to: nil) }

    /// Replaces the draft by an earlier draft, or deletes it if `before` is nil. The draws and
    /// reveals that the later draft showed still count as seen.
    package mutating func takeBackDraft(to before: Draft?) {
        if let draft, !draftIsStale { sent.noteTakenBack(draft) }
        draft = before
    }
}
