import GameRules
import MessageProtocol

/// What a participant can do in a match beside moving.
public enum SessionAct: Hashable, Sendable {
    /// Tells of a match that was begun.
    case invite
    /// Takes the open seat of a match for two without a move; asks for one in a match of more, which its inviter starts then.
    case join
    /// Begins a group's match with those who joined.
    case start
    /// Does what the seat owes and has no choice about: opens what it has sealed for a round, for a move that opens it, or for the
    /// match at its end, gives its only true answer, says what a draw waits for.
    case answer
    /// Leaves the match.
    case resign
    /// Closes a match that is over.
    case close
    /// Claims that this seat's time is up.
    case claim(Int)
    /// Offers a bet of who has no seat: chips on a seat that is to win, 0 for nobody.
    case bet(pool: Int, chips: Int)

    /// Does it stand beside the turns?
    var isOutOfTurn: Bool {
        switch self {
        case .resign, .claim: true
        case .invite, .join, .start, .answer, .close, .bet: false
        }
    }

    /// As a person reads it.
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

/// What a match still waits for before anybody can move: seats to be taken, and its start.
public struct Opening: Hashable, Sendable {
    /// Seats that nobody has taken, in order; at least one.
    public let free: [Int]
    /// The first who asked for each of them, in the same order.
    public let asking: [SeatedJoin]
    /// The seat for which this device has asked.
    public let own: Int?
    /// Who starts the match once every seat is asked for; nil where it goes on by itself as soon as they are taken.
    public let starter: Int?

    /// Free seats that nobody has asked for yet.
    public var wanting: [Int] { free.filter { seat in !asking.contains { $0.seat == seat } } }

    /// For a bubble: how many seats are free, or who can start the match.
    package func sentence(_ names: (Int) -> String) -> String {
        if let starter, wanting.isEmpty { return "\(names(starter)) can start the match" }
        return wanting.count == 1 ? "1 seat is free" : "\(wanting.count) seats are free"
    }
}

extension MatchSession {
    /// What a match waits for at a log of it; nil once somebody can move. In a match for two a move takes the free seat, but where all
    /// move at once they have to be there first.
    ///
    /// - Parameter status: Where the rules stand there.
    package func opening(at signedLog: SignedLog, _ status: MatchStatus, using rules: SessionRules) -> Opening? {
        let (log, roster) = (signedLog.log, signedLog.roster)
        let free = (1...log.seats).filter { roster[$0] == nil }
        guard !free.isEmpty else { return nil }
        let isGroup = log.seats > 2
        guard status.outcome == nil, isGroup || status.isRound || signedLog.match.isChained else { return nil }
        // a request of our own whose draft was taken back was never made
        let urls = [draft?.url, url].compactMap(\.self)
        let own = urls.lazy.compactMap { try? rules.envelope(from: $0).join }.first { $0.entry.key == publicKey }
        let joins = joins.filter { $0.entry.key != publicKey || $0 == own }
        return Opening(
            free: free, asking: free.compactMap { seat in joins.first { $0.seat == seat } }, own: own?.seat,
            starter: isGroup ? self.signedLog.match.setup.inviterSeat : nil)
    }

    /// What the match waits for, as it is shown; nil once somebody can move.
    ///
    /// - Throws: ``SessionError``.
    public func opening(using rules: SessionRules) throws(SessionError) -> Opening? {
        guard !shown.roster.isComplete else { return nil }
        return opening(at: shown, try status(at: shown(using: rules), using: rules), using: rules)
    }
}
