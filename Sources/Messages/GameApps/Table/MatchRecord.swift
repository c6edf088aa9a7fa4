import Conversations
import MatchSessions
import MessageProtocol
import Values

/// A match as one device of a conversation knows it: the session, where it is played, and who is who there.
///
/// What the session knows can be read of the record, too: `record.signedLog` is `record.match.signedLog`.
@dynamicMemberLookup
public struct MatchRecord: Sendable {
    /// The match itself.
    public internal(set) var match: MatchSession {
        didSet { if let key = match.publicKey, key != who.ownKey { who = who.holding(key) } }
    }
    /// Where it was begun here, or first seen.
    public let chat: Chat.ID
    /// The session that the match's messages travel in.
    public let session: Session
    /// Who sits where, and which participant each is.
    public internal(set) var who: ParticipantDirectory<Participant>
    /// What the bets came to, where that was told already.
    var toldSettlement: Settlement?

    /// A match that isn't known yet, or that was kept.
    init(
        _ match: MatchSession, chat: Chat.ID, session: Session, people: [SeatKey.Public: Participant] = [:]
    ) {
        (self.match, self.chat, self.session) = (match, chat, session)
        who = ParticipantDirectory(ownKey: match.publicKey, participants: people)
    }

    /// What the session knows.
    public subscript<T>(dynamicMember path: KeyPath<MatchSession, T>) -> T { match[keyPath: path] }

    subscript<T>(dynamicMember path: WritableKeyPath<MatchSession, T>) -> T {
        get { match[keyPath: path] }
        set { match[keyPath: path] = newValue }
    }

    /// Are both the same? Logs and lists that are one and the same in memory aren't looked through: comparing a record with a
    /// copy of itself costs next to nothing.
    func isSame(as other: MatchRecord) -> Bool {
        who == other.who && chat == other.chat && session == other.session && toldSettlement == other.toldSettlement
            && match.isSame(as: other.match)
    }
}

extension MatchSession {
    /// Are both the same? Every stored property stands here; a test counts them.
    func isSame(as other: MatchSession) -> Bool {
        url == other.url && changed == other.changed && signedLog == other.signedLog && joins == other.joins
            && bets == other.bets && sent == other.sent && lastMove == other.lastMove && lastMoves == other.lastMoves
            && superseded == other.superseded && dispute == other.dispute && left == other.left
            && secrets == other.secrets && keys.map(\.publicKey) == other.keys.map(\.publicKey)
            && isSame(draft, other.draft)
    }

    private func isSame(_ left: Draft?, _ right: Draft?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.url == right.url && left.text == right.text && left.base == right.base && left.seat == right.seat
            && left.signedLog == right.signedLog && left.moves == right.moves && left.chosen == right.chosen
            && left.places == right.places && left.bet == right.bet && left.seen == right.seen
    }
}
