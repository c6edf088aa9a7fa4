import GameRules
import LuaRuntime
import MessageWire
import Values

// A move becomes a signed draft.
extension MatchTable {
    /// Signs a move of this device's seat; in a match for two whose other seat is open, the move joins first. While the
    /// seat is to move again behind its own draft, the draft grows: what a seat does in a row is one message.
    ///
    /// - Parameters:
    ///   - text: The move's text.
    ///   - token: The name that the seat shows if it joins.
    /// - Throws: ``TableError``; the match, and a draft that was there, are as they were.
    public func play(_ text: String, in id: MatchID, token: DisplayToken, joining key: SeatKey = SeatKey())
        throws(TableError) -> Draft
    {
        if text == MatchRecord.resignation, records[id]?.owesResignation == true {
            return try act(.resign, in: id, token: token, joining: key)
        }
        if text == Move.answer.text, let draft = try draftedAnswer(in: id, token: token, joining: key) { return draft }
        return try LuaThread.run { () throws(TableError) in try draft(text, in: id, token: token, joining: key) }
    }

    func draft(_ text: String, in id: MatchID, token: DisplayToken, joining key: SeatKey)
        throws(TableError) -> Draft
    {
        guard let record = records[id] else { throw .request("There is no such match.") }
        try checkStandsByResignation(record, signing: text)
        let growing = growingDraft(of: record)
        var seated: Seated
        if let growing {
            seated = growing.seated
        } else {
            seated = try seat(in: record, token: token, key: key)
            guard record.seat == nil || knowsOwnSecrets(record) else {
                throw .request(Self.chosenElsewhere(seated.seat))
            }
            seated.log = try record.seat == nil ? answered(seated).log : ahead(of: record) ?? seated.log
        }
        let rules = try rulesToPlayOn(at: seated.log)
        do throws(TableError) {
            return try draft(text, of: seated, growing: growing?.draft, on: rules)
        } catch {
            rules.forget()
            throw error
        }
    }

    /// What a person plays on rules that stand at the end of the seat's log, signed. The rules stand behind it then, or
    /// anywhere, if it isn't drafted.
    private func draft(
        _ text: String, of seated: Seated, growing: Draft?, on rules: MatchRules
    ) throws(TableError) -> Draft {
        let record = seated.record
        let before = try saying(TableError.game) { () throws(GameError) in try rules.status }
        if seated.log.match.isChained { try checkMayDraw(seated, rules) }
        guard !before.isRound || seated.log.roster.isComplete else {
            // a join can't stand within a round, so that the match could never go on
            throw .request(
                "All move at once here, so everybody has to be there first: send the invitation, and wait for "
                    + "the other seat to join.")
        }
        let placement: SignedLog.Placement =
            !before.isRound ? .end : seated.log.isEnteredAtEnd(rules) ? .currentRound : .newRound
        let round = before.isRound ? rules.headBeforeRound(in: seated.log) : nil
        let begin = before.isRound ? rules.beginOfRound(in: seated.log) : seated.log.log.plies.count
        let coming = try seated.linking(Ply(seat: seated.seat, action: .move(.index(1)), place: placement.place))
        let entry = try enter(text, as: coming, on: rules, from: before)
        guard let action = Ply.Action(entry.choice) else { throw .request("The move left no trace in the log.") }
        let played = entry.text ?? text
        try checkStandsBySeen(played, behind: growing?.moves.count ?? 0, in: record)
        let chosen = round.flatMap { record.entries[$0] }
        if let chosen, chosen.move != played {
            throw .request("You have chosen in this round already: \(chosen.move). Another choice would be two.")
        }
        let isSealed = entry.secrecy == .round && !isLastToEnter(seated.seat, before)
        let secret = rules.hides(entry) ? action.openMove : nil
        let hidden = secret.map { move in
            HiddenForm(
                of: move, key: seated.key, at: SealPlace(of: seated.seat, inRoundAt: begin, of: seated.log))
        }
        let told = hidden.map(\.action) ?? (isSealed ? seal(action, of: seated, on: rules) : action)
        let ply = Ply(seat: seated.seat, action: told, place: placement.place)
        rules.attendance.note(ply)
        let digest = try saying(TableError.game) { () throws(GameError) in try rules.match.digest(public: true) }
        let log = try saying(TableError.wire) { () throws(WireError) -> SignedLog in
            // other bets than those that were sent would be another entry, too
            if let chosen { return try seated.adding(ply, placement, carrying: chosen.bets) }
            let carried = growing == nil ? [] : seated.log.log.plies.flatMap(\.bets)
            let waiting = record.bets.filter { !carried.contains($0.bet) }
            return try adding(ply, placement, of: seated, offered: waiting)
        }
        if isSealed { rules.forget() } else { rules.stands(at: log.log.plies) }
        try signingCheck.check(log, since: record.signedLog, record.lostWords, rules)
        var kept = record
        kept.secrets = secrets(of: record.id)
        if let hidden, case .hide(let commitment) = ply.action { kept.secrets[commitment] = hidden.opened }
        let draft = try keep(
            log, seat: seated.seat, text: entry.secret ? "sealed" : played, move: played, round: round,
            record: kept, digest: digest, growing: growing)
        return answering(behind: draft, of: record.id)
    }

