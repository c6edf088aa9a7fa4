import Conversations
import GameRules
import MessageWire

// Bets of those who have no seat: offered in a message, and counted once a seat's move carries them.
extension MatchTable {
    /// Signs a bet. It is offered once the draft is sent.
    ///
    /// - Throws: ``TableError`` in words.
    func bet(
        on pool: Int, chips: Int, in record: MatchRecord, token: DisplayToken, key: SeatKey
    ) throws(TableError) -> Draft {
        guard record.seat == nil else { throw .request("You play in this match: only who watches bets.") }
        let seats = record.signedLog.log.seats
        guard (0...seats).contains(pool) else {
            throw .request("There is no seat \(pool) to bet on: expected 1 to \(seats), or 0 for nobody.")
        }
        let book = record.book
        let key = record.key ?? key
        let pending = record.bets.filter { $0.bet.bettor.key == key.publicKey }.sorted { $0.number < $1.number }
        let left = pending.reduce(book.left(of: key.publicKey)) { $0 - $1.bet.chips }
        guard (1...Bet.chipsOfBettor).contains(chips), chips <= left else {
            throw .request("You have \(left) of \(Bet.chipsOfBettor) chips left: bet 1 to \(max(1, left)).")
        }
        do {
            let rules = try rules(at: record.signedLog)
            guard try rules.match.status.outcome == nil else { throw TableError.request("The match is over.") }
            let number = max(book.count(of: key.publicKey), (pending.last?.number ?? -1) + 1)
            let bet = try Bet(
                on: pool, chips: chips, number: number, token: token, key: key, in: record.signedLog.match)
            if let refusal = book.refusal(of: bet, behind: pending.map(\.bet)) {
                throw TableError.request("That can't be bet now: \(refusal).")
            }
            var betting = record.holding(key)
            let digest = try rules.match.digest(public: true)
            let draft = Draft(
                signedLog: record.signedLog,
                url: try carrier.url(
                    of: Envelope(record.signedLog, sender: 0, publicStateDigest: digest, bet: bet)),
                text: Act.bet(pool: pool, chips: chips).text, base: record.signedLog.head, seat: 0,
                bet: OfferedBet(bet: bet, number: number))
            betting.draft = draft
            records[record.id] = betting
            return draft
        } catch {
            throw Self.tableError(error)
        }
    }

    /// The message that offers a bet in the match as it stands.
    func url(offering bet: Bet, in record: MatchRecord) throws(TableError) -> String {
        do {
            let digest = try rules(at: record.signedLog).match.digest(public: true)
            return try carrier.url(of: Envelope(record.signedLog, sender: 0, publicStateDigest: digest, bet: bet))
        } catch {
            throw Self.tableError(error)
        }
    }

    /// Keeps a bet that a message offers, for the next move of this device's seat.
    ///
    /// - Parameter sender: What the message told of its sender: a participant has one key, a seat's or a bettor's.
    /// - Returns: Why it isn't taken, in words; nil if it is, or if it counts already.
    func take(_ bet: Bet, in id: MatchID, _ sender: WhoIsWho<Participant>.Finding?) -> String? {
        guard let record = records[id], let number = bet.number(signedFor: record.signedLog.heads[0]) else {
            return "there is no such match"
        }
        guard record.key?.publicKey == bet.bettor.key || sender == .confirmed || sender == .known else {
            return "who sent it plays, bets with another key, or isn't the bettor"
        }
        let offer = OfferedBet(bet: bet, number: number)
        let book = record.book
        guard !book.counts(bet), !record.bets.contains(offer) else { return nil }
        if let refusal = record.refusal(of: offer, book) { return refusal }
        records[id]?.bets.append(offer)
        return nil
    }

    /// Does a message with this log leave room for the rest of the match? Bets mustn't be what ends it.
    func leavesRoom(_ log: SignedLog, _ seat: Int, _ digest: [UInt8]) -> Bool {
        guard let url = try? carrier.url(of: Envelope(log, sender: seat, publicStateDigest: digest)) else {
            return false
        }
        return url.utf8.count <= carrier.limits.url / 4 * 3
    }

    /// What becomes of the bets of a match; nil as long as it goes on, however it reads, and while it is disputed.
    ///
    /// - Throws: ``TableError`` if the script fails.
    public func settlement(of id: MatchID) throws(TableError) -> Settlement? {
        guard let record = records[id] else { return nil }
        if record.dispute != nil { return nil }  // bets stay where they are until it is decided
        do {
            let outcome = try rules(at: record.signedLog).match.status.outcome
            return outcome.map { record.book.settlement(winners: $0.winners) }
        } catch {
            throw Self.tableError(error)
        }
    }
}

extension Outcome {
    /// The seats that won; with scores, those with the highest one, and nobody if all have it.
    var winners: [Int] {
        switch self {
        case .win(let seats): return seats
        case .draw: return []
        case .scores(let scores):
            guard let highest = scores.max(), scores.contains(where: { $0 != highest }) else { return [] }
            return scores.indices.filter { scores[$0] == highest }.map { $0 + 1 }
        }
    }
}

extension Bet {
    /// What is bet, in words: `20 chips that Ana wins`.
    func stake(_ names: (Int) -> String) -> String {
        let name = pool == 0 ? "nobody" : names(pool)
        return "\(Self.words(chips)) that \(name) \(name == "you" ? "win" : "wins")"
    }

    static func words(_ chips: Int) -> String { chips == 1 ? "1 chip" : "\(chips) chips" }
}
