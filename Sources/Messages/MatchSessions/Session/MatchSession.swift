import GameRules
import MessageProtocol
import Values

/// One match as one participant knows it. A session has the log, the keys of the participant's seats,
/// the draft, the sealed moves, and the record of sent plies that the participant mustn't contradict.
///
/// A session is a value. An operation that fails leaves a copy unchanged, and any device can
/// continue from its ``bytes(withKeys:)``. Operations that use the rules take ``SessionRules``, and
/// a ``SessionReader`` answers questions. A device stores the bytes before it shows a url, and counts
/// the url as sent from then on.
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
        // drop the requests for seats that are taken in the new log
        didSet { joins.removeAll { signedLog.roster[$0.seat] != nil } }
    }
    /// The url of the message that ends with the log, whoever made the message. "Send again" stages
    /// this url. Nil if there is no such message yet.
    public package(set) var url: String?
    /// The time of the last change of the log, by this device's clock.
    public internal(set) var changed: Duration
    /// The requests for seats of a match of three or more.
    public internal(set) var joins: [SeatedJoin] = []
    /// The offered bets that no ply carries yet, in the order of arrival.
    public internal(set) var bets: [OfferedBet] = []
    /// The signed message that isn't sent yet.
    public package(set) var draft: Draft?
    /// The last sent move of this participant's seat, as a person reads it.
    public package(set) var lastMove: String?
    /// All moves of the message with ``lastMove``, in order.
    package var lastMoves: [String] = []
    /// Our move that was lost, because it crossed another move, which counts instead. If our
    /// resignation was lost, `resign`.
    public package(set) var superseded: String?
    /// The moves that the seats have sealed for longer than a round, by their commitments. Until
    /// the moves are revealed, only this participant knows them.
    package var secrets: [Commitment: RevealedMove] = [:]
    /// The record of sent plies, which bind the seats whether or not their messages arrive.
    package var sent = EquivocationGuard()
    /// Another log of the match, if neither that log nor ours has won yet. The person is told of
    /// the dispute, and the match can continue.
    public package(set) var dispute: KeptDispute?
    /// At most one log. It unites the entries of a round whose logs lost to a log with a resignation.
    /// If all entries of the round arrive, this log replaces the log with the resignation.
    package var lostRounds: [SignedLog] = []
    /// The log that the person gave up for the other log of a dispute.
    package var left: LeftLog?
    /// The keys of the seats that are played here, of a requested seat, or of bets. Empty for a
    /// spectator who only watches.
    package internal(set) var keys: HeldKeys

    /// The other log of a dispute, and the message with that log.
    public struct KeptDispute: Hashable, Sendable {
        /// The disputed seats, and the other log.
        public let dispute: Dispute
        let url: String
        /// The sender of the message, by the host's name for participants.
        package var sender: String?
        /// Whether the other log contains the log that this device gave up for the sender's log.
        /// The two devices have then swapped their logs.
        package var isSwapped = false
    }

    /// A log that the person gave up: its head, and the sender of the log that the person took
    /// instead.
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

    /// Returns the key of a seat; nil if the seat isn't played here.
    public func key(of seat: Int) -> SeatKey? { keys.key(of: seat, in: signedLog) }

    /// Whether this participant has a seat, has asked for one, or has bet. Others don't know of a
    /// person who only watches.
    public var takesPart: Bool { !keys.isEmpty }

    /// The match in the form in which a ``Receiver`` compares it with messages.
    var known: KnownMatch { KnownMatch(signedLog, keys: keys.secretKeys) }

    // MARK: Requests for seats

    /// The most stored requests for one seat.
    static let mostJoinsForASeat = 8

    /// Stores a request for a seat. A person who makes many keys can displace only requests for
    /// that seat, and a person whose request was displaced can ask again.
    mutating func note(_ join: SeatedJoin) {
        joins.removeAll { $0.entry.key == join.entry.key }
        let sameSeat = joins.indices.filter { joins[$0].seat == join.seat }
        if sameSeat.count >= Self.mostJoinsForASeat, let oldest = sameSeat.first { joins.remove(at: oldest) }
        joins.append(join)
    }

    // MARK: Drafts

    /// Whether the match has continued since the draft was made.
    public var draftIsStale: Bool { draft.map { $0.base != signedLog.head } ?? false }

    /// The log with the draft; without a current draft, the log of the match.
    package var shown: SignedLog {
        if let draft, !draftIsStale { draft.signedLog } else { signedLog }
    }

    // MARK: Lost plies

    /// The text that stands for a lost resignation in ``superseded``.
    static let resignation = "resign"

    /// Returns whether a seat resigned and the resignation was lost to a ply that crossed it. From
    /// then on the seat signs only the resignation, or a lost entry of a round. The old message
    /// with the resignation may still arrive, and would end a match in which the seat had played
    /// on.
    func owesResignation(of seat: Int) -> Bool {
        sent.resigned.contains(seat)
            && !signedLog.log.plies.contains { $0.seat == seat && $0.action == .resign }
    }

    /// Whether a seat that is played here owes its resignation again. This includes a seat whose
    /// join was lost.
    package var owesResignation: Bool { sent.resigned.contains(where: owesResignation) }

    /// Our lost moves, in order. If the lost move was the last move of a message, these are all moves
    /// of the message.
    package var lostMoves: [String] {
        guard let superseded else { return [] }
        return lastMoves.last == superseded ? lastMoves : [superseded]
    }

    /// Whether a free seat must be taken before anybody can move, because all seats contribute to
    /// the draws.
    package var hasToBeJoined: Bool { signedLog.match.isChained && !signedLog.roster.isComplete }

    /// Returns whether this device knows all moves that a seat has sealed for longer than a round.
    /// A device that doesn't know them can only watch.
    func knowsSecrets(of seat: Int) -> Bool {
        signedLog.log.plies.allSatisfy { $0.seat != seat || $0.hidden.map { secrets[$0] != nil } ?? true }
    }
}
