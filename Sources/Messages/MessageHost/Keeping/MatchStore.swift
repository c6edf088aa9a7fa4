import MatchSessions
import MessageWire
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
