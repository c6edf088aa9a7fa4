import GameRules
import MessageProtocol
import Values

/// A bet that no ply carries yet.
public struct OfferedBet: Hashable, Sendable {
    /// The signed bet.
    public let bet: Bet
    /// How many bets of the same key must count before this bet. The bet is signed with this
    /// number.
    public let number: Int
}

// Bets of people without a seat. They are offered in a message, and count after a seat's move
// carries them.
extension MatchSession {
    /// The bets that count in the log.
    public var book: BetBook { BetBook(of: signedLog) }

    /// The bets of this participant that no ply carries yet, the next one first.
    public var ownOffers: [OfferedBet] {
        guard let publicKey else { return [] }
        return bets.filter { $0.bet.bettor.key == publicKey }.sorted { $0.number < $1.number }
    }

    /// Signs a bet. It is offered when the draft is sent.
    ///
    /// - Throws: ``SessionError``.
    mutating func bet(
        on pool: Int, chips: Int, as token: DisplayName, key new: SeatKey, using rules: SessionRules
    ) throws(SessionError) -> Draft {
        guard seat == nil else { throw .request("You play in this match: only who watches bets.") }
        let seats = signedLog.log.seats
        guard (0...seats).contains(pool) else {
            throw .request("There is no seat \(pool) to bet on: expected 1 to \(seats), or 0 for nobody.")
        }
        let book = book
        let key = key ?? new
        let publicKey = key.publicKey
        let pending = bets.filter { $0.bet.bettor.key == publicKey }.sorted { $0.number < $1.number }
        let left = max(0, pending.reduce(book.left(of: publicKey)) { $0 - $1.bet.chips })
        let standing = try standing(at: signedLog, using: rules)
        guard !standing.isOver else { throw .request("The match is over.") }
        if let refusal = book.refusal(at: standing) { throw Self.refused(refusal) }
        guard left > 0 else {
            throw .request("You have bet all of your \(Bet.chipsOfBettor) chips in this match: none are left.")
        }
        guard (1...left).contains(chips) else {
            throw .request(
                "You have \(left) of \(Bet.chipsOfBettor) chips left: bet 1\(left > 1 ? " to \(left)" : "").")
        }
        let number = max(book.count(of: publicKey), (pending.last?.number ?? -1) + 1)
        guard number < Bet.mostOfMatch else { throw Self.refused(.tooMany) }
        let bet = try saying(SessionError.wire) { () throws(WireError) in
            try Bet(on: pool, chips: chips, number: number, token: token, key: key, in: signedLog.match)
        }
        let offer = OfferedBet(bet: bet, number: number)
        if let refusal = bets.refusal(of: offer, book, at: standing) { throw Self.refused(refusal) }
        let digest = try digest(at: signedLog, using: rules)
        guard hasRoom(for: offer, digest, rules.carrier) else {
            throw .request("That can't be bet now: \(Self.noRoom).")
        }
        hold(key)
        let draft = Draft(
            signedLog: signedLog,
            url: try url(of: signedLog, sender: 0, digest: digest, bet: offer.bet, using: rules),
            text: SessionAct.bet(pool: pool, chips: chips).text, base: signedLog.head, seat: 0, bet: offer)
        self.draft = draft
        return draft
    }

    private static func refused(_ refusal: BetRefusal) -> SessionError {
        .request("That can't be bet now: \(refusal).")
    }

    /// The reason that an offered bet isn't accepted.
    package enum OfferRefusal {
        /// The rules of betting forbid it.
        case refused(BetRefusal)
        /// Another reason, in words.
        case other(String)

        package var text: String {
            switch self {
            case .refused(let refusal): refusal.description
            case .other(let text): text
            }
        }
    }

    /// Stores a bet that a message offers. The next move of a seat that is played here carries the
    /// bet.
    ///
    /// - Returns: The reason that the bet isn't accepted; nil if the bet is accepted, or counts
    ///   already.
    package mutating func take(_ bet: Bet, using rules: SessionRules) -> OfferRefusal? {
        guard let number = bet.number(signedFor: signedLog.heads[0]) else { return .other("there is no such match") }
        let offer = OfferedBet(bet: bet, number: number)
        let book = book
        guard !book.counts(bet), !bets.contains(offer) else { return nil }
        do {
            let standing = try standing(at: signedLog, using: rules)
            if let refusal = bets.refusal(of: offer, book, at: standing) { return .refused(refusal) }
            guard hasRoom(for: offer, try digest(at: signedLog, using: rules), rules.carrier) else {
                return .other(Self.noRoom)
            }
        } catch {
            return .other("\(error)")
        }
        bets.append(offer)
        return nil
    }

    /// Stores our own bet after its offer was sent.
    ///
    /// - Returns: The reason if the bet can't count any more, for example because the pools have
    ///   closed since it was drafted.
    package mutating func offer(_ offer: OfferedBet, using rules: SessionRules) -> BetRefusal? {
        draft = nil
        let book = book
        guard !book.counts(offer.bet), !bets.contains(offer) else { return nil }
        if let standing = try? standing(at: signedLog, using: rules),
            let refusal = bets.refusal(of: offer, book, at: standing)
        {
            return refusal
        }
        bets.append(offer)
        return nil
    }

