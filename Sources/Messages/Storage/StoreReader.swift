import Conversations
import Foundation
import GRDB
import GameApps
import MatchSessions
import MessageProtocol
import Values

/// A reader of one snapshot of a store; see `SimulationStore.read`.
///
/// Every function throws a ``StoreError``. The error is `corrupted` for a row that this program
/// can't have written.
package class StoreReader {
    let path: String
    private var database: Database?
    /// The first error of the database, or nil. A transaction with an error is rolled back, even if
    /// its body continues.
    private(set) var failure: StoreError?

    init(_ database: Database, path: String) {
        self.database = database
        self.path = path
    }

    func end() { database = nil }

    // MARK: The simulation and its devices

    /// Returns the simulation, or nil in a new store.
    package func simulation() throws(StoreError) -> StoredSimulation? {
        try rows("SELECT seed, milliseconds, network FROM simulation") { row in
            StoredSimulation(
                seed: UInt64(bitPattern: try row.number(0)), milliseconds: try row.number(1), network: try row.bytes(2))
        }.first
    }

    package func devices() throws(StoreError) -> [StoredDevice] {
        try rows("SELECT name, position, host_profile, running_numbers FROM devices ORDER BY position, name") { row in
            StoredDevice(
                name: try row.text(0), position: try row.integer(1), hostProfile: try row.text(2),
                numbers: DeviceNumbers(kept: try row.value([String: Int].self, 3)))
        }
    }

    // MARK: Chats

    /// Returns the chats of a device with their transcripts, sorted by id.
    package func chats(device: String) throws(StoreError) -> [StoredChat] {
        let chats = try rows(
            "SELECT id, people, conversations, draft FROM chats WHERE device = ? ORDER BY id", [device.kept]
        ) { row in
            let id = Chat.ID(try row.text(0))
            return StoredChat(
                people: try row.value([String].self, 1),
                chat: Chat(
                    id: id, conversations: try row.value([String: Conversation].self, 2),
                    draft: try row.value(DraftField.self, 3)))
        }
        var complete: [StoredChat] = []
        for stored in chats {
            let chat = Chat(
                id: stored.chat.id, conversations: stored.chat.conversations,
                transcript: try transcript(chat: stored.chat.id, device: device), draft: stored.chat.draft)
            complete.append(StoredChat(people: stored.people, chat: chat))
        }
        return complete
    }

    /// Returns the transcript of a chat; empty if the chat isn't stored.
    package func transcript(chat: Chat.ID, device: String) throws(StoreError) -> Transcript {
        let items = try rows(
            "SELECT place, item FROM items WHERE device = ? AND chat = ? ORDER BY place",
            [device.kept, chat.string.kept]
        ) { row in
            let item = try row.value(TranscriptItem.self, 1)
            guard item.id.number == (try row.integer(0)) else { throw row.corrupted("an item in another's place") }
            return item
        }
        do throws(TranscriptItem.Misplaced) {
            return try Transcript(items: items)
        } catch {
            throw .corrupted(path: path, what: "a transcript out of order")
        }
    }

    // MARK: Matches

    /// Returns the url that was signed for a head, to stage it again byte for byte, or nil.
    package func signedURL(head: Head, device: String) throws(StoreError) -> String? {
        try rows("SELECT url FROM signed_urls WHERE device = ? AND head = ?", [device.kept, Data(head.bytes)]) {
            try $0.text(0)
        }.first
    }

    /// Returns the matches of a device, sorted by id.
    package func matches(device: String) throws(StoreError) -> [StoredMatch] {
        try matches("device = ? ORDER BY id", [device.kept])
    }

    /// Returns a match of a device, or nil if it isn't stored.
    package func match(_ id: MatchID, device: String) throws(StoreError) -> StoredMatch? {
        try matches("device = ? AND id = ?", [device.kept, Data(id.bytes)]).first
    }

    private func matches(_ condition: String, _ arguments: [Data]) throws(StoreError) -> [StoredMatch] {
        try rows(
            "SELECT id, game, chat, url, seat, session, people, notes FROM matches WHERE \(condition)", arguments
        ) { row in
            StoredMatch(
                id: try row.wire(0, MatchID.init), game: try row.game(1), chat: Chat.ID(try row.text(2)),
                url: try row.text(3), seat: try row.optionalInteger(4), session: try row.session(5),
                people: try row.people(6), notes: try row.bytes(7))
        }
    }

    /// Returns the key of the device's seat in a match, or nil if the device only watches the
    /// match.
    package func seatKey(match: MatchID, device: String) throws(StoreError) -> SeatKey? {
        try rows(
            "SELECT secret FROM seat_keys WHERE device = ? AND match = ?", [device.kept, Data(match.bytes)]
        ) { row in
            let secret = Array(try row.bytes(0))
            guard let key = try? SeatKey(secret: secret) else { throw row.corrupted("no seat key") }
            return key
        }.first
    }

    /// Returns the urls that couldn't be read yet, in the order of arrival.
    package func keptURLs(device: String) throws(StoreError) -> [KeptURL] {
        try rows("SELECT url, reason FROM kept_urls WHERE device = ? ORDER BY id", [device.kept]) { row in
            KeptURL(url: try row.text(0), reason: try row.text(1))
        }
    }

    // MARK: Scripts and values

    /// Returns the files of a script version by path, or nil if they aren't stored.
    package func script(_ digest: ScriptDigest, device: String) throws(StoreError) -> [String: String]? {
        let files = try rows(
            "SELECT path, text FROM script_files WHERE device = ? AND digest = ?", [device.kept, Data(digest.bytes)]
        ) { (try $0.text(0), try $0.text(1)) }
        let byPath = Dictionary(files) { first, _ in first }
        // Swift treats some different paths as equal, for example two encodings of "é".
        guard byPath.count == files.count else { throw .corrupted(path: path, what: "two files of one name") }
        return files.isEmpty ? nil : byPath
    }

    /// Returns the digests of a device's scripts, sorted.
    package func scripts(device: String) throws(StoreError) -> [ScriptDigest] {
        try rows("SELECT DISTINCT digest FROM script_files WHERE device = ? ORDER BY digest", [device.kept]) {
            try $0.wire(0, ScriptDigest.init)
        }
    }

    /// Returns the value of a game's key, or nil.
    package func value(_ key: String, game: String, device: String) throws(StoreError) -> Value? {
        try rows(
            "SELECT value FROM game_values WHERE device = ? AND game = ? AND key = ?",
            [device.kept, game.kept, key.kept]
        ) { row in
            let bytes = Array(try row.bytes(0))
            guard let value = try? Value(canonicalBytes: bytes, limits: GameStoreLimits.values)
            else { throw row.corrupted("a value that isn't canonical") }
            return value
        }.first
    }

    /// Returns the keys of a game's values, sorted by their bytes.
    package func keys(game: String, device: String) throws(StoreError) -> [String] {
        try rows("SELECT key FROM game_values WHERE device = ? AND game = ? ORDER BY key", [device.kept, game.kept]) {
            try $0.text(0)
        }
    }

    /// Returns all values of a game, by key.
    package func values(game: String, device: String) throws(StoreError) -> [String: Value] {
        var values: [String: Value] = [:]
        for key in try keys(game: game, device: device) {
            values[key] = try value(key, game: game, device: device)
        }
        return values
    }

    /// Returns the number of bytes of a game's keys and values, which `GameStoreLimits.game`
    /// limits.
    package func size(game: String, device: String) throws(StoreError) -> Int {
        try rows(
            "SELECT ifnull(sum(length(key) + length(value)), 0) FROM game_values WHERE device = ? AND game = ?",
            [device.kept, game.kept]
        ) { try $0.integer(0) }.first ?? 0
    }

    // MARK: Outbox

    /// Returns the entries that wait for the network, in order.
    package func outbox(device: String) throws(StoreError) -> [StoredOutboxEntry] {
        try rows("SELECT id, position, entry FROM outbox WHERE device = ? ORDER BY position, id", [device.kept]) {
            row in
            StoredOutboxEntry(id: try row.text(0), position: try row.integer(1), entry: try row.bytes(2))
        }
    }

    // MARK: Helpers

    func rows<Kept>(
        _ sql: String, _ arguments: [any DatabaseValueConvertible] = [], _ read: (StoredRow) throws -> Kept
    ) throws(StoreError) -> [Kept] {
        try use { database in
            let rows = try Row.fetchAll(database, sql: sql, arguments: StatementArguments(arguments))
            return try rows.map { try read(StoredRow(row: $0, path: path)) }
        }
    }

    func use<R>(_ body: (Database) throws -> R) throws(StoreError) -> R {
        guard let database else {
            throw .failed(path: path, what: "the transaction or reader has ended; keep what it gives, not itself")
        }
        do {
            return try body(database)
        } catch {
            let error = StoreError(error, path: path)
            failure = failure ?? error
            throw error
        }
    }
}
