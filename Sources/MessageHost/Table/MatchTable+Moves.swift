import GameRules
import LuaRuntime
import MessageWire

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
        return try LuaThread.run { () throws(TableError) in try draft(text, in: id, token: token, joining: key) }
    }

    func draft(_ text: String, in id: MatchID, token: DisplayToken, joining key: SeatKey)
        throws(TableError) -> Draft
    {
        guard let record = records[id] else { throw .request("There is no such match.") }
        try checkStandsByResignation(record, signing: text)
        let growing = growingDraft(of: record)
        let seated: Seated
        if let growing { seated = growing.seated } else { seated = try seat(in: record, token: token, key: key) }
        let rules: MatchRules
        do {
            rules = try self.rules(at: seated.log)
        } catch {
            throw Self.error(error)
        }
        do {
            let before = try rules.match.status
            guard !before.isRound || seated.log.roster.isComplete else {
                // a join can't stand within a round, so that the match could never go on
                throw TableError.request(
                    "All move at once here, so everybody has to be there first: send the invitation, and wait for "
                        + "the other seat to join.")
            }
            let placement: SignedLog.Placement =
                !before.isRound ? .end : seated.log.isEnteredAtEnd(rules) ? .currentRound : .newRound
            let round = before.isRound ? rules.headBeforeRound(in: seated.log) : nil
            // who is there goes on by what a person plays as it does in a replay: a move answers a claim
            rules.attendance.settle(Standing(seats: before.turn, isOver: before.outcome != nil))
            try rules.play(text, seat: seated.seat)
            try rules.match.checkGoesOn()
            guard let entry = rules.match.log.last(where: { $0.seat == seated.seat }) else {
                throw TableError.request("The move left no trace in the log.")
            }
            let played = entry.text ?? text
            let chosen = round.flatMap { record.entries[$0] }
            if let chosen, chosen.move != played {
                throw TableError.request(
                    "You have chosen in this round already: \(chosen.move). Another choice would be two.")
            }
            let action: Ply.Action
            switch entry.choice {
            case .index(let index): action = .move(index)
            case .typed(let name, let argument): action = .typed(name: name, argument: argument)
            case .leave: action = .resign
            }
            rules.attendance.note(Ply(seat: seated.seat, action: action, place: placement.place))
            let digest = try rules.match.digest(public: true)
            func made(carrying bets: [Bet]) throws(WireError) -> SignedLog {
                try seated.log.adding(
                    [action], bets: bets, seat: seated.seat, placement: placement, key: seated.key)
            }
            let log: SignedLog
            if let chosen {
                log = try made(carrying: chosen.bets)  // other bets would be another entry, too
            } else {
                let carried = growing == nil ? [] : seated.log.log.plies.flatMap(\.bets)
                let ply = Ply(seat: seated.seat, action: action, place: placement.place)
                var bets = record.bets.filter { !carried.contains($0.bet) }.carried(by: ply, BetBook(of: seated.log))
                while !bets.isEmpty, !carrier.leavesRoom(try made(carrying: bets)) { bets.removeLast() }
                log = try made(carrying: bets)
            }
            rules.stands(at: log.log.plies)
            try signingCheck.check(log, since: record.signedLog, record.lostWords, rules)
            let isSecret = entry.secrecy != nil
            return try keep(
                log, seat: seated.seat, text: isSecret ? "sealed" : played, move: played, round: round,
                record: seated.record, digest: digest, growing: growing?.draft)
        } catch {
            forget(rules)
            throw Self.tableError(error)
        }
    }

    /// A draft of moves behind which its own seat is to move again.
    func growingDraft(of record: MatchRecord) -> (seated: Seated, draft: Draft)? {
        guard goesOn(behindDraftOf: record), let draft = record.draft, let key = record.key else { return nil }
        return (Seated(seat: draft.seat, key: key, log: draft.signedLog, record: record), draft)
    }
}

extension SignedLog {
    /// Does the log end with entries of a round that is under way? Behind a claim, entries go into a further bracket.
    func isEnteredAtEnd(_ rules: MatchRules) -> Bool {
        rules.match.enteredInRound > 0 && log.plies.last.map { $0.place != .alone } == true
    }

    /// All who close a match do so in one round.
    var placementOfClosing: Placement { log.plies.last?.action == .close ? .currentRound : .newRound }
}
