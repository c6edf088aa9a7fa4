import Conversations
import Foundation
import GRDB
import GameApps
import MatchSessions
import MessageProtocol
import Values

/// A writer to a store, whose writes are committed all together or not at all; see
/// `SimulationStore.transaction`. Reading through the transaction includes its writes.
///
/// Every function throws a ``StoreError``. After an error of the database the whole transaction is
/// rolled back, even if the body continues. After a write that the store itself rejects, for
/// example with `tooLarge`, the body may continue without that write.
package final class StoreTransaction: StoreReader {
    // MARK: The simulation and its devices

    /// Stores the simulation, replacing its previous state.
    package func put(_ simulation: StoredSimulation) throws(StoreError) {
        try run(
            """
            INSERT INTO simulation (id, seed, milliseconds, network) VALUES (1, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET seed = excluded.seed, milliseconds = excluded.milliseconds,
                network = excluded.network
            WHERE (seed, milliseconds, network) IS NOT (excluded.seed, excluded.milliseconds, excluded.network)
            """,
            [Int64(bitPattern: simulation.seed), simulation.milliseconds, simulation.network])
    }

    /// Stores a device, replacing the state under its name. The chats, matches and other content of
    /// the device stay.
    package func put(_ device: StoredDevice) throws(StoreError) {
        try run(
            """
            INSERT INTO devices (name, position, host_profile, running_numbers) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET position = excluded.position, host_profile = excluded.host_profile,
                running_numbers = excluded.running_numbers
            WHERE (position, host_profile, running_numbers)
                IS NOT (excluded.position, excluded.host_profile, excluded.running_numbers)
            """,
            [
                device.name.kept, device.position, device.hostProfile.kept,
                try encoded(device.numbers.kept),
            ])
    }

    // MARK: Chats

    /// Stores the people of a chat, each game's conversation, and the draft field. The items of the
    /// transcript are written separately, by `put(_:chat:device:)`.
    package func put(_ chat: Chat, people: [String], device: String) throws(StoreError) {
        try run(
            """
            INSERT INTO chats (device, id, people, conversations, draft) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (device, id) DO UPDATE SET people = excluded.people, conversations = excluded.conversations,
                draft = excluded.draft
            WHERE (people, conversations, draft) IS NOT (excluded.people, excluded.conversations, excluded.draft)
            """,
            [
                device.kept, chat.id.string.kept, try encoded(people), try encoded(chat.conversations),
                try encoded(chat.draft),
            ])
    }

    /// Stores new and changed items of a transcript, each at its place.
    package func put(_ items: [TranscriptItem], chat: Chat.ID, device: String) throws(StoreError) {
        for item in items {
            try run(
                "INSERT OR REPLACE INTO items (device, chat, place, item) VALUES (?, ?, ?, ?)",
                [device.kept, chat.string.kept, item.id.number, try encoded(item)])
        }
    }

    /// Removes items that are no longer in a transcript, such as a bubble that left no summary.
    package func removeItems(_ ids: [TranscriptItem.ID], chat: Chat.ID, device: String) throws(StoreError) {
        for id in ids {
            try run(
                "DELETE FROM items WHERE device = ? AND chat = ? AND place = ?",
                [device.kept, chat.string.kept, id.number])
        }
    }

    // MARK: Matches

    /// Stores the url that was signed for a head. A url must be stored before it is inserted into a
    /// draft field. A stored url is permanent. Storing the same url again is no error.
    ///
    /// - Throws: ``StoreError/failed(path:what:)`` for another url of this head.
    package func putSignedURL(_ url: String, head: Head, device: String) throws(StoreError) {
        if let kept = try signedURL(head: head, device: device) {
            guard kept.kept == url.kept else {
                throw .failed(
                    path: path, what: "another url was signed for head \(head); stage the one that is kept")
            }
            return
        }
        try run(
            "INSERT INTO signed_urls (device, head, url) VALUES (?, ?, ?)",
            [device.kept, Data(head.bytes), url.kept])
    }

    /// Stores a match, replacing the state under its id.
    package func put(_ match: StoredMatch, device: String) throws(StoreError) {
        try run(
            """
            INSERT OR REPLACE INTO matches (device, id, game, chat, url, seat, session, people, notes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                device.kept, Data(match.id.bytes), match.game.name.kept, match.chat.string.kept, match.url.kept,
                match.seat, try match.session.map { session throws(StoreError) in try encoded(session) },
                try encoded(StoredPair.list(match.people)), match.notes,
            ])
    }

    /// Stores the key of the device's seat in a match. A stored key is permanent, because without
    /// it the seat is lost.
    ///
    /// - Throws: ``StoreError/failed(path:what:)`` if another key is stored for the match.
    package func putSeatKey(_ key: SeatKey, match: MatchID, device: String) throws(StoreError) {
        if let kept = try seatKey(match: match, device: device) {
            guard kept.publicKey == key.publicKey else {
                throw .failed(
                    path: path, what: "another seat key is kept for match \(match); play on with the one that is kept")
            }
            return
        }
        try run(
            "INSERT INTO seat_keys (device, match, secret) VALUES (?, ?, ?)",
            [device.kept, Data(match.bytes), Data(key.secret)])
    }

    /// Stores the changes of a game's event.
    ///
    /// - Throws: ``StoreError``, for example `failed` if another key is stored for a match or another
    ///   url for a head.
    package func put(_ changes: MatchChanges, device: String) throws(StoreError) {
        for (match, key) in changes.keys { try putSeatKey(key, match: match, device: device) }
        for (head, url) in changes.signedURLs { try putSignedURL(url, head: head, device: device) }
        for match in changes.matches { try put(match, device: device) }
        for (digest, files) in changes.scripts { try putScript(digest, files: files, device: device) }
        for (game, values) in changes.values {
            for (key, value) in values {
                try putValue(value.isNull ? nil : value, key: key, game: game.name, device: device)
            }
        }
    }

    /// Stores a url to read later. A url that is already stored keeps its position and gets the new
    /// reason.
    package func put(_ kept: KeptURL, device: String) throws(StoreError) {
        try run(
            """
            INSERT INTO kept_urls (device, url, reason) VALUES (?, ?, ?)
            ON CONFLICT (device, url) DO UPDATE SET reason = excluded.reason
            """,
            [device.kept, kept.url.kept, kept.reason.kept])
    }

    /// Removes a stored url after it was read.
    package func removeKeptURL(_ url: String, device: String) throws(StoreError) {
        try run("DELETE FROM kept_urls WHERE device = ? AND url = ?", [device.kept, url.kept])
    }

    // MARK: Scripts and values

    /// Stores the files of a script version by path, replacing those under its digest.
    ///
    /// - Precondition: The digest belongs to the files; the store doesn't compute it.
    package func putScript(_ digest: ScriptDigest, files: [String: String], device: String) throws(StoreError) {
        try removeScript(digest, device: device)
        for (file, text) in files {
            try run(
                "INSERT INTO script_files (device, digest, path, text) VALUES (?, ?, ?, ?)",
                [device.kept, Data(digest.bytes), file.kept, text.kept])
        }
    }

    /// Removes a script version that no unfinished match needs.
    package func removeScript(_ digest: ScriptDigest, device: String) throws(StoreError) {
        try run("DELETE FROM script_files WHERE device = ? AND digest = ?", [device.kept, Data(digest.bytes)])
    }

    /// Stores a value of a game, replacing the one under this key; nil removes it.
    ///
    /// - Throws: ``StoreError/tooLarge(what:size:limit:)`` if one of `GameStoreLimits` is exceeded,
    ///   and ``StoreError/failed(path:what:)`` for a value without canonical bytes. In these cases
    ///   nothing was written, and the body may continue.
    package func putValue(_ value: Value?, key: String, game: String, device: String) throws(StoreError) {
        let keyBytes = key.kept
        guard keyBytes.count <= GameStoreLimits.key else {
            throw .tooLarge(what: "a key of a game's store", size: keyBytes.count, limit: GameStoreLimits.key)
        }
        guard let value else {
            try run(
                "DELETE FROM game_values WHERE device = ? AND game = ? AND key = ?",
                [device.kept, game.kept, keyBytes])
            return
        }
        let valueBytes = try GameStoreLimits.bytes(of: value, path: path)
        let replaced = try rows(
            "SELECT length(key) + length(value) FROM game_values WHERE device = ? AND game = ? AND key = ?",
            [device.kept, game.kept, keyBytes]
        ) { try $0.integer(0) }.first
        let size = try size(game: game, device: device) - (replaced ?? 0) + keyBytes.count + valueBytes.count
        guard size <= GameStoreLimits.game else {
            throw .tooLarge(what: "all that \(game) keeps", size: size, limit: GameStoreLimits.game)
        }
        try run(
            "INSERT OR REPLACE INTO game_values (device, game, key, value) VALUES (?, ?, ?, ?)",
            [device.kept, game.kept, keyBytes, valueBytes])
    }

    // MARK: Outbox

    /// Stores an entry of the outbox, replacing the one with its id.
    package func put(_ entry: StoredOutboxEntry, device: String) throws(StoreError) {
        try run(
            "INSERT OR REPLACE INTO outbox (device, id, position, entry) VALUES (?, ?, ?, ?)",
            [device.kept, entry.id.kept, entry.position, entry.entry])
    }

    /// Removes an entry after the network has taken it.
    package func removeOutboxEntry(_ id: String, device: String) throws(StoreError) {
        try run("DELETE FROM outbox WHERE device = ? AND id = ?", [device.kept, id.kept])
    }

    // MARK: Helpers

    private func run(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?]) throws(StoreError) {
        WorkCounter.add(.bytesStored, arguments.reduce(0) { $0 + (($1 as? Data)?.count ?? 8) })
        try use { try $0.execute(sql: sql, arguments: StatementArguments(arguments)) }
    }

    private func encoded(_ value: some Encodable) throws(StoreError) -> Data {
        try use { _ in try StoreCoding.encode(value) }
    }
}
