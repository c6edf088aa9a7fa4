import Conversations
import Foundation
import MatchSessions
import MessageWire

/// What a device knows of a match, but for its seat key, which is kept apart.
///
/// As JSON it is an object with the names below. Ids and keys are the texts that their `description` gives, sessions and participants
/// are UUIDs, `notes` is Base64, and what is nil is left out:
///
/// ```json
/// {"id": "0f1e…", "game": "go", "chat": "family", "url": "parlor:…", "seat": 1, "session": "…-…",
///  "people": {"d75a…": "…-…"}, "notes": "e30="}
/// ```
public struct StoredMatch: Hashable, Codable, Sendable {
    /// Which match it is, the same on every device.
    public let id: MatchID
    /// The id of its game, installed or not.
    public let game: GameID
    /// Where it was begun here, or first seen.
    public var chat: Chat.ID
    /// The newest log of the match that was adopted here.
    public var url: String
    /// The device's own seat; nil if it watches.
    public var seat: Int?
    /// What its messages travel in; nil if none was kept: they get a new one then.
    public var session: Session?
    /// Who is who: the participants that were seen to play with a key; see ``WhoIsWho``.
    public var people: [SeatKey.Public: Participant]
    /// What else is known of the match: the bytes of its ``MatchSession`` without the keys, or what a version before kept.
    public var notes: Data

    /// A match to keep; its key is kept apart.
    public init(
        id: MatchID, game: GameID, chat: Chat.ID, url: String, seat: Int? = nil, session: Session? = nil,
        people: [SeatKey.Public: Participant] = [:], notes: Data = Data("{}".utf8)
    ) {
        self.id = id
        self.game = game
        self.chat = chat
        self.url = url
        self.seat = seat
        self.session = session
        self.people = people
        self.notes = notes
    }
}
