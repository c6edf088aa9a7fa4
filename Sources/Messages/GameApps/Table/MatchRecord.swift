import Conversations
import MatchSessions
import MessageProtocol
import Values

/// A match as one device knows it: the session, its conversation, and the participants.
///
/// The properties of the session are available on the record, too: `record.signedLog` is
/// `record.match.signedLog`.
@dynamicMemberLookup
public struct MatchRecord: Sendable {
    /// The session of the match.
    public internal(set) var match: MatchSession {
        didSet { if let key = match.publicKey, key != who.ownKey { who = who.holding(key) } }
    }
    /// The conversation in which the match was started, or first seen.
    public let chat: Chat.ID
    /// The session of the match's messages.
    public let session: Session
    /// The seats, and the participant on each.
    public internal(set) var who: ParticipantDirectory<Participant>
    /// The settlement of the bets that was last told to the person, or nil.
    var toldSettlement: Settlement?

    /// Creates the record of a new or stored match.
    init(
        _ match: MatchSession, chat: Chat.ID, session: Session, people: [SeatKey.Public: Participant] = [:]
    ) {
        (self.match, self.chat, self.session) = (match, chat, session)
        who = ParticipantDirectory(ownKey: match.publicKey, participants: people)
    }

    /// The properties of the session.
    public subscript<T>(dynamicMember path: KeyPath<MatchSession, T>) -> T { match[keyPath: path] }

    subscript<T>(dynamicMember path: WritableKeyPath<MatchSession, T>) -> T {
        get { match[keyPath: path] }
        set { match[keyPath: path] = newValue }
    }

    /// Returns whether both records are equal. Logs and lists that share memory aren't compared
    /// element by element, so comparing a record with its copy is cheap.
    func isSame(as other: MatchRecord) -> Bool {
        who == other.who && chat == other.chat && session == other.session && toldSettlement == other.toldSettlement
            && match.isSame(as: other.match)
    }
}

extension MatchSession {
    /// Returns whether both sessions are equal. The function compares every stored property. A test
    /// counts the properties.
    func isSame(as other: MatchSession) -> Bool {
        url == other.url && changed == other.changed && signedLog == other.signedLog && joins == other.joins
            && bets == other.bets && sent == other.sent && lastMove == other.lastMove && lastMoves == other.lastMoves
            && superseded == other.superseded && dispute == other.dispute && left == other.left
            && lostRounds == other.lostRounds && secrets == other.secrets
            && keys.publicKeys == other.keys.publicKeys
            && isSame(draft, other.draft)
    }

    private func isSame(_ left: Draft?, _ right: Draft?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.url == right.url && left.text == right.text && left.base == right.base && left.seat == right.seat
            && left.signedLog == right.signedLog && left.moves == right.moves && left.chosen == right.chosen
            && left.places == right.places && left.bet == right.bet && left.seen == right.seen
    }
}
