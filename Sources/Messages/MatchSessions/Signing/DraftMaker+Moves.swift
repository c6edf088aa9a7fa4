import GameRules
import LuaRuntime
import MessageProtocol
import Values

// A move becomes a signed draft.
extension DraftMaker {
    /// Signs a move of a seat and makes it the draft, or adds it to the draft of the same seat.
    mutating func play(
        _ move: ToldMove, seat wanted: Int?, as token: DisplayName, joining key: SeatKey
    ) throws(SessionError) -> Draft {
        if case .text(let text) = move { try checkStandsByResignation(signing: text) }
        let growing = reader.goesOnBehindDraft() ? session.draft : nil
        var (seat, log) = (0, session.signedLog)
        if let growing {
            (seat, log) = (growing.seat, growing.signedLog)
        } else if let own = wanted ?? session.seat {
            guard session.key(of: own) != nil else { throw .request(.keyElsewhere(own)) }
            guard session.knowsSecrets(of: own) else { throw .request(.chosenElsewhere(own)) }
            (seat, log) = (own, reader.ahead() ?? session.signedLog)
            session.secrets = rules.secrets(of: session)
        } else {
            (seat, log) = try seatToSign(as: token, joining: key)
            log = try session.answered(log, of: [seat], using: rules)
        }
        let end = try rules.rules(at: log, of: session, for: .play)
        do throws(SessionError) {
            return try draft(move, of: seat, behind: log, growing: growing, on: end)
        } catch {
            end.forget()
            throw error
        }
    }

    /// Plays a person's move on rules at the end of a log, and signs it. Afterwards the rules are
    /// at the position after the move. If the move couldn't be drafted, the position of the rules
    /// is unknown.
    private mutating func draft(
        _ move: ToldMove, of seat: Int, behind log: SignedLog, growing: Draft?, on end: MatchRules
    ) throws(SessionError) -> Draft {
        guard let key = session.keys.key(of: seat, in: log) else { throw .request(.keyElsewhere(seat)) }
        let status = try saying(SessionError.game) { () throws(GameError) in try end.status }
        if log.match.isChained { try checkMayDraw(at: log, end) }
        guard !status.isRound || log.roster.isComplete else {
            // a round can't contain a join, so the match could never continue
            throw .request(.roundBeforeJoining)
        }
        let round = status.isRound ? end.headBeforeRound(in: log) : nil
        let drawn = try end.drawn()
        var signer = DraftSigner(behind: log, on: end, keys: [seat: key])
        let entry = try signer.add(move, of: seat, from: status)
        let played = entry.text ?? move.text
        try checkStandsBySeen(played, behind: growing?.moves.count ?? 0)
        if let round, let chosen = session.sent.entries[round]?[seat],
            !chosen.agrees(with: played, signer.chosen.last?.move)
        {
            throw .request(.chosenAlready(chosen.text))
        }
        let digest = try saying(SessionError.game) { () throws(GameError) in try end.match.standingDigest() }
        let carried = growing == nil ? [] : log.log.plies.flatMap(\.bets)
        let signed = try saying(SessionError.wire) { () throws(WireError) in
            try signer.signed(
                offering: session.bets.filter { !carried.contains($0.bet) }, sent: session.sent, within: rules.carrier)
        }
        if signer.sealsLast { end.forget() } else { end.stands(at: signed.log.log.plies) }
        try session.sent.check(signed.log, since: session.signedLog)
        try rules.checkSpeed(of: signed.log, since: session.signedLog, at: end)
        session.secrets.merge(signed.secrets) { $1 }
        var draft = Draft(
            signedLog: signed.log, url: "", text: entry.secret ? "sealed" : played, base: session.signedLog.head,
            seat: seat)
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
        draft = try keep(draft, digest: digest)
        return answer(behind: draft)
    }

    /// Returns the draft extended by the plies that its seat owes next: the true answers that the
    /// seat must give, and its own reveals. All of them go into one message. If that fails, returns
    /// the draft unchanged, and the person makes those plies.
    private mutating func answer(behind made: Draft) -> Draft {
        guard rules.installed.secretive else { return made }
        let before = session
        var draft = made
        do {
            var signer = ObligationSigner(session, rules)
            guard let answered = try signer.answered(behind: &draft) else { return draft }
            session = signer.session
            return try keep(answered.log, of: draft.seat, saying: answered.text, like: draft)
        } catch {
            session = before
            return draft
        }
    }

    /// Throws unless all seats are taken and no draw waits for another seat.
    private func checkMayDraw(at log: SignedLog, _ rules: MatchRules) throws(SessionError) {
        guard log.roster.isComplete else {
            throw .request(.drawBeforeJoining)
        }
        guard let seat = rules.owedWitness else { return }
        throw .request(.drawWaits(for: seat))
    }

    /// Throws if the move differs from the move whose result was seen at this place.
    private func checkStandsBySeen(_ move: String, behind count: Int) throws(SessionError) {
        guard let seen = session.sent.moveSeen(behind: count, on: session.signedLog.head), seen != move else { return }
        if session.sent.takenBack?.opened == true {
            throw .request(.seen(seen, isDraw: false))
        }
        throw .request(.seen(seen, isDraw: true))
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
