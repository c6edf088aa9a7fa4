import GameRules
import MessageProtocol

/// An act of a participant in a match other than a move.
public enum SessionAct: Hashable, Sendable {
    /// Invites others to a match that was created.
    case invite
    /// Takes the free seat of a match for two without a move. In a larger match this act asks for a
    /// seat, and the inviter starts the match.
    case join
    /// Starts a match of three or more with the people who asked for seats.
    case start
    /// Makes the plies that the seat owes without a choice. These are the only true answer, the
    /// chain link that a draw waits for, and the reveals of the seat's sealed moves: those of a
    /// round, those that a move requests, and those after the match is over.
    case answer
    /// Leaves the match.
    case resign
    /// Closes a match that is over.
    case close
    /// Claims that the time of this seat is up.
    case claim(Int)
    /// Offers a bet of a person without a seat: chips on a seat, or on 0 for nobody.
    case bet(pool: Int, chips: Int)

    /// Whether the act is outside the turns.
    var isOutOfTurn: Bool {
        switch self {
        case .resign, .claim: true
        case .invite, .join, .start, .answer, .close, .bet: false
        }
    }

    /// The act as a person reads it.
    var text: String {
        switch self {
        case .invite: "invitation"
        case .join: "join"
        case .start: "start"
        case .answer: "an answer"
        case .resign: "resign"
        case .close: "close"
        case .claim(let seat): "claim against seat \(seat)"
        case .bet(0, let chips): "a bet of \(chips) that nobody wins"
        case .bet(let pool, let chips): "a bet of \(chips) on seat \(pool)"
        }
    }
}

/// The free seats of a match in which nobody can move yet, and its start.
public struct Opening: Hashable, Sendable {
    /// The free seats, in order; at least one.
    public let free: [Int]
    /// The first request for each free seat that somebody has asked for, in the same order.
    public let asking: [SeatedJoin]
    /// The seat that this device has asked for.
    public let own: Int?
    /// The seat that starts the match after all free seats are asked for; nil if the match
    /// continues by itself when they are taken.
    public let starter: Int?

    /// The free seats that nobody has asked for yet.
    public var wanting: [Int] { free.filter { seat in !asking.contains { $0.seat == seat } } }

    /// Returns the sentence for a bubble: how many seats are free, or who can start the match.
    package func sentence(_ names: (Int) -> String) -> String {
        if let starter, wanting.isEmpty { return "\(names(starter)) can start the match" }
        return wanting.count == 1 ? "1 seat is free" : "\(wanting.count) seats are free"
    }
}

extension MatchSession {
    /// Returns the free seats at a log of the match; nil if somebody can move. In a match for two a
    /// move takes the free seat, but a round or a random draw needs both seats taken first.
    ///
    /// - Parameter status: The status at that log.
    package func opening(at signedLog: SignedLog, _ status: MatchStatus, using rules: SessionRules) -> Opening? {
        let (log, roster) = (signedLog.log, signedLog.roster)
        let free = (1...log.seats).filter { roster[$0] == nil }
        guard !free.isEmpty else { return nil }
        let isGroup = log.seats > 2
        guard status.outcome == nil, isGroup || status.isRound || signedLog.match.isChained else { return nil }
        // a request of our own counts only while its draft or message exists
        let urls = [draft?.url, url].compactMap(\.self)
        let own = urls.lazy.compactMap { try? rules.envelope(from: $0).join }.first { $0.entry.key == publicKey }
        let joins = joins.filter { $0.entry.key != publicKey || $0 == own }
        return Opening(
            free: free, asking: free.compactMap { seat in joins.first { $0.seat == seat } }, own: own?.seat,
            starter: isGroup ? self.signedLog.match.setup.inviterSeat : nil)
    }

    /// Returns the free seats of the match as it is shown; nil if somebody can move.
    ///
    /// - Throws: ``SessionError``.
    public func opening(using rules: SessionRules) throws(SessionError) -> Opening? {
        guard !shown.roster.isComplete else { return nil }
        return opening(at: shown, try status(at: shown(using: rules), using: rules), using: rules)
    }
}
