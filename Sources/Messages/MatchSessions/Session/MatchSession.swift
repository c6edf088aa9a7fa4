import GameRules
import MessageProtocol
import Values

/// One match as one participant knows it: the log, the keys of their seats, the draft, their sealed
/// moves, and what they sent and mustn't contradict.
///
/// A session is a value. An operation that fails leaves a copy unchanged, and any device can
/// continue from its ``bytes(withKeys:)``. Operations that use the rules take ``SessionRules``. A
/// device stores the bytes before it shows a url, and counts the url as sent from then on.
///
/// ```swift
/// let rules = SessionRules(ScriptVersions(script))
/// var ann = try MatchSession.begun(as: token, using: rules)
/// let draft = try ann.play(.text("b2"), as: token, using: rules)   // draft.url is the message
/// _ = ann.send(now: now, using: rules)
/// let kept = try ann.bytes()
/// let bob = MatchSession.opened(by: draft.url, now: now, using: rules).session
/// ```
public struct MatchSession: Sendable {
    /// The id of the match, the same on every device.
    public var id: MatchID { signedLog.match.id }
    /// The log, verified and replayed.
    public internal(set) var signedLog: SignedLog {
        // whatever replaced the log: nobody asks for a taken seat
        didSet { joins.removeAll { signedLog.roster[$0.seat] != nil } }
    }
    /// The url of the message that ends with the log, whoever made it. "Send again" stages it. Nil
    /// if nobody was told of the match.
    public package(set) var url: String?
    /// The time of the last change of the log, by this device's clock.
    public internal(set) var changed: Duration
    /// The requests for seats of a group's match.
    public internal(set) var joins: [SeatedJoin] = []
    /// The offered bets that no ply carries yet, in the order of arrival.
    public internal(set) var bets: [OfferedBet] = []
    /// The signed message that isn't sent yet.
    public package(set) var draft: Draft?
    /// The last sent move of this participant's seat, as a person reads it.
    public package(set) var lastMove: String?
    /// All moves of the message with ``lastMove``, in order.
    package var lastMoves: [String] = []
    /// Our move that was lost: it crossed another one, which counts.
    public package(set) var superseded: String?
    /// The moves that the seats have sealed for longer than a round. They are known only here until
    /// the match is over.
    package var secrets: [Commitment: RevealedMove] = [:]
    /// The statements that bind the seats, whatever becomes of their messages.
    package var sent = EquivocationGuard()
    /// Another log of the match, if nothing decides between it and ours yet. It is shown and
    /// prevents nothing.
    public package(set) var dispute: KeptDispute?
    /// The logs of a round that lost to a resignation, united: at most one. If all entries of the
    /// round arrive, it replaces the log with the resignation.
    package var lostRounds: [SignedLog] = []
    /// The log that the person left for another one.
    package var left: LeftLog?
    /// The keys of the seats that are played here, of a requested seat, or of bets; empty for a
    /// spectator who only watches.
    package internal(set) var keys: HeldKeys

    /// Another log, and its message.
    public struct KeptDispute: Hashable, Sendable {
        /// The disputed seats, and the other log.
        public let dispute: Dispute
        let url: String
        /// The sender of the message, by the host's name for participants.
        package var sender: String?
        /// Whether it is the log that this device left for the sender's. Then each has the other's
        /// log now.
        package var isSwapped = false
    }

    /// A log that the person left: its head, and the sender of the message with the log that was
    /// taken.
    package struct LeftLog: Hashable, Sendable {
        let head: Head
        let holder: String
    }

    /// Creates a session for a match that isn't known yet.
    package init(_ signedLog: SignedLog, keys: [SeatKey] = [], changed: Duration = .zero) {
        self.signedLog = signedLog
        self.keys = HeldKeys(keys)
        self.changed = changed
    }

    // MARK: Seats and keys

    /// The seats that are played here, in order.
    public var seats: [Int] { keys.seats(in: signedLog.roster) }

    /// The seat that is played here, the first if there are several; nil for a spectator.
    public var seat: Int? { seats.first }

    /// The key of the seat, of the requested seat, or of the bets.
    package var key: SeatKey? { keys.all.first?.key }

    /// The public part of the key.
    package var publicKey: SeatKey.Public? { keys.all.first?.publicKey }

    /// Returns the key of a seat; nil if it is played elsewhere.
    public func key(of seat: Int) -> SeatKey? { keys.key(of: seat, in: signedLog) }

    /// Whether this participant has a seat, has asked for one, or has bet. A person who only
    /// watches has done nothing that others know of.
    public var takesPart: Bool { !keys.isEmpty }

    /// The match for the protocol's table.
    var known: KnownMatch { KnownMatch(signedLog, keys: keys.secretKeys) }

    // MARK: Requests for seats

    /// The most stored requests for one seat.
    static let mostJoinsForASeat = 8

    /// Stores a request for a seat. A person who makes many keys can only displace requests for
    /// that seat, and a displaced person can ask again.
    mutating func note(_ join: SeatedJoin) {
        joins.removeAll { $0.entry.key == join.entry.key }
        let sameSeat = joins.indices.filter { joins[$0].seat == join.seat }
        if sameSeat.count >= Self.mostJoinsForASeat, let oldest = sameSeat.first { joins.remove(at: oldest) }
        joins.append(join)
    }

    // MARK: Drafts

    /// Whether the match has continued since the draft was made.
    public var draftIsStale: Bool { draft.map { $0.base != signedLog.head } ?? false }

    /// The log with the draft if there is one, else without it.
    package var shown: SignedLog {
        if let draft, !draftIsStale { draft.signedLog } else { signedLog }
    }

    // MARK: Lost plies

    /// The name of a lost resignation among lost moves.
    static let resignation = "resign"

    /// Returns whether a seat resigned and the resignation was lost to a ply that crossed it. From
    /// then on the seat signs only the resignation, or a lost entry of a round. The old message may
    /// still arrive, and would end a match in which the seat had played on.
    func owesResignation(of seat: Int) -> Bool {
        sent.resigned.contains(seat)
            && !signedLog.log.plies.contains { $0.seat == seat && $0.action == .resign }
    }

    /// Whether a seat that is played here owes its resignation again. This includes a seat whose
    /// join was lost.
    package var owesResignation: Bool { sent.resigned.contains(where: owesResignation) }

    /// Our lost moves, in order: all moves of the message with the last one.
    package var lostMoves: [String] {
        guard let superseded else { return [] }
        return lastMoves.last == superseded ? lastMoves : [superseded]
    }

    /// Whether a free seat must be taken before anybody can move, because all seats contribute to
    /// the draws.
    package var hasToBeJoined: Bool { signedLog.match.isChained && !signedLog.roster.isComplete }

    /// Returns whether the participant knows all that a seat of theirs has sealed. A device that
    /// lost it can only watch.
    func knowsSecrets(of seat: Int) -> Bool {
        signedLog.log.plies.allSatisfy { $0.seat != seat || $0.hidden.map { secrets[$0] != nil } ?? true }
    }

    static func chosenElsewhere(_ seat: Int) -> String {
        "What seat \(seat) has sealed was chosen on another device: the match is played on there."
    }
}
