import GameRules
import LuaRuntime
import MessageWire
import Values

// Receiving: a message goes through the protocol's table.
extension CorrespondenceMatch {
    /// What became of a message.
    public struct Receipt: Sendable {
        /// What the protocol's table says of it.
        public internal(set) var verdict: Verdict
        /// Why the bet that it offers wasn't taken, beside a log that was; nil if it was, or if there is none.
        public internal(set) var betRefusal: String?
        /// Moves that were played here and that the adopted log doesn't have.
        public let lost: [LogEntry]
        /// Entries of the round that were sent, got lost, and were entered again: the next message carries them.
        public var enteredAgain: [LogEntry] = []
    }

    /// Takes a message through the protocol's table and adopts what it says to adopt: then the match is what the message
    /// says. Entries of a round that weren't signed yet are entered again.
    ///
    /// - Throws: ``GameError`` if what was adopted can't be played here; the match is what it was.
    public func receive(_ envelope: Envelope, budget: ProcessorBudget = .message) throws(GameError) -> Receipt {
        try budget.run { () throws(GameError) in
            var receipt = try read(envelope, budget)
            if let bet = envelope.bet { take(bet, &receipt) }
            return receipt
        }
    }

    /// Keeps a bet that a message offers, for the next move that is signed here.
    func take(_ bet: Bet, _ receipt: inout Receipt) {
        switch receipt.verdict {
        case .adopt, .bet, .late, .kept, .disputed, .duplicate: break
        default: return
        }
        guard let log = signedLog, let number = bet.number(signedFor: log.heads[0]) else { return }
        let (offer, book) = (OfferedBet(bet: bet, number: number), BetBook(of: log))
        guard !book.counts(bet), !offers.contains(offer) else { return }
        do {
            let rules = try rules(at: log)
            guard let refusal = offers.refusal(of: offer, book, at: try rules.standing()) else {
                return offers.append(offer)
            }
            if case .bet = receipt.verdict {
                receipt.verdict = .betRefused(bet, refusal)
            } else {
                receipt.betRefusal = refusal.description
            }
        } catch {
            receipt.betRefusal = "\(error)"
        }
    }

    func read(_ envelope: Envelope, _ budget: ProcessorBudget) throws(GameError) -> Receipt {
        let library = ReplayLibrary(
            ScriptShelf(match.script), cache: cache, known: signedLog?.log.plies, pool: pool, budget: budget,
            secrets: secrets)
        let known = signedLog.map { KnownMatch($0, keys: Array(keys.values)) }
        let (verdict, found) = budget.run { () -> (Verdict, MatchRules?) in
            let verdict = Receiver(carrier: carrier, library: library).verdict(on: envelope, known: known)
            guard case .adopt(let adoption) = verdict else { return (verdict, nil) }
            do throws(ReplayFailure) {
                let rules = try library.rules(atEndOf: adoption)
                _ = try? rules.match.status  // known from now on, without a Lua state
                return (verdict, rules)
            } catch {
                return (Self.verdict(error), nil)
            }
        }
        guard case .adopt(let adoption) = verdict, let rules = found else {
            return Receipt(verdict: verdict, lost: [])
        }
        let adopted = standing(at: rules)
        let (before, old) = (match.log, match)
        let round = match.enteredInRound > 0 ? unsigned.suffix(match.enteredInRound) : []
        let roundBegin = before.count - match.enteredInRound
        match = adopted
        if let signedLog {
            let own = keys.filter { signedLog.roster[$0.key]?.key == $0.value.publicKey }.keys
            lostWords.note(signedLog, replacedBy: adoption.signedLog, seats: own)
            offers.reconsider(after: signedLog, now: adoption.signedLog) { try? rules.standing() }
        }
        signedLog = adoption.signedLog
        (isTold, pendingClaims) = (true, [])
        mark(rules)
        if settled == roundBegin {
            for case (let seat, .move(let move)) in round.map({ ($0.seat, $0.choice) }) { enterAgain(move, seat: seat) }
        }
        let again = try enterLostEntriesAgain(rules, adoption.signedLog)
        try witnessOwn()
        return Receipt(verdict: verdict, lost: Self.lost(before, of: old, now: match.log), enteredAgain: again)
    }

    func enterAgain(_ move: LoggedMove, seat: Int) {
        guard let status = try? match.status, status.isRound, status.turn.contains(seat) else { return }
        // what the rules refuse is told as lost, and so is an entry that ends the round where nobody can go on
        _ = try? match.goingOn { () throws(GameError) in try match.play(move, seat: seat) }
    }

    /// Entries of the round that were sent and that the adopted log doesn't have, or has sealed, stand again: a seat signs one
    /// entry for a round, whatever becomes of its message.
    func enterLostEntriesAgain(_ rules: MatchRules, _ log: SignedLog) throws(GameError) -> [LogEntry] {
        let before = match.log.count
        if signsAtOnce { return try signLostEntriesAgain(rules, log) }
        enterSentAgain(rules, log) { _ in true }
        return match.log.dropFirst(before).filter { keys[$0.seat] != nil && !rules.sealed.seats.contains($0.seat) }
    }

    /// Enters what these seats have sent for the round at the end of a log, as far as they owe an entry.
    func enterSentAgain(_ rules: MatchRules, _ log: SignedLog, of isMeant: (Int) -> Bool) {
        for (seat, sent) in (chosen[rules.headBeforeRound(in: log)] ?? [:]).sorted(by: { $0.key < $1.key })
        where isMeant(seat) {
            if case .move(let move) = sent.action { enterAgain(move, seat: seat) }
        }
    }

    /// What a seat did, however it reads.
    struct Deed: Hashable {
        let seat: Int
        let choice: LogEntry.Choice

        init(_ entry: LogEntry) { (seat, choice) = (entry.seat, entry.choice) }
    }

    static func lost(_ before: [LogEntry], of old: Match, now: [LogEntry]) -> [LogEntry] {
        var there = Dictionary(grouping: now, by: Deed.init).mapValues(\.count)
        let lost = before.indices.filter { index in
            if before[index].choice == .sealed { return false }  // another host's, which may be known by now
            let deed = Deed(before[index])
            guard let count = there[deed], count > 0 else { return true }
            there[deed] = count - 1
            return false
        }
        if lost.isEmpty { return [] }
        let texts = (try? old.history()) ?? before
        return lost.compactMap { texts.indices.contains($0) ? texts[$0] : nil }
    }
}
