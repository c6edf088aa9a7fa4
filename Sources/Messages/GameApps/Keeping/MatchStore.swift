import Conversations
import Foundation
import MatchSessions
import MessageProtocol
import Values

/// A store for everything that a device must remember of a game's matches after its process ends.
/// It holds the seat keys, the device's knowledge of each match, the signed urls, the versions of
/// the rules, and the game's values.
///
/// A ``GameApp`` reads its store once. From then on, it commits the changes of an event before it
/// makes a request of its host. So every message is stored before it is sent. The content of a
/// ``MemoryMatchStore`` is lost when the process ends. The product `Storage` has a store on SQLite.
/// One store may hold several games.
///
/// A store of your own must obey these laws. `MatchStoreLaws`, in the product `StorageLaws`, tests
/// them:
/// - Reading returns exactly what was committed, byte for byte, and never anything else. Compare
///   texts by their bytes, `Array(url.utf8)`, because `==` treats "é" and "e\u{301}" as equal.
/// - A commit stores everything, or throws and stores nothing.
/// - The stored key of a match and the stored url of a head are permanent. A commit may contain the
///   same key or url again. A commit with another key or url is rejected. A seat without its key is
///   lost, and two urls for one head are two versions of the match.
///
/// ```swift
/// let app = try GameApp(script, playing: token)
/// try app.keep(in: try SQLiteMatchStore(path: url.path))
/// ```
///
/// A store contains private keys. Put the store where only the app can read it.
public protocol MatchStore: AnyObject {
    /// Returns the matches of a game, in any order.
    func matches(of game: GameID) throws -> [StoredMatch]

    /// Returns this device's key in a match, or nil if none is stored.
    func seatKey(of match: MatchID) throws -> SeatKey?

    /// Returns the url that was signed for a head, or nil.
    func signedURL(leadingTo head: Head) throws -> String?

    /// Returns the files of a version of the rules by path, or nil if they aren't stored.
    func script(_ digest: ScriptDigest) throws -> [String: String]?

    /// Returns the values of a game by key; empty if it has none.
    func values(of game: GameID) throws -> [String: Value]

    /// Stores all changes, or throws and stores none. The changes are durable when this function
    /// returns.
    func commit(_ changes: MatchChanges) throws
}

/// The changes of one event for a ``MatchStore``.
///
/// Ids, heads and digests are `Codable` as their texts, also as keys of dictionaries.
/// ``StoredMatch`` is `Codable`. ``SeatKey`` and ``Value`` deliberately aren't. For a key, store
/// the 32 bytes of ``SeatKey/secret`` where nobody else can read them. For a value, store its
/// canonical bytes (RFC 8949 §4.2).
public struct MatchChanges: Sendable {
    /// New and changed matches. Each replaces the stored match with its id.
    public var matches: [StoredMatch] = []
    /// The keys of seats.
    public var keys: [MatchID: SeatKey] = [:]
    /// The signed urls, each by the head of the log in the url.
    public var signedURLs: [Head: String] = [:]
    /// The files of the versions that matches started with, by path.
    public var scripts: [ScriptDigest: [String: String]] = [:]
    /// The values of games, by game and key. `.null` removes a key.
    public var values: [GameID: [String: Value]] = [:]

    /// Creates an empty set of changes.
    public init() {}

    /// Whether there is nothing to store.
    public var isEmpty: Bool {
        matches.isEmpty && keys.isEmpty && signedURLs.isEmpty && scripts.isEmpty && values.allSatisfy(\.value.isEmpty)
    }
}

/// The reason why a store rejects changes that contradict its content.
public enum MatchStoreRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another key is stored for the match.
    case otherKey(MatchID)
    /// Another url was signed for the head.
    case otherURL(Head)

    /// The stored content, and what to do.
    public var description: String {
        switch self {
        case .otherKey(let match): "another seat key is kept for match \(match); play on with the one that is kept"
        case .otherURL(let head): "another url was signed for head \(head); stage the one that is kept"
        }
    }
}

/// A store in memory, whose content is lost when the process ends: for tests, and for matches that
/// needn't outlive the process.
public final class MemoryMatchStore: MatchStore {
    private struct Contents {
        var matches: [MatchID: StoredMatch] = [:]
        var keys: [MatchID: SeatKey] = [:]
        var signedURLs: [Head: String] = [:]
        var scripts: [ScriptDigest: [String: String]] = [:]
        var values: [GameID: [String: Value]] = [:]
    }

    private var contents = Contents()

    /// Creates an empty store.
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

/// A device's knowledge of a match without its seat key, which is stored separately.
///
/// As JSON it is an object with the names below. Ids and keys are the texts of their `description`,
/// sessions and participants are UUIDs, and `notes` is Base64. Nil values are left out:
///
/// ```json
/// {"id": "0f1e…", "game": "go", "chat": "family", "url": "parlor:…", "seat": 1, "session": "…-…",
///  "people": {"d75a…": "…-…"}, "notes": "e30="}
/// ```
public struct StoredMatch: Hashable, Codable, Sendable {
    /// The id of the match, the same on every device.
    public let id: MatchID
    /// The id of the match's game, installed or not.
    public let game: GameID
    /// The conversation in which the match was started, or first seen.
    public var chat: Chat.ID
    /// The url of the newest log of the match that this device adopted.
    public var url: String
    /// The device's own seat, or nil if it watches.
    public var seat: Int?
    /// The session of the match's messages. Nil if no session was stored; the match then gets a new
    /// session.
    public var session: Session?
    /// For each key, the participant who is known to play with it; see ``ParticipantDirectory``.
    public var people: [SeatKey.Public: Participant]
    /// The device's other knowledge: the bytes of its ``MatchSession`` without the keys, or what an
    /// earlier version stored.
    public var notes: Data

    /// Creates a match to store. Its key is stored separately.
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
    /// Returns the match for a store, without its key. The same record gives the same bytes.
    package func stored(_ carrier: MessageURLCoder) throws -> StoredMatch {
        // only the store reads this envelope, so the digest of the state in it stays empty
        let envelope = try Envelope(
            match.signedLog, sender: match.signedLog.match.setup.inviterSeat,
            standingDigest: [UInt8](repeating: 0, count: Envelope.stateCheckSize))
        return StoredMatch(
            id: match.id, game: match.signedLog.match.game, chat: chat, url: try carrier.url(of: envelope),
            seat: match.seat, session: session, people: who.participants,
            notes: Data(try match.bytes(withKeys: false)))
    }

    /// Creates the record from a stored match. Its log was verified before it was stored.
    ///
    /// - Throws: ``SessionCodingError/laterVersion(_:)`` if a later version stored the match.
    package init(_ kept: StoredMatch, key: SeatKey?, carrier: MessageURLCoder) throws {
        let keys = key.map { [$0] } ?? []
        let log = try carrier.envelope(from: kept.url).signedLog
        let match = try MatchSession(bytes: Array(kept.notes), keys: keys, carrier: carrier)
        guard log == match.signedLog else { throw SessionCodingError.malformed("its url is of another log") }
        self.init(match, chat: kept.chat, session: kept.session ?? Session(UUID()), people: kept.people)
    }
}
