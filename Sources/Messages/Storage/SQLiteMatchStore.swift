import GameApps
import MatchSessions
import MessageProtocol
import Values

/// Matches in one SQLite file, or in a part of a ``SimulationStore`` that belongs to one of its devices.
///
/// ```swift
/// let store = try SQLiteMatchStore(path: url.path)
/// try app.keep(in: store)
/// …
/// try store.close()
/// ```
/// Only one process at a time has the file open. It holds the private keys of seats and can be read by its owner alone.
public final class SQLiteMatchStore: MatchStore {
    private let store: SimulationStore
    private let device: String

    /// The matches of this device, in a file of their own. It is made if it isn't there.
    ///
    /// - Throws: ``StoreError``, as ``SimulationStore/init(path:)``.
    public convenience init(path: String) throws(StoreError) {
        try self.init(try SimulationStore(path: path), device: "me")
    }

    /// The matches of one device of a store, which is made known there if it isn't.
    package init(_ store: SimulationStore, device: String) throws(StoreError) {
        self.store = store
        self.device = device
        guard try store.read({ try $0.devices() }).allSatisfy({ $0.name != device }) else { return }
        try store.transaction { try $0.put(StoredDevice(name: device, position: 0, hostProfile: "modern")) }
    }

    /// The matches of a game, by their ids.
    public func matches(of game: GameID) throws -> [StoredMatch] {
        try store.read { try $0.matches(device: device) }.filter { $0.game == game }
    }

    public func seatKey(of match: MatchID) throws -> SeatKey? {
        try store.read { try $0.seatKey(match: match, device: device) }
    }

    public func signedURL(leadingTo head: Head) throws -> String? {
        try store.read { try $0.signedURL(head: head, device: device) }
    }

    public func script(_ digest: ScriptDigest) throws -> [String: String]? {
        try store.read { try $0.script(digest, device: device) }
    }

    public func values(of game: GameID) throws -> [String: Value] {
        try store.read { try $0.values(game: game.name, device: device) }
    }

    public func commit(_ changes: MatchChanges) throws {
        try store.transaction { try $0.put(changes, device: device) }
    }

    /// Works the journal into the file, which then stands alone. Nothing can be read or kept afterwards.
    public func close() throws(StoreError) { try store.close() }
}
