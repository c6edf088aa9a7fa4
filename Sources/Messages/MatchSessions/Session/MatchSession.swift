import GameRules
import MessageProtocol
import Values

/// One match as one participant knows it: the log, the keys of the seats that they play, what is drafted, what they have sealed, and
/// what they sent and mustn't contradict.
///
/// It is a value: what fails leaves a copy as it was, and its ``bytes(withKeys:)`` go on anywhere. What asks the rules takes
/// ``SessionRules``. A device stores the bytes before it shows a url, and counts it as sent from then on.
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
    /// Which match it is, the same on every device.
    public var id: MatchID { signedLog.match.id }
    /// Verified and replayed.
    public internal(set) var signedLog: SignedLog {
        // whoever put the log there: nobody asks for a seat that is taken
        didSet { joins.removeAll { signedLog.roster[$0.seat] != nil } }
    }
    /// The message that ends with the log: what "Send again" stages, whoever made it. Nil for a match that nobody was told of.
    public package(set) var url: String?
    /// When the log last changed, by this device's clock.
    public internal(set) var changed: Duration
    /// People who asked for a seat of a group's match.
    public internal(set) var joins: [SeatedJoin] = []
    /// Bets that were offered and that no ply carries yet, in the order in which they came.
    public internal(set) var bets: [OfferedBet] = []
    /// What is signed and not sent.
    public package(set) var draft: Draft?
    /// The last move of this participant's seat that was sent, as a person reads it.
    public package(set) var lastMove: String?
    /// All moves of the message that held it, in order.
    package var lastMoves: [String] = []
    /// A move of ours that was lost: it crossed another one, which stays.
    public package(set) var superseded: String?
    /// The moves that the seats have sealed for the match: known here alone until it is over.
    package var secrets: [Commitment: RevealedMove] = [:]
    /// What binds the seats whatever becomes of their messages.
    package var sent = EquivocationGuard()
    /// Another log of the match that nothing decides against ours yet: shown, and no hindrance.
    public package(set) var dispute: KeptDispute?
    /// The log that was left for another one by hand.
    package var left: LeftLog?
    /// The keys of the seats that are played here, of a seat that is asked for, or of bets; none for a spectator who only watches.
    package private(set) var keys: [HeldKey]

    /// A key, with its public part.
    package struct HeldKey: Sendable {
        package let key: SeatKey
        package let publicKey: SeatKey.Public

        init(_ key: SeatKey) { (self.key, publicKey) = (key, key.publicKey) }
    }

    /// Another log, and the message that it came in.
    public struct KeptDispute: Hashable, Sendable {
        /// Who signed both, and the other log.
        public let dispute: Dispute
        let url: String
        /// Who sent it here, as the host names its participants.
        package var sender: String?
        /// Is it the log that this device left for the sender's? Then each has the other's now.
        package var isSwapped = false
    }

    /// A log that was left by hand: how far it went, and whose message held the one that was taken.
    package struct LeftLog: Hashable, Sendable {
        let head: Head
        let holder: String
    }

    /// A match that isn't known yet.
    package init(_ signedLog: SignedLog, keys: [SeatKey] = [], changed: Duration = .zero) {
        self.signedLog = signedLog
        self.keys = keys.map(HeldKey.init)
        self.changed = changed
    }

    // MARK: Seats and keys

    /// The seats that are played here, in order.
    public var seats: [Int] { keys.compactMap { signedLog.roster.seat(of: $0.publicKey) }.sorted() }

    /// The seat that is played here, the first one where there are several; nil for a spectator.
    public var seat: Int? { seats.first }

    /// The key of the seat, of the one that is asked for, or of the bets.
    package var key: SeatKey? { keys.first?.key }

    /// The public part of the key.
    package var publicKey: SeatKey.Public? { keys.first?.publicKey }

    /// The key of a seat; nil if it is played elsewhere.
    public func key(of seat: Int) -> SeatKey? {
        signedLog.roster[seat].flatMap { entry in keys.first { $0.publicKey == entry.key }?.key }
    }

    /// A key that stands on no seat: a seat whose join was lost joins again with it.
    var spareKey: SeatKey? { keys.first { signedLog.roster.seat(of: $0.publicKey) == nil }?.key }

    /// Takes a key, unless it is held already.
    mutating func hold(_ key: SeatKey) {
        let new = HeldKey(key)
        if !keys.contains(where: { $0.publicKey == new.publicKey }) { keys.append(new) }
    }

    /// Has this participant a seat, or has it asked for one, or bet? Who only watches has done nothing that others know of.
    public var takesPart: Bool { !keys.isEmpty }

    /// What the protocol's table has to know.
    var known: KnownMatch { KnownMatch(signedLog, keys: keys.map(\.key)) }

    // MARK: Drafts

    /// Did the match go on under the draft?
    public var draftIsStale: Bool { draft.map { $0.base != signedLog.head } ?? false }

    /// The log with the draft, if there is one: what a person looks at.
    package var shown: SignedLog {
        if let draft, !draftIsStale { draft.signedLog } else { signedLog }
    }

    // MARK: What was lost

    /// What a lost resignation is called among moves that were lost.
    static let resignation = "resign"

    /// Did a seat resign, and was that lost to a ply that crossed it? It is all that the seat signs from then on, with an entry of a
    /// round that was lost, too: the old message may still turn up, and would end a match in which the seat had played on.
    func owesResignation(of seat: Int) -> Bool {
        sent.resigned.contains(seat)
            && !signedLog.log.plies.contains { $0.seat == seat && $0.action == .resign }
    }

    /// Does a seat that is played here owe its resignation again? Also one whose join was lost.
    package var owesResignation: Bool { sent.resigned.contains(where: owesResignation) }

    /// The moves of ours that were lost, in order: all of the message that held the last one.
    package var lostMoves: [String] {
        guard let superseded else { return [] }
        return lastMoves.last == superseded ? lastMoves : [superseded]
    }

    /// Is a seat free that has to be taken before anybody can move, since all draw together?
    package var hasToBeJoined: Bool { signedLog.match.isChained && !signedLog.roster.isComplete }

    /// Does the participant know all that a seat of theirs has sealed? A device that lost it watches.
    func knowsSecrets(of seat: Int) -> Bool {
        signedLog.log.plies.allSatisfy { $0.seat != seat || $0.hidden.map { secrets[$0] != nil } ?? true }
    }

    static func chosenElsewhere(_ seat: Int) -> String {
        "What seat \(seat) has sealed was chosen on another device: the match is played on there."
    }
}

