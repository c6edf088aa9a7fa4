/// What one message carries: a whole match, who sent it, and a check on the state that it leads to.
public struct Envelope: Sendable {
    /// The bytes of a ``stateCheck``.
    package static let stateCheckSize = 8

    /// The match as the sender has it.
    public let signedLog: SignedLog
    /// The seat of the device that made the message, from 1; with a ``join``, the seat that is asked for; 0
    /// for somebody without a seat, such as with a ``bet``: it confirms nobody.
    public let sender: Int
    /// The first 8 bytes of the digest of the public state: a check, not a proof.
    public let stateCheck: [UInt8]
    /// Someone who asks for a seat of a group's match.
    public let join: SeatedJoin?
    /// A spectator's bet, for a seat's next move to carry.
    public let bet: Bet?

    /// - Parameter standingDigest: At least 8 bytes.
    /// - Throws: ``WireError/malformed(part:problem:)`` for a seat that doesn't exist, a digest too short, a join for
    ///   another seat than the sender's or for one that is taken, or a bet with a join or a seat as the sender.
    public init(
        _ signedLog: SignedLog, sender: Int, standingDigest: [UInt8], join: SeatedJoin? = nil, bet: Bet? = nil
    ) throws(WireError) {
        guard bet == nil || sender == 0 else {  // and so no join, which is its sender's
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

    /// The first thing that a signature doesn't fit: see ``SignedLog/forgery(known:)``. A sender has signed the end of the
    /// log; one who asks for a seat, or bets, has signed for that.
    public func forgery(known: SignedLog? = nil) -> Forgery? {
        if let forgery = signedLog.forgery(known: known) { return forgery }
        if let bet { return bet.number(signedFor: signedLog.heads[0]) == nil ? .bet(ply: nil) : nil }
        if let join { return join.isSigned(for: signedLog.heads[0]) ? nil : .join(seat: join.seat) }
        if sender == 0 { return nil }
        return signedLog.canBeSent(by: sender) ? nil : .sender(seat: sender)
    }
}

extension SignedLog {
    /// Has the seat signed the end of the log? Who hasn't relays it as nobody's, with 0 for the sender.
    package func canBeSent(by seat: Int) -> Bool {
        log.runs.last.map { log.plies[$0.range].contains { $0.seat == seat } } ?? (seat == match.setup.inviterSeat)
    }

    /// Has a seat made a ply behind the run of another one? Then it had that run.
    func isAnswered(at index: Int, by seat: Int) -> Bool {
        let end = log.runs.first { $0.range.contains(index) }?.range.upperBound ?? log.plies.count
        return log.plies[end...].contains { $0.seat == seat }
    }
}
