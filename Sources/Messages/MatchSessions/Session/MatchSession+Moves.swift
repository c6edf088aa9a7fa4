import GameRules
import LuaRuntime
import MessageProtocol
import Values

// A move becomes a signed draft.
extension MatchSession {
    /// Signs a move of a seat. If the participant has no seat in a match for two, the message takes
    /// the free seat with a join before the move.
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
        if move == .text(Move.answer.text), hasOnlyToAnswer(using: rules) {
            if let draft, !draftIsStale { return draft }
            return try act(.answer, as: token, joining: key, using: rules)
        }
        var session = self
        let draft = try LuaThread.run { () throws(SessionError) in
            try session.drafted(move, seat: wanted, as: token, joining: key, using: rules)
        }
        self = session
        return draft
    }

    private mutating func drafted(
        _ move: ToldMove, seat wanted: Int?, as token: DisplayName, joining key: SeatKey, using rules: SessionRules
    ) throws(SessionError) -> Draft {
        if case .text(let text) = move { try checkStandsByResignation(signing: text, using: rules) }
        let growing = goesOnBehindDraft(using: rules) ? draft : nil
        var (seat, log) = (0, signedLog)
        if let growing {
            (seat, log) = (growing.seat, growing.signedLog)
        } else if let own = wanted ?? self.seat {
            guard self.key(of: own) != nil else { throw .request(Self.keyIsElsewhere(own)) }
            guard knowsSecrets(of: own) else { throw .request(Self.chosenElsewhere(own)) }
            (seat, log) = (own, ahead(using: rules) ?? signedLog)
            secrets = rules.secrets(of: self)
        } else {
            (seat, log) = try seatToSign(as: token, joining: key, using: rules)
            log = try answered(log, of: [seat], using: rules)
        }
        let end = try rules.rules(at: log, of: self, for: .play)
        do throws(SessionError) {
            return try draft(move, of: seat, behind: log, growing: growing, on: end, using: rules)
        } catch {
            end.forget()
            throw error
        }
    }

    /// Plays a person's move on rules at the end of a log, and signs it. Afterwards the rules are
    /// at the position after the move. If the move couldn't be drafted, the position of the rules
    /// is unknown.
    private mutating func draft(
        _ move: ToldMove, of seat: Int, behind log: SignedLog, growing: Draft?, on end: MatchRules,
        using rules: SessionRules
    ) throws(SessionError) -> Draft {
        guard let key = key(of: seat, in: log) else { throw .request(Self.keyIsElsewhere(seat)) }
        let status = try saying(SessionError.game) { () throws(GameError) in try end.status }
        if log.match.isChained { try checkMayDraw(at: log, end) }
        guard !status.isRound || log.roster.isComplete else {
            // a round can't contain a join, so the match could never continue
            throw .request(
                "All move at once here, so everybody has to be there first: send the invitation, and wait for "
                    + "the other seat to join.")
        }
        let round = status.isRound ? end.headBeforeRound(in: log) : nil
        let drawn = try end.drawn()
        var signer = DraftSigner(behind: log, on: end, keys: [seat: key])
        let entry = try signer.add(move, of: seat, from: status)
        let played = entry.text ?? move.text
        try checkStandsBySeen(played, behind: growing?.moves.count ?? 0)
        if let round, let chosen = sent.entries[round]?[seat], !chosen.agrees(with: played, signer.chosen.last?.move) {
            throw .request(
                "You have chosen in this round already: \(chosen.text ?? "another move"). Another choice would be two.")
        }
        let digest = try saying(SessionError.game) { () throws(GameError) in try end.match.standingDigest() }
        let carried = growing == nil ? [] : log.log.plies.flatMap(\.bets)
        let signed = try saying(SessionError.wire) { () throws(WireError) in
            try signer.signed(
                offering: bets.filter { !carried.contains($0.bet) }, sent: sent, within: rules.carrier)
        }
        if signer.sealsLast { end.forget() } else { end.stands(at: signed.log.log.plies) }
        try checkSaysOneThing(signed.log, since: signedLog)
        try checkSpeed(of: signed.log, since: signedLog, at: end, using: rules)
        secrets.merge(signed.secrets) { $1 }
        var draft = Draft(
            signedLog: signed.log, url: "", text: entry.secret ? "sealed" : played, base: signedLog.head, seat: seat)
        if let growing {
            draft.text = "\(growing.text), \(draft.text)"
            (draft.moves, draft.places, draft.chosen, draft.seen) =
                (growing.moves, growing.places, growing.chosen, growing.seen)
        }
        draft.moves.append(played)
        draft.places.append(signed.log.log.plies.count)
        draft.chosen.merge(signed.chosen) { $1 }
        let opens = entry.name.map(end.match.script.opening.contains) == true && end.opening == nil
        draft.noteSeen(drew: try end.drawn() > drawn, opened: opens)
        draft = try keep(draft, digest: digest, using: rules)
        return answer(behind: draft, using: rules)
    }

    /// Throws unless all seats are taken and no draw waits for another seat.
    private func checkMayDraw(at log: SignedLog, _ rules: MatchRules) throws(SessionError) {
        guard log.roster.isComplete else {
            throw .request(
                "Everybody has to be there before anything is drawn: send the invitation, and wait for the other seat to join."
            )
        }
        guard let seat = rules.owedWitness else { return }
        throw .request("A draw waits for seat \(seat): nobody knows what it is until its next message.")
    }

    /// Returns whether there is a draft of moves after which the draft's seat is to move again. The
    /// next move then goes into the same message.
    public func goesOnBehindDraft(using rules: SessionRules) -> Bool {
        guard let draft, !draft.moves.isEmpty || draft.isAnswer, draft.bet == nil, !draftIsStale,
            let standing = try? standing(at: draft.signedLog, using: rules)
        else { return false }
        return !standing.isOver && !standing.isOpening && !standing.isWitness && (!standing.isRound || draft.isAnswer)
            && standing.seats.contains(draft.seat)
    }

    // MARK: Drafts

    /// Makes a signed log the draft.
    ///
    /// - Parameters:
    ///   - seat: The seat of the message.
    ///   - other: The draft whose moves the log contains, too.
    mutating func keep(
        _ log: SignedLog, of seat: Int, saying text: String, like other: Draft? = nil, using rules: SessionRules
    ) throws(SessionError) -> Draft {
        let end = try rules.rules(at: log, of: self)
        try checkSaysOneThing(log, since: signedLog)
        let digest = try saying(SessionError.game) { () throws(GameError) in try end.match.standingDigest() }
        var draft = Draft(signedLog: log, url: "", text: text, base: signedLog.head, seat: seat)
        if let other {
            (draft.moves, draft.places, draft.chosen, draft.seen) =
                (other.moves, other.places, other.chosen, other.seen)
        }
        return try keep(draft, digest: digest, using: rules)
    }

    /// Stores a draft with its message. If a message with the same head was signed before and is
    /// known, the draft reuses that message.
    private mutating func keep(_ made: Draft, digest: [UInt8], using rules: SessionRules) throws(SessionError) -> Draft
    {
        var draft = made
        if let known = knownURL(leadingTo: made.signedLog.head, using: rules),
            let envelope = try? rules.envelope(from: known)
        {
            (draft.url, draft.signedLog) = (known, envelope.signedLog)
        } else {
            draft.url = try url(of: made.signedLog, sender: made.seat, digest: digest, using: rules)
        }
        self.draft = draft
        return draft
    }

    private func knownURL(leadingTo head: Head, using rules: SessionRules) -> String? {
        if let draft, draft.signedLog.head == head, draft.bet == nil, !draft.asksForSeat { return draft.url }
        return rules.signedURL(head)
    }

    /// Returns the message that ends with a log.
    ///
    /// - Parameters:
    ///   - sender: The seat that sends it; 0 for nobody.
    ///   - digest: The digest of the public state at its end.
    /// - Throws: ``SessionError/wire(_:)`` for a message that doesn't fit into a url.
    func url(
        of log: SignedLog, sender: Int, digest: [UInt8], join: SeatedJoin? = nil, bet: Bet? = nil,
        using rules: SessionRules
    ) throws(SessionError) -> String {
        try saying(SessionError.wire) { () throws(WireError) in
            try rules.url(of: Envelope(log, sender: sender, standingDigest: digest, join: join, bet: bet))
        }
    }

    /// Returns the url of the match in its current state, to be sent again. A participant without a
    /// seat may send it, too.
    ///
    /// - Throws: ``SessionError`` if there is nothing to send again.
    public mutating func urlToSendAgain(using rules: SessionRules) throws(SessionError) -> String {
        if let offer = ownOffers.first {
            return try url(
                of: signedLog, sender: 0, digest: digest(at: signedLog, using: rules), bet: offer.bet, using: rules)
        }
        // a participant without a seat sends a message without a sender: with a seat as the sender,
        // others could take that participant for the seat's player
        let isAsking = joins.contains { $0.entry.key == publicKey }
        if let url, seat != nil || isAsking { return url }
        guard url != nil || !signedLog.log.plies.isEmpty else {
            throw .request("There is nothing to send again.")
        }
        // if our seat hasn't signed the end of the log, relay the log in a message without a sender
        let sender = seat.flatMap { signedLog.canBeSent(by: $0) ? $0 : nil } ?? 0
        let again = try url(of: signedLog, sender: sender, digest: digest(at: signedLog, using: rules), using: rules)
        url = again
        return again
    }

    /// Deletes the draft for a person. After that, another ply may be signed over the same head,
    /// unless the person has seen draws or reveals of the draft.
    public mutating func cancelDraft() { takeBackDraft(to: nil) }

    /// Replaces the draft by an earlier draft, or deletes it if `before` is nil. The draws and
    /// reveals that the later draft showed still count as seen.
    package mutating func takeBackDraft(to before: Draft?) {
        if let draft, draft.seen.count > 0, !draftIsStale {
            let seen = EquivocationGuard.SeenMoves(
                base: draft.base, moves: Array(draft.moves.prefix(draft.seen.count)), opened: draft.seen.opened)
            // if more moves on this head were seen before, `seen` contains the first of them
            if sent.takenBack.map({ $0.base != seen.base || $0.moves.count < seen.moves.count }) ?? true {
                sent.takenBack = seen
            }
        }
        draft = before
    }

    // MARK: Seen moves

    /// Returns the move that must follow the first `count` drafted moves, because its result was
    /// seen before; nil if any move may follow.
    func moveSeen(behind count: Int) -> String? {
        guard let seen = sent.takenBack, seen.base == signedLog.head, count < seen.moves.count else { return nil }
        return seen.moves[count]
    }

    /// Throws if the move differs from the move whose result was seen at this place.
    private func checkStandsBySeen(_ move: String, behind count: Int) throws(SessionError) {
        guard let seen = moveSeen(behind: count), seen != move else { return }
        if sent.takenBack?.opened == true {
            throw .request(
                "You have played \(seen) here, and what was sealed has been seen: that can't be taken back. Play \(seen) again."
            )
        }
        throw .request(
            "You have played \(seen) here, and seen what it drew: a draw can't be taken back. Play \(seen) again.")
    }
}

extension Draft {
    /// Records whether the result of the last move was seen. If it was, that move and all drafted
    /// moves before it are final. A waiting move has shown nothing yet.
    mutating func noteSeen(drew: Bool, opened: Bool) {
        if !moves.isEmpty, drew || opened { seen = Seen(count: moves.count, opened: opened && !drew) }
    }
}

extension MatchRules {
    /// Returns how much was drawn by chance up to here: a number that grows with each draw.
    func drawn() throws(SessionError) -> Int {
        if position.draws != nil || match.script.chance == .none { return position.drawsPlayed }
        return try saying(SessionError.game) { () throws(GameError) in try match.rules.lastDraw() }
    }
}
