import GRDB

/// The tables of a store, and their migrations from older files.
///
/// SQLite's `application_id` identifies the program of a file, and `user_version` is the version of
/// the file. Every table is strict, so that SQLite's check also finds values of a wrong type. Texts
/// are stored as UTF-8 bytes, because reading a `TEXT` of SQLite stops at a NUL.
struct StoreSchema: Sendable {
    /// "Prlr". Files of other programs have another id.
    static let applicationID: Int32 = 0x5072_6c72

    /// For each version, the statements that change a file of the previous version.
    let migrations: [[String]]
    /// The oldest version that can be migrated. Older files hold matches of an earlier message
    /// protocol.
    var oldest = 1

    /// The version of a file with all migrations.
    var version: Int { migrations.count }

    static let current = StoreSchema(migrations: [first, [], []], oldest: 3)

    /// Migrates an empty or older database to this version, completely or not at all.
    func migrate(_ queue: DatabaseQueue) throws {
        try queue.write { db in
            let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard found < version else { return }
            for statement in migrations[max(found, 0)...].joined() { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
    }

    /// Returns the statements that create a database of the given version of this schema, to
    /// compare a file with them.
    func definitions(upTo version: Int) throws -> Set<String> {
        let queue = try DatabaseQueue()
        try StoreSchema(migrations: Array(migrations.prefix(version))).migrate(queue)
        return try queue.read(Self.definitions(in:))
    }

    /// Returns the statements that created this database, including any that somebody added.
    static func definitions(in db: Database) throws -> Set<String> {
        Set(try String.fetchAll(db, sql: "SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_master"))
    }
}

extension StoreSchema {
    /// The column that refers to a device, which is named by its person. References are checked at
    /// the end of a transaction, so content can be written before its device.
    private static let device = "device BLOB NOT NULL REFERENCES devices(name) DEFERRABLE INITIALLY DEFERRED"

    private static let first = [
        """
        CREATE TABLE simulation (
            id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
            network BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE devices (
            name BLOB PRIMARY KEY NOT NULL, position INTEGER NOT NULL, host_profile BLOB NOT NULL,
            running_numbers BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE chats (
            \(device), id BLOB NOT NULL, people BLOB NOT NULL, conversations BLOB NOT NULL, draft BLOB NOT NULL,
            PRIMARY KEY (device, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE items (
            device BLOB NOT NULL, chat BLOB NOT NULL, place INTEGER NOT NULL, item BLOB NOT NULL,
            PRIMARY KEY (device, chat, place),
            FOREIGN KEY (device, chat) REFERENCES chats(device, id) DEFERRABLE INITIALLY DEFERRED
        ) STRICT
        """,
        """
        CREATE TABLE signed_urls (
            \(device), head BLOB NOT NULL CHECK (length(head) = 32), url BLOB NOT NULL, PRIMARY KEY (device, head)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE matches (
            \(device), id BLOB NOT NULL CHECK (length(id) = 16), game BLOB NOT NULL, chat BLOB NOT NULL,
            url BLOB NOT NULL, seat INTEGER, session BLOB, people BLOB NOT NULL, notes BLOB NOT NULL,
            PRIMARY KEY (device, id)
        ) STRICT
        """,
        """
        CREATE TABLE seat_keys (
            \(device), match BLOB NOT NULL CHECK (length(match) = 16),
            secret BLOB NOT NULL CHECK (length(secret) = 32), PRIMARY KEY (device, match)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE kept_urls (
            id INTEGER PRIMARY KEY, \(device), url BLOB NOT NULL, reason BLOB NOT NULL, UNIQUE (device, url)
        ) STRICT
        """,
        """
        CREATE TABLE script_files (
            \(device), digest BLOB NOT NULL CHECK (length(digest) = 16), path BLOB NOT NULL, text BLOB NOT NULL,
            PRIMARY KEY (device, digest, path)
        ) STRICT
        """,
        """
        CREATE TABLE game_values (
            \(device), game BLOB NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY (device, game, key)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE outbox (
            \(device), id BLOB NOT NULL, position INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (device, id)
        ) STRICT
        """,
    ]
}
