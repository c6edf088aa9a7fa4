import MatchSessions
import MessageWire
import Values

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