    /// Updates the bets after the log of the match was replaced.
    mutating func reconsiderBets(after before: SignedLog, using rules: SessionRules) {
        var now = bets
        now.reconsider(after: before, now: signedLog) { try? standing(at: signedLog, using: rules) }
        if now != bets { bets = now }
    }

    /// Returns why no bet is accepted in the match now; nil if bets are accepted.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func betRefusal(using rules: SessionRules) throws(SessionError) -> BetRefusal? {
        book.refusal(at: try standing(at: signedLog, using: rules))
    }

    private static let noRoom = "the match's message has no room for another bet"

    /// Returns whether a move could carry one more bet besides the waiting ones, as far as that is
    /// known before the move.
    private func hasRoom(for offer: OfferedBet, _ digest: [UInt8], _ carrier: MessageURLCoder) -> Bool {
        guard
            let url = try? carrier.url(
                of: Envelope(signedLog, sender: 0, standingDigest: digest, bet: offer.bet))
        else { return false }
        let waiting = bets.reduce(0) { $0 + $1.bet.bytes.count }
        return url.utf8.count + (waiting * 4 + 2) / 3 <= carrier.limits.url / 4 * 3
    }

    /// Returns the settlement of the bets; nil while the match isn't over, even if it reads as won
    /// on time, and while the match is disputed.
    ///
    /// - Throws: ``SessionError`` if the script fails.
    public func settlement(using rules: SessionRules) throws(SessionError) -> Settlement? {
        if dispute != nil { return nil }  // bets wait until the dispute is decided
        let outcome = try look(at: signedLog, using: rules) { match throws(GameError) in try match.status.outcome }
        return outcome.map { book.settlement(winners: $0.winners) }
    }
}

extension [OfferedBet] {
    /// Returns why one more offer could never count; nil if a move may still carry the offer.
    ///
    /// - Parameter standing: The standing at the end of the book's log.
    func refusal(of offer: OfferedBet, _ book: BetBook, at standing: Standing) -> BetRefusal? {
        let key = offer.bet.bettor.key
        let others = filter { $0 != offer }
        guard !others.contains(where: { $0.bet.bettor.key == key && $0.number == offer.number }) else {
            return .placeTaken
        }
        // later bets of the same key wait for this offer
        let before = others.filter { $0.bet.bettor.key != key || $0.number < offer.number }
        return book.refusal(of: offer.bet, number: offer.number, behind: before.map(\.bet), at: standing)
    }

    /// Updates the offers after the log was replaced. Bets that were lost with their plies are
    /// offered again. Bets that count in the log, or can't count any more, are removed.
    ///
    /// - Parameter standing: Returns the standing at the end of the new log; nil if the script
    ///   fails. The closure is called only if the standing is needed.
    mutating func reconsider(after before: SignedLog, now log: SignedLog, at standing: () -> Standing?) {
        let (old, new) = (BetBook(of: before), BetBook(of: log))
        for entry in old.entries where !new.counts(entry.bet) {
            let lost = OfferedBet(bet: entry.bet, number: entry.number)
            if !contains(lost) { append(lost) }
        }
        removeAll { new.counts($0.bet) || $0.number < new.count(of: $0.bet.bettor.key) }
        guard !isEmpty, new.isComplete, let standing = standing() else { return }
        let all = self
        removeAll { offer in
            switch all.refusal(of: offer, new, at: standing) {
            // keep the offer: if earlier offers are removed, there may be room for it
            case nil, .tooMany?, .placeTaken?: false
            default: true
            }
        }
    }

    /// Returns the offers that a move may carry, in the order of arrival.
    ///
    /// - Parameters:
    ///   - ply: The move, without bets.
    ///   - book: The book before the move.
    func carried(by ply: Ply, _ book: BetBook) -> [Bet] {
        var carried: [Bet] = []
        var waiting = self
        while carried.count < Bet.mostOfMatch,
            let next = waiting.firstIndex(where: { offer in
                book.mayCarry(ply.carrying(carried + [offer.bet]), lastWith: offer.number)
            })
        {
            carried.append(waiting.remove(at: next).bet)
        }
        return carried
    }
}

extension MessageURLCoder {
    /// Returns whether a message with this log leaves room for the rest of the match. Bets must not
    /// be the reason that the match ends.
    func leavesRoom(_ log: SignedLog) -> Bool {
        // the size doesn't depend on the sender and the state check
        let digest = [UInt8](repeating: 0, count: Envelope.stateCheckSize)
        guard let url = try? url(of: Envelope(log, sender: 0, standingDigest: digest)) else { return false }
        return url.utf8.count <= limits.url / 4 * 3
    }
}

extension Bet {
    /// Returns the bet in words, such as `20 chips that Ana wins`.
    package func stake(_ names: (Int) -> String) -> String {
        let name = pool == 0 ? "nobody" : names(pool)
        return "\(Self.words(chips)) that \(name) \(name == "you" ? "win" : "wins")"
    }

    package static func words(_ chips: Int) -> String { counted(chips, "chip") }
}
