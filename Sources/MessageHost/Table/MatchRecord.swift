import Conversations
import MessageWire
import Values

/// What a device knows of one match: the log it agreed to, the key of its own seat, who the others are.
public struct MatchRecord: Sendable {
    /// Which match it is, the same on every device.
    public var id: MatchID { signedLog.match.id }
    /// Where it was begun here, or first seen.
    public let chat: Chat.ID
    /// The session that the match's messages travel in.
    public let session: Session
    /// Verified and replayed.
    public internal(set) var signedLog: SignedLog {
        // whoever put the log there: nobody asks for a seat that is taken
        didSet { joins.removeAll { signedLog.roster[$0.seat] != nil } }
    }
    /// The message that ends with the log: what "Send again" stages, whoever made it. Nil for a match that nobody was told of.
    public internal(set) var url: String?
    /// Who sits where, and which participant each is.
    public internal(set) var who: WhoIsWho<Participant>
    /// When the log last changed, by this device's clock.
    public internal(set) var changed: Duration
    /// People who asked for a seat of a group's match.
    public internal(set) var joins: [SeatedJoin] = []
    /// Bets that were offered and that no ply carries yet, in the order in which they came.
    public internal(set) var bets: [OfferedBet] = []
    /// What the bets came to, where that was told already.
    var toldSettlement: Settlement?
    /// What is signed and not sent.
    public internal(set) var draft: Draft?
    /// Urls that this device signed, by the head they lead to: signing the same again could give other bytes.
    package var signed: [Head: String] = [:]
    /// What this seat chose in rounds, by the head that a round begins on: a second choice would be another version of it.
    var entries: [Head: Entry] = [:]
    /// The last move of this device's seat that was sent, as a person reads it.
    public internal(set) var lastMove: String?
    /// All moves of the message that held it, in order.
    var lastMoves: [String] = []
    /// A move of ours that was lost: it crossed another one, which stays.
    public internal(set) var superseded: String?
    /// The moves that this device's seat has sealed for the match: known here alone until it is over.
    var secrets: [Commitment: OpenedMove] = [:]
    /// What this device's seat sent and the log doesn't hold any more.
    var lostWords = LostWords()
    /// Did a resignation of this device's seat leave it? Then it stands by it, whatever becomes of the message.
    var hasResigned = false
    /// Another log of the match that nothing decides against ours yet: shown, and no hindrance.
    public internal(set) var dispute: KeptDispute?
    /// The log that this device left for another one by hand.
    var left: LeftLog?
    /// The key of this device's seat, of the seat that it asks for, or of its bets; nil for a spectator who only watches.
    package private(set) var key: SeatKey?

    /// Another log, and the message that it came in.
    public struct KeptDispute: Hashable, Sendable {
        /// Who signed both, and the other log.
        public let dispute: Dispute
        let url: String
        /// Who sent it here, as the host reports it.
        var sender: Participant?
        /// Is it the log that this device left for the sender's? Then each has the other's now.
        var isSwapped = false
    }

    /// A log that was left by hand: how far it went, and whose message held the one that was taken.
    struct LeftLog: Hashable, Sendable {
        let head: Head
        let holder: Participant
    }

    /// What a seat chose in a round, and the bets that its entry carries.
    struct Entry: Hashable, Sendable {
        let move: String
        var bets: [Bet] = []
    }

    /// A match that isn't known yet. One that is goes on as a copy of its record: what is made anew forgets what it isn't told.
    init(beginningAt signedLog: SignedLog, chat: Chat.ID, session: Session, key: SeatKey?, changed: Duration) {
        self.signedLog = signedLog
        self.chat = chat
        self.session = session
        self.key = key
        self.changed = changed
        who = WhoIsWho(ownKey: key?.publicKey)
    }

    /// The same match on a device that took a key for it: a seat's, one that is asked for, or that of a bettor.
    func holding(_ key: SeatKey) -> MatchRecord {
        var copy = self
        copy.key = key
        copy.who = who.holding(key.publicKey)
        return copy
    }

    /// This device's seat; nil for a spectator.
    public var seat: Int? { who.ownSeat(in: signedLog.roster) }

    /// Has this device a seat, or has it asked for one, or bet? Who only watches has done nothing that others know of.
    package var takesPart: Bool { key != nil }

    var known: KnownMatch { KnownMatch(signedLog, keys: key.map { [$0] } ?? []) }

    /// Did the match go on under the draft?
    public var draftIsStale: Bool { draft.map { $0.base != signedLog.head } ?? false }

    /// What a lost resignation is called among moves that were lost.
    static let resignation = "resign"

    /// Was our resignation lost to a ply that crossed it? It is all that the seat signs from then on, with an entry of a round
    /// that was lost, too: the old message may still turn up, and would end a match in which the seat had played on.
    package var owesResignation: Bool {
        guard hasResigned else { return false }
        guard let seat else { return true }  // its join was lost, too
        return !signedLog.log.plies.contains { $0.seat == seat && $0.action == .resign }
    }

    /// The moves of ours that were lost, in order: all of the message that held the last one.
    var lostMoves: [String] {
        guard let superseded else { return [] }
        return lastMoves.last == superseded ? lastMoves : [superseded]
    }

    /// Is a seat free that has to be taken before anybody can move, since all draw together?
    package var hasToBeJoined: Bool { signedLog.match.isChained && !signedLog.roster.isComplete }

    /// The log with the draft, if there is one: what the person of this device looks at.
    var shown: SignedLog {
        if let draft, !draftIsStale { draft.signedLog } else { signedLog }
    }
}

/// A message that is signed, and staged or about to be. It counts when it is sent.
public struct Draft: Sendable {
    /// The log as it is once this was sent; that of the record for a bet or a request for a seat.
    public let signedLog: SignedLog
    /// The message that is staged.
    public let url: String
    /// What the seat did, as a person reads it: `b2`, `resign`.
    public let text: String
    /// The head that it was signed on.
    public let base: Head
    /// Who signs it, from 1: for a request the seat that is asked for; 0 for a bet.
    public let seat: Int
    /// The moves to stage anew when the match went on meanwhile, in order; none for what isn't a move. A seat that moves
    /// several times in a row says it in one message.
    package var moves: [String] = []
    /// Which plies of the log they are, from 1: answers that the device gives by itself may stand in front of them and behind them.
    var places: [Int] = []
    /// The last of them.
    var move: String? { moves.last }
    /// The places of its moves, if nothing stands behind them.
    var lastPlaces: [Int] { Array((1...max(1, signedLog.log.plies.count)).suffix(moves.count)) }
    /// What names the round that it enters: see ``SignedLog/headBeforeRound(entered:gone:)``.
    var round: Head?
    /// The bet that it offers.
    var bet: OfferedBet?
}
