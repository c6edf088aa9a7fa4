extension SignedLog {
    /// Returns the first forgery; nil if every ply is signed by its seat.
    ///
    /// - Parameter known: A log of the same match that was verified before. The plies that both
    ///   logs share aren't verified again.
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

    /// Returns a forgery if a bet isn't signed for its place. The log determines the number of the
    /// bet.
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

    /// Returns the forgery in the plies and the signature of one seat; nil if there is no forgery,
    /// or if the seat doesn't exist.
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

    /// Returns whether the first `count` plies are the same in `known`, a log of the same match.
    private func shares(_ count: Int, with known: SignedLog?) -> Bool {
        guard let known, known.heads.indices.contains(count) else { return false }
        return known.heads[count] == heads[count]
    }
}

extension SignedLog {
    /// Returns whether the seat's signature in this log is over `payload`.
    private func signs(_ payload: [UInt8], seat: Int, key: SeatKey.Public) -> Bool {
        guard roster[seat]?.key == key, signatures[seat - 1] != nil else { return false }
        return SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: log.lastPly(of: seat)) == payload
    }

    /// Creates a log of plies that were signed in other logs of the match, with the signatures of
    /// those logs.
    ///
    /// Returns nil if no fitting signature exists for some seat. A source has only the last signature
    /// of each seat.
    ///
    /// - Parameters:
    ///   - sources: Logs without a ``forgery(known:)``.
    ///   - known: Gets a seat and its public key, and returns this device's private key for that seat.
    ///     With the key, the seat's plies can be signed again. Nil if this device doesn't sign for the
    ///     seat.
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
            // the signatures of the sources are verified, so comparing their payloads is enough
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

/// A part of a message that doesn't fit a signature or commitment.
public enum Forgery: Hashable, Sendable {
    /// A signature isn't by the seat's key over its last run.
    case signature(seat: Int)
    /// No signature of its seat covers a ply. Either the seat has no signature, or its signature is
    /// for an earlier ply. Plies count from 1.
    case unsigned(ply: Int, seat: Int)
    /// A signature is over a ply that isn't the seat's last one.
    case misplaced(seat: Int)
    /// A join request isn't signed for this match by the key in the request.
    case join(seat: Int)
    /// A bet isn't signed for its place in this match by the key in the bet. `ply` is nil for a bet
    /// that the message only offers.
    case bet(ply: Int?)
    /// A reveal doesn't fit the commitment of its seat. Plies count from 1.
    case opening(ply: Int, seat: Int)
    /// A chain link doesn't lead back to the anchor of its seat, because the link is wrong, old, or
    /// of another match.
    case link(seat: Int)
    /// The sender's seat didn't make the last run.
    case sender(seat: Int)
}

extension Forgery: CustomStringConvertible {
    /// The forgery for people, with its seat or ply, without a capital letter and a full stop.
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
