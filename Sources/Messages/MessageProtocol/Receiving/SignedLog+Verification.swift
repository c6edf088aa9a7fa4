extension SignedLog {
    /// The first thing that a signature doesn't fit; nil if every ply is signed by its seat.
    ///
    /// - Parameter known: A log of the same match that was verified before: what both have in common isn't verified again.
    public func forgery(known: SignedLog? = nil) -> Forgery? {
        if let forgery = forgedLink(known: known) { return forgery }
        for seat in 1...log.seats {
            if let forgery = forgery(of: seat, known: known) { return forgery }
        }
        for (index, ply) in log.plies.enumerated() {
            guard case .start(let joins) = ply.action, !shares(index + 1, with: known) else { continue }
            for join in joins where !join.isSigned(for: heads[0]) { return .join(seat: join.seat) }
        }
        return forgedBet(known: known)
    }

    /// A bet that isn't signed for where it stands. Which of its key's bets it is follows from the log.
    private func forgedBet(known: SignedLog?) -> Forgery? {
        guard log.plies.contains(where: { !$0.bets.isEmpty }) else { return nil }
        var book = BetBook(match.setup)
        for (index, ply) in log.plies.enumerated() {
            if !ply.bets.isEmpty, !shares(index + 1, with: known) {
                let isSigned = zip(ply.bets, book.numbers(in: ply)).allSatisfy { bet, number in
                    bet.isSigned(for: heads[0], number: number)
                }
                if !isSigned { return .bet(ply: index + 1) }
            }
            book.note(ply)
        }
        return nil
    }

    /// What the plies and the signature of one seat don't fit; nil if they fit, or if there is no such seat.
    package func forgery(of seat: Int) -> Forgery? {
        (1...log.seats).contains(seat) ? forgery(of: seat, known: nil) : nil
    }

    private func forgery(of seat: Int, known: SignedLog?) -> Forgery? {
        let last = log.lastPly(of: seat)
        guard let signature = signatures[seat - 1] else {
            if let last { return .unsigned(ply: last + 1, seat: seat) }
            return seat == match.setup.inviterSeat ? .signature(seat: seat) : nil
        }
        guard let key = roster[seat]?.key, last != nil || seat == match.setup.inviterSeat else {
            return .misplaced(seat: seat)
        }
        let number = last.map { $0 + 1 } ?? 0
        guard signature.ply >= number else { return .unsigned(ply: number, seat: seat) }
        guard signature.ply == number else { return .misplaced(seat: seat) }
        if known?.signatures[seat - 1] == signature, shares(number, with: known) { return nil }
        let payload = SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: last)
        return signature.signature.isValid(over: payload, by: key) ? nil : .signature(seat: seat)
    }

    /// Are the first `count` plies those of a log of the same match?
    private func shares(_ count: Int, with known: SignedLog?) -> Bool {
        guard let known, known.heads.indices.contains(count) else { return false }
        return known.heads[count] == heads[count]
    }
}

extension SignedLog {
    /// Is this what a seat's signature is over?
    private func signs(_ payload: [UInt8], seat: Int, key: SeatKey.Public) -> Bool {
        guard roster[seat]?.key == key, signatures[seat - 1] != nil else { return false }
        return SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: log.lastPly(of: seat)) == payload
    }

    /// A log of plies that were signed in other logs of the match, with the signatures from there.
    ///
    /// - Parameter sources: Logs without a ``forgery(known:)``.
    ///
    /// Nil where none of them has a signature that fits: they keep only the last one of each seat.
    init?(_ log: Log, signedIn sources: [SignedLog], key known: (Int, SeatKey.Public) -> SeatKey? = { _, _ in nil }) {
        guard let match = sources.first?.match, let roster = try? Roster(match.setup, log) else { return nil }
        let heads = log.heads(of: match)
        var signatures: [SeatSignature?] = []
        for seat in 1...log.seats {
            let last = log.lastPly(of: seat)
            guard last != nil || seat == match.setup.inviterSeat, let key = roster[seat]?.key else {
                signatures.append(nil)
                continue
            }
            // what each source's signature says is known: nothing needs to be verified again
            let payload = SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: last)
            let source = sources.first { $0.signs(payload, seat: seat, key: key) }
            let signature =
                source?.signatures[seat - 1]?.signature ?? (try? known(seat, key)?.signature(over: payload))
            guard let signature else { return nil }
            signatures.append(SeatSignature(ply: last.map { $0 + 1 } ?? 0, signature: signature))
        }
        try? self.init(match: match, log: log, signatures: signatures)
    }
}

/// What in a message doesn't fit a signature.
public enum Forgery: Hashable, Sendable {
    /// A signature isn't that of the seat's key over its last run.
    case signature(seat: Int)
    /// A ply that no signature of its seat covers: there is none, or it ends before. Plies count from 1.
    case unsigned(ply: Int, seat: Int)
    /// A signature over a ply that isn't the seat's last one.
    case misplaced(seat: Int)
    /// A join that the key it names didn't sign for this match.
    case join(seat: Int)
    /// A bet that the key it names didn't sign for this place in this match; nil for the one that the message asks to carry.
    case bet(ply: Int?)
    /// An opening that doesn't fit what its seat had sealed. Plies count from 1.
    case opening(ply: Int, seat: Int)
    /// A link that doesn't lead back to the anchor of its seat: another one, an old one, or one of another match.
    case link(seat: Int)
    /// The seat that is named as the sender isn't the one that made the last run.
    case sender(seat: Int)
}

extension Forgery: CustomStringConvertible {
    /// For people: what doesn't fit, with its seat or ply, without a capital and a full stop.
    public var description: String {
        switch self {
        case .signature(let seat): "the signature of seat \(seat) doesn't fit"
        case .unsigned(let ply, let seat): "ply \(ply) isn't signed by seat \(seat)"
        case .misplaced(let seat): "the signature of seat \(seat) is for another ply"
        case .join(let seat): "the join for seat \(seat) isn't signed by its key"
        case .bet(.some(let ply)): "a bet in ply \(ply) isn't signed by its key"
        case .bet(nil): "the bet isn't signed by its key"
        case .opening(let ply, let seat): "ply \(ply) isn't what seat \(seat) had sealed"
        case .link(let seat): "the link of seat \(seat) is none of its chain"
        case .sender(let seat): "seat \(seat) didn't make the last ply"
        }
    }
}
