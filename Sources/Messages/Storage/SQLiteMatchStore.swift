import GameApps
import MatchSessions
import MessageProtocol
import Values

/// The matches in one SQLite file, or in the part of a ``SimulationStore`` that belongs to one
/// device.
///
/// ```swift
/// let store = try SQLiteMatchStore(path: url.path)
/// try app.keep(in: store)
/// …
/// try store.close()
/// ```
/// Only one process at a time can open the file. The file holds the private keys of seats, and only
/// its owner can read it.
public final class SQLiteMatchStore: MatchStore {
    private let store: SimulationStore
    private let device: String

    /// Opens the matches of this device in their own file, or creates the file.
    ///
    /// - Throws: ``StoreError``, like ``SimulationStore/init(path:)``.
    public convenience init(path: String) throws(StoreError) {
        try self.init(try SimulationStore(path: path), device: "me")
    }

    /// Opens the matches of one device in a store, and adds the device if it is new.
    package init(_ store: SimulationStore, device: String) throws(StoreError) {
        self.store = store
        self.device = device
        guard try store.read({ try $0.devices() }).allSatisfy({ $0.name != device }) else { return }
        try store.transaction { try $0.put(StoredDevice(name: device, position: 0, hostProfile: "modern")) }
    }

    /// Returns the matches of a game, sorted by their ids.
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

    /// Merges the journal into the file, so that the file is complete by itself. The store can't be
    /// used afterwards.
    public func close() throws(StoreError) { try store.close() }
}
