import Conversations
import Foundation
import MatchSessions
import MessageProtocol
import Values

/// What a device must still know of a game's matches when its process has ended: the keys of its seats, what it knows of each
/// match, the urls it signed, the versions of the rules, and what the game keeps.
///
/// A ``GameApp`` that was given one reads it once, and from then on commits what an event changed before it asks its host for
/// anything: no message leaves that the device wouldn't remember. ``MemoryMatchStore`` forgets with the process; the product
/// `Storage` has one on SQLite. One store may hold several games.
///
/// A store of your own keeps these laws; `MatchStoreLaws`, in the product `StorageLaws`, tries them:
/// - What was committed is read back the same, byte for byte, and nothing else. Compare texts by their bytes, too, `Array(url.utf8)`:
///   `==` takes "é" and "e\u{301}" for the same.
/// - A commit is kept whole or not at all, and if it isn't, it throws.
/// - A seat's key stays once it is kept, and so does the url that was signed for a head: the same again is no error, another
///   one refuses the commit. A lost key is a lost seat, and two urls for one head are two versions of the match.
///
/// ```swift
/// let app = try GameApp(script, playing: token)
/// try app.keep(in: try SQLiteMatchStore(path: url.path))
/// ```
///
/// It holds private keys: keep it where only the app can read it.
public protocol MatchStore: AnyObject {
    /// The matches of a game, in any order.
    func matches(of game: GameID) throws -> [StoredMatch]

    /// The key that this device has in a match; nil if none is kept.
    func seatKey(of match: MatchID) throws -> SeatKey?

    /// The url that was signed for a head; nil if none was.
    func signedURL(leadingTo head: Head) throws -> String?

    /// The files of a version of some rules, by their paths; nil if they aren't kept.
    func script(_ digest: ScriptDigest) throws -> [String: String]?

    /// What a game keeps, by key; empty if nothing.
    func values(of game: GameID) throws -> [String: Value]

    /// Keeps all of it, or throws and keeps nothing of it. It is kept when this returns.
    func commit(_ changes: MatchChanges) throws
}

/// The changes of one event, for a ``MatchStore`` to keep.
///
/// Ids, heads and digests are `Codable` as the texts that they are written as, and so are dictionaries by them. A ``StoredMatch`` is
/// `Codable`. Two things aren't, on purpose: of a key keep the 32 bytes of ``SeatKey/secret``, where nobody else can read them, and of
/// a ``Value`` its canonical bytes (RFC 8949 §4.2).
public struct MatchChanges: Sendable {
    /// Matches that are new or have changed. Each takes the place of what was kept under its id.
    public var matches: [StoredMatch] = []
    /// Keys of seats.
    public var keys: [MatchID: SeatKey] = [:]
    /// Urls that were signed, by the head they lead to.
    public var signedURLs: [Head: String] = [:]
    /// Files of versions that matches were begun on, by path.
    public var scripts: [ScriptDigest: [String: String]] = [:]
    /// What games keep, by game and key; `.null` removes what is there.
    public var values: [GameID: [String: Value]] = [:]

    /// No changes.
    public init() {}

    /// Is there nothing to keep?
    public var isEmpty: Bool {
        matches.isEmpty && keys.isEmpty && signedURLs.isEmpty && scripts.isEmpty && values.allSatisfy(\.value.isEmpty)
    }
}

/// Why a store refuses changes that contradict what it holds.
public enum MatchStoreRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another key is kept for the match.
    case otherKey(MatchID)
    /// Another url was signed for the head.
    case otherURL(Head)

    /// What is kept, and what to do.
    public var description: String {
        switch self {
        case .otherKey(let match): "another seat key is kept for match \(match); play on with the one that is kept"
        case .otherURL(let head): "another url was signed for head \(head); stage the one that is kept"
        }
    }
}

/// A store that is gone with the process: for tests, and for matches that needn't outlive it.
public final class MemoryMatchStore: MatchStore {
    private struct Contents {
        var matches: [MatchID: StoredMatch] = [:]
        var keys: [MatchID: SeatKey] = [:]
        var signedURLs: [Head: String] = [:]
        var scripts: [ScriptDigest: [String: String]] = [:]
        var values: [GameID: [String: Value]] = [:]
    }

    private var contents = Contents()

    /// A store that holds nothing.
    public init() {}

    public func matches(of game: GameID) -> [StoredMatch] { contents.matches.values.filter { $0.game == game } }

    public func seatKey(of match: MatchID) -> SeatKey? { contents.keys[match] }

    public func signedURL(leadingTo head: Head) -> String? { contents.signedURLs[head] }

    public func script(_ digest: ScriptDigest) -> [String: String]? { contents.scripts[digest] }

    public func values(of game: GameID) -> [String: Value] { contents.values[game] ?? [:] }

    public func commit(_ changes: MatchChanges) throws {
        var new = contents
        for (match, key) in changes.keys {
            guard new.keys[match].map({ $0.publicKey == key.publicKey }) != false else {
                throw MatchStoreRefusal.otherKey(match)
            }
            new.keys[match] = key
        }
        for (head, url) in changes.signedURLs {
            guard new.signedURLs[head].map({ Array($0.utf8) == Array(url.utf8) }) != false else {
                throw MatchStoreRefusal.otherURL(head)
            }
            new.signedURLs[head] = url
        }
        for match in changes.matches { new.matches[match.id] = match }
        new.scripts.merge(changes.scripts) { _, new in new }
        for (game, values) in changes.values {
            for (key, value) in values { new.values[game, default: [:]][key] = value.isNull ? nil : value }
        }
        contents = new
    }
}

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
    /// Who is who: the participants that were seen to play with a key; see ``ParticipantDirectory``.
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

extension MatchRecord {
    /// All that has to be remembered of the match, but for its key. The same record gives the same bytes.
    package func stored(_ carrier: MessageURLCoder) throws -> StoredMatch {
        // for the store alone: its check of the state is empty
        let envelope = try Envelope(
            match.signedLog, sender: match.signedLog.match.setup.inviterSeat,
            standingDigest: [UInt8](repeating: 0, count: Envelope.stateCheckSize))
        return StoredMatch(
            id: match.id, game: match.signedLog.match.game, chat: chat, url: try carrier.url(of: envelope),
            seat: match.seat, session: session, people: who.participants,
            notes: Data(try match.bytes(withKeys: false)))
    }

    /// A match as it was kept. Its log was verified before it was kept.
    ///
    /// - Throws: ``SessionCodingError/laterVersion(_:)`` for one that a later version kept.
    package init(_ kept: StoredMatch, key: SeatKey?, carrier: MessageURLCoder) throws {
        let keys = key.map { [$0] } ?? []
        let log = try carrier.envelope(from: kept.url).signedLog
        let match = try MatchSession(bytes: Array(kept.notes), keys: keys, carrier: carrier)
        guard log == match.signedLog else { throw SessionCodingError.malformed("its url is of another log") }
        self.init(match, chat: kept.chat, session: kept.session ?? Session(UUID()), people: kept.people)
    }
}
