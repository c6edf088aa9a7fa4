/// The content of one message: a whole match, its sender, and a check on the resulting state.
public struct Envelope: Sendable {
    /// The size of a ``stateCheck`` in bytes.
    package static let stateCheckSize = 8

    /// The sender's log of the match.
    public let signedLog: SignedLog
    /// The seat of the device that made the message, from 1. With a ``join``, this is the requested
    /// seat. It is 0 if the sender has no seat, for example with a ``bet``; such a message doesn't
    /// confirm who plays a seat.
    public let sender: Int
    /// The first 8 bytes of the digest of the public state. This is a check, not a proof.
    public let stateCheck: [UInt8]
    /// A request for a free seat of the match.
    public let join: SeatedJoin?
    /// A spectator's bet, for a seat's next move to carry.
    public let bet: Bet?

    /// - Parameter standingDigest: At least 8 bytes.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a seat that doesn't exist or a digest
    ///   that is too short. The same error is thrown for a join that requests a taken seat or a seat
    ///   other than the sender's. It is also thrown for a bet together with a join, and for a bet of
    ///   a sender with a seat.
    public init(
        _ signedLog: SignedLog, sender: Int, standingDigest: [UInt8], join: SeatedJoin? = nil, bet: Bet? = nil
    ) throws(WireError) {
        guard bet == nil || sender == 0 else {  // excludes a join, too
            throw .malformed(part: "bet", problem: "expected 0 as the sender, who has no seat, found \(sender)")
        }
        guard (0...signedLog.log.seats).contains(sender) else {
            throw .malformed(
                part: "sender", problem: "expected a seat from 1 to \(signedLog.log.seats), or 0, found \(sender)")
        }
        guard standingDigest.count >= Self.stateCheckSize else {
            throw .malformed(
                part: "state check",
                problem: "expected \(Self.stateCheckSize) bytes, found \(standingDigest.count)")
        }
        if let join {
            guard sender > 0, join.seat == sender, signedLog.roster[sender] == nil else {
                throw .malformed(part: "join", problem: "expected a join for the sender's seat, an open one")
            }
        }
        self.signedLog = signedLog
        self.sender = sender
        stateCheck = Array(standingDigest.prefix(Self.stateCheckSize))
        self.join = join
        self.bet = bet
    }

    /// Returns the first forgery: see ``SignedLog/forgery(known:)``. The sender's seat must have
    /// signed the end of the log. A join request or a bet must be signed by its person instead.
    public func forgery(known: SignedLog? = nil) -> Forgery? {
        if let forgery = signedLog.forgery(known: known) { return forgery }
        if let bet { return bet.number(signedFor: signedLog.heads[0]) == nil ? .bet(ply: nil) : nil }
        if let join { return join.isSigned(for: signedLog.heads[0]) ? nil : .join(seat: join.seat) }
        if sender == 0 { return nil }
        return signedLog.canBeSent(by: sender) ? nil : .sender(seat: sender)
    }
}

extension SignedLog {
    /// Returns whether the seat has signed the end of the log. A device whose seat hasn't signed the
    /// end may relay the log with 0 as the sender.
    package func canBeSent(by seat: Int) -> Bool {
        log.runs.last.map { log.plies[$0.range].contains { $0.seat == seat } } ?? (seat == match.setup.inviterSeat)
    }

    /// Returns whether a seat made a ply after the run that contains an index. Such a seat knew
    /// that run.
    func isAnswered(at index: Int, by seat: Int) -> Bool {
        let end = log.runs.first { $0.range.contains(index) }?.range.upperBound ?? log.plies.count
        return log.plies[end...].contains { $0.seat == seat }
    }
}