/// A message that is signed, and staged or about to be. It counts when it is sent.
public struct Draft: Sendable {
    /// The log as it is once this was sent; that of the record for a bet or a request for a seat.
    public internal(set) var signedLog: SignedLog
    /// The message that is staged.
    public internal(set) var url: String
    /// What the seat did, as a person reads it: `b2`, `resign`.
    public internal(set) var text: String
    /// The head that it was signed on.
    public let base: Head
    /// Who signs it, from 1: for a request the seat that is asked for; 0 for a bet.
    public let seat: Int
    /// The moves to stage anew when the match went on meanwhile, in order; none for what isn't a move. A seat that moves
    /// several times in a row says it in one message.
    package var moves: [String] = []
    /// Which plies of the log they are, from 1: answers that the device gives by itself may stand in front of them and after them.
    package var places: [Int] = []
    /// The last of them.
    var move: String? { moves.last }
    /// The places of its moves, if nothing stands after them.
    package var lastPlaces: [Int] { Array((1...max(1, signedLog.log.plies.count)).suffix(moves.count)) }
    /// What it enters in rounds, by the head that names the round: see ``SignedLog/headBeforeRound(entered:gone:)``.
    package var chosen: [Head: [Int: EquivocationGuard.Entry]] = [:]
    /// The bet that it offers.
    package var bet: OfferedBet?
    /// Does it ask for a seat? Then its log is the match's own.
    package var asksForSeat = false
    /// How many of its moves stand whatever its person wants now.
    package var seen = Seen.none

    /// Moves of a draft, from its first one on, that stand whatever its person wants now: what they drew by chance was seen, or what
    /// they opened that others had sealed.
    package struct Seen: Hashable, Sendable {
        /// How many: up to the last one that drew by chance, or opened what was sealed.
        package var count: Int
        /// Is it for what it opened that the last of them stands?
        package var opened: Bool

        package static let none = Seen(count: 0, opened: false)
    }
}