    /// Who enters last may do so openly: nobody can choose behind it any more.
    private func isLastToEnter(_ seat: Int, _ before: MatchStatus) -> Bool { before.turn == [seat] }

    /// The sealed form of an entry that was played on the rules.
    private func seal(_ action: Ply.Action, of seated: Seated, on rules: MatchRules) -> Ply.Action {
        guard case .move(let move) = action else { return action }
        let entered = rules.match.enteredInRound + rules.sealed.plies - 1  // without the one that was just played
        let begin = seated.log.beginOfRound(entered: entered, gone: rules.attendance.gone)
        return SealingKey(of: seated.key).seal(move, at: SealPlace(of: seated.seat, inRoundAt: begin, of: seated.log))
    }

    /// Plays what a person typed, and looks where it leads.
    ///
    /// - Parameters:
    ///   - ply: What comes of it, as far as it is known.
    ///   - before: Where the match stands.
    /// - Returns: What the rules have written down of it.
    private func enter(
        _ text: String, as ply: Ply, on rules: MatchRules, from before: MatchStatus
    ) throws(TableError) -> LogEntry {
        // who is there goes on by what a person plays as it does in a replay: a move answers a claim
        rules.attendance.settle(Standing(seats: before.turn, isOver: before.outcome != nil))
        do {
            let entry = try rules.play(text, as: ply)
            try rules.match.checkGoesOn()
            if let entry { return entry }
        } catch {
            throw .game(error)
        }
        throw .request("The move left no trace in the log.")
    }

    /// The log with a move and the bets that it may carry, as many as the message has room for.
    private func adding(
        _ ply: Ply, _ placement: SignedLog.Placement, of seated: Seated, offered: [OfferedBet]
    ) throws(WireError) -> SignedLog {
        var bets = offered.carried(by: ply, BetBook(of: seated.log))
        var log = try seated.adding(ply, placement, carrying: bets)
        while !bets.isEmpty, !carrier.leavesRoom(log) {
            bets.removeLast()
            log = try seated.adding(ply, placement, carrying: bets)
        }
        return log
    }

    /// A draft of moves behind which its own seat is to move again.
    func growingDraft(of record: MatchRecord) -> (seated: Seated, draft: Draft)? {
        guard goesOn(behindDraftOf: record), let draft = record.draft, let key = record.key else { return nil }
        return (Seated(seat: draft.seat, key: key, log: draft.signedLog, record: record), draft)
    }
}

extension MatchTable.Seated {
    /// A ply of the seat that goes to the end of its log, with the link that it opens.
    func linking(_ ply: Ply) throws(TableError) -> Ply {
        let linked = try saying(TableError.wire) { () throws(WireError) in
            try log.opening(log.log.plies + [ply], keys: [seat: key])
        }
        return linked.last ?? ply
    }

    /// The seat's log with a move of it that carries these bets.
    fileprivate func adding(
        _ ply: Ply, _ placement: SignedLog.Placement, carrying bets: [Bet]
    ) throws(WireError) -> SignedLog {
        try log.adding([ply.action], bets: bets, seat: seat, placement: placement, key: key)
    }
}

extension SignedLog {
    /// Does the log end with entries of a round that is under way? Behind a claim, entries go into a further bracket.
    func isEnteredAtEnd(_ rules: MatchRules) -> Bool {
        rules.pliesOfRound > 0 && log.plies.last.map { $0.place != .alone } == true
    }

    /// All who close a match do so in one round.
    var placementOfClosing: Placement { log.plies.last?.isClosing == true ? .currentRound : .newRound }
}
