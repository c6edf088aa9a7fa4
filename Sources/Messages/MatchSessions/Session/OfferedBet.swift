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

extension MatchSession {
    /// The bets that count in the log.
    public var book: BetBook { BetBook(of: signedLog) }

    /// The bets of this participant that no ply carries yet, the next one first.
    public var ownOffers: [OfferedBet] {
        guard let publicKey else { return [] }
        return bets.filter { $0.bet.bettor.key == publicKey }.sorted { $0.number < $1.number }
    }

    /// The reason that an offered bet isn't accepted.
    package enum OfferRefusal {
        /// The rules of betting forbid the bet.
        case refused(BetRefusal)
        /// Another reason, in words.
        case other(String)

        /// The refusal of a bet for which a message has no room.
        static let noRoom = "the match's message has no room for another bet"

        package var text: String {
            switch self {
            case .refused(let refusal): refusal.description
            case .other(let text): text
            }
        }
    }
}

extension [OfferedBet] {
    /// Returns why one more offer could never count; nil if a move may still carry the offer.
    ///
    /// - Parameter standing: The standing at the end of the book's log.
    func refusal(of offer: OfferedBet, _ book: BetBook, at standing: ReplayPosition) -> BetRefusal? {
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
    mutating func reconsider(after before: SignedLog, now log: SignedLog, at standing: () -> ReplayPosition?) {
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
