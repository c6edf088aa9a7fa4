import Conversations
import GameRules
import MessageWire
import Values

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
        let left = max(0, pending.reduce(book.left(of: key.publicKey)) { $0 - $1.bet.chips })
        let standing = try standing(at: record.signedLog)
        guard !standing.isOver else { throw .request("The match is over.") }
        if let refusal = book.refusal(at: standing) { throw Self.refused(refusal) }
        guard left > 0 else {
            throw .request("You have bet all of your \(Bet.chipsOfBettor) chips in this match: none are left.")
        }
        guard (1...left).contains(chips) else {
            throw .request(
                "You have \(left) of \(Bet.chipsOfBettor) chips left: bet 1\(left > 1 ? " to \(left)" : "").")
        }
        let number = max(book.count(of: key.publicKey), (pending.last?.number ?? -1) + 1)
        guard number < Bet.mostOfMatch else { throw Self.refused(.tooMany) }
        let bet = try saying(TableError.wire) { () throws(WireError) in
            try Bet(on: pool, chips: chips, number: number, token: token, key: key, in: record.signedLog.match)
        }
        let offer = OfferedBet(bet: bet, number: number)
        if let refusal = record.bets.refusal(of: offer, book, at: standing) { throw Self.refused(refusal) }
        return try draft(offer, text: Act.bet(pool: pool, chips: chips).text, in: record.holding(key))
    }

    private static func refused(_ refusal: BetRefusal) -> TableError {
        .request("That can't be bet now: \(refusal).")
    }

    /// An offer becomes the draft of who makes it.
    private func draft(
        _ offer: OfferedBet, text: String, in record: MatchRecord
    ) throws(TableError) -> Draft {
        let log = record.signedLog
        let digest = try digest(at: log)
        guard hasRoom(for: offer, in: record, digest) else {
            throw .request("That can't be bet now: \(Self.noRoom).")
        }
        let draft = Draft(
            signedLog: log, url: try url(of: log, sender: 0, digest: digest, bet: offer.bet), text: text,
            base: log.head, seat: 0, bet: offer)
        var betting = record
        betting.draft = draft
        records[record.id] = betting
        return draft
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
        do {
            let standing = try standing(at: record.signedLog)
            if let refusal = record.bets.refusal(of: offer, book, at: standing) { return refusal.description }
            let digest = try digest(at: record.signedLog)
            guard hasRoom(for: offer, in: record, digest) else { return Self.noRoom }
        } catch {
            return "\(error)"
        }
        records[id]?.bets.append(offer)
        return nil
    }

    /// Our own offer went out. What happened since it was drafted may have closed the pools.
    func offer(_ draft: Draft, _ id: MatchID) -> Reading {
        records[id]?.draft = nil
        guard let record = records[id], let offer = draft.bet else {
            return Reading(verdict: .duplicate, match: id, sender: .own)
        }
        let book = record.book
        let isKnown = book.counts(offer.bet) || record.bets.contains(offer)
        if !isKnown, let standing = try? standing(at: record.signedLog),
            let refusal = record.bets.refusal(of: offer, book, at: standing)
        {
            return Reading(
                verdict: .betRefused(offer.bet, refusal), match: id, sender: .own, betRefusal: refusal.description)
        }
        if !isKnown { records[id]?.bets.append(offer) }
        return Reading(verdict: .bet(offer.bet), match: id, sender: .own)
    }

    /// The log of a match became another one.
    func reconsiderBets(of id: MatchID, after before: SignedLog) {
        guard var bets = records[id]?.bets, let log = records[id]?.signedLog else { return }
        bets.reconsider(after: before, now: log) { try? standing(at: log) }
        if bets != records[id]?.bets { records[id]?.bets = bets }
    }

    /// Why no bet is taken in a match as it stands; nil while one is.
    ///
    /// - Throws: ``TableError`` if the script fails.
    public func betRefusal(in id: MatchID) throws(TableError) -> BetRefusal? {
        guard let record = records[id] else { throw .request("There is no such match.") }
        return record.book.refusal(at: try standing(at: record.signedLog))
    }

    private static let noRoom = "the match's message has no room for another bet"

    /// Could a move carry one more bet, with those that wait, as far as that can be known before the move?
    private func hasRoom(for offer: OfferedBet, in record: MatchRecord, _ digest: [UInt8]) -> Bool {
        let log = record.signedLog
        guard let url = try? carrier.url(of: Envelope(log, sender: 0, publicStateDigest: digest, bet: offer.bet)) else {
            return false
        }
        let waiting = record.bets.reduce(0) { $0 + $1.bet.bytes.count }
        return url.utf8.count + (waiting * 4 + 2) / 3 <= carrier.limits.url / 4 * 3
    }

    /// What becomes of the bets of a match; nil as long as it goes on, however it reads, and while it is disputed.
    ///
    /// - Throws: ``TableError`` if the script fails.
    public func settlement(of id: MatchID) throws(TableError) -> Settlement? {
        guard let record = records[id] else { return nil }
        if record.dispute != nil { return nil }  // bets stay where they are until it is decided
        let outcome = try look(at: record.signedLog) { match throws(GameError) in try match.status.outcome }
        return outcome.map { record.book.settlement(winners: $0.winners) }
    }
}

extension Carrier {
    /// Does a message with this log leave room for the rest of the match? Bets mustn't be what ends it.
    func leavesRoom(_ log: SignedLog) -> Bool {
        // sent by nobody: sender and check of the state take the same room whatever they are
        let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
        guard let url = try? url(of: Envelope(log, sender: 0, publicStateDigest: digest)) else { return false }
        return url.utf8.count <= limits.url / 4 * 3
    }
}

extension Bet {
    /// What is bet, in words: `20 chips that Ana wins`.
    func stake(_ names: (Int) -> String) -> String {
        let name = pool == 0 ? "nobody" : names(pool)
        return "\(Self.words(chips)) that \(name) \(name == "you" ? "win" : "wins")"
    }

    static func words(_ chips: Int) -> String { counted(chips, "chip") }
}
