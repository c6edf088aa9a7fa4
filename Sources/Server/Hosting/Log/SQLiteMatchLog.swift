import Foundation
import GRDB
import Synchronization

/// Matches in one SQLite file: the log of a server on one machine.
///
/// ```swift
/// let log = try SQLiteMatchLog(path: "/var/lib/parlor/matches.sqlite")
/// ```
///
/// Appended entries survive the end of the process and a loss of power (`synchronous = FULL`).
/// Several processes on one machine may have the file open: SQLite lets one of them write at a
/// time. A listener receives entries of its own process at once, and entries of other processes
/// within ``lookEvery``.
public final class SQLiteMatchLog: MatchLog {
    private let database: DatabasePool
    private let path: String
    private let followers = Broadcast.ofArrivals()
    private let wake: AsyncStream<Void>.Continuation
    private let watch: Task<Void, Never>
    private let clock: Task<Void, Never>
    private let isClosed = Atomic(false)

    /// The interval at which the file is checked for entries of other processes.
    public static let lookEvery = Duration.milliseconds(200)

    /// Opens the file, and creates it if it doesn't exist.
    ///
    /// - Throws: ``MatchLogError`` for a missing folder, and for a file of another program or of a
    ///   newer version.
    public init(path: String) throws(MatchLogError) {
        self.path = path
        let last: Int64
        do {
            database = try Self.open(path)
            last = try database.read(Self.lastPlace)
        } catch {
            throw Self.meaning(of: error, path: path)
        }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wake = wake
        watch = Task.detached { [database, followers] in
            var place = last
            for await _ in wakes { place = await Self.look(database, behind: place, followers) }
        }
        clock = Task.detached {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.lookEvery)
                wake.yield()
            }
        }
    }

    private static func open(_ path: String) throws -> DatabasePool {
        try prepare(path)
        let found = try version(of: path)
        // a file that was copied here by hand may be readable by others
        for suffix in ["", "-wal", "-shm"] { chmod(path + suffix, 0o600) }
        var configuration = Configuration()
        configuration.busyMode = .timeout(15)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // a pool sets NORMAL when it opens: with NORMAL, a commit returns before it is on disk
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        if found < version { try pool.write(migrate) }
        return pool
    }

    /// Creates the file if it doesn't exist. Only the file's owner can read it, because it contains
    /// who opened a match and what is hidden in the match. SQLite gives the same permissions to the
    /// files that it creates beside this file.
    ///
    /// An existing file isn't opened: closing it would release the locks that other connections of
    /// this process have on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
    private static func prepare(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Foundation.close(descriptor)
            return
        }
        var facts = stat()
        guard errno == EEXIST, stat(path, &facts) == 0 else {
            throw MatchLogError.unavailable("\(path) can't be created: \(String(cString: strerror(errno)))")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw MatchLogError.refused("\(path) isn't a regular file, as a log must be. Name another path")
        }
    }

    /// Returns the version of a log or of an empty file. Leaves a file of another program
    /// unchanged.
    private static func version(of path: String) throws -> Int {
        var journal = stat()
        let hasJournal = stat(path + "-wal", &journal) == 0 && journal.st_size > 0
        do {
            return try version(of: path, hasJournal: hasJournal)
        } catch let error as DatabaseError where hasJournal && error.resultCode == .SQLITE_CORRUPT {
            // SQLite trusts any journal beside a file. If somebody has put a backup in the place of
            // the file, SQLite would write pages of the former file into the backup
            throw MatchLogError.damaged(
                "\(path) and \(path)-wal don't belong together. If you have replaced \(path), remove \(path)-wal and "
                    + "\(path)-shm, and copy the file there again")
        }
    }

    /// Returns whether a match lacks entries, or has an entry twice. This happens if somebody mixes
    /// the pages of two files, and the result can still be a valid database.
    private static func hasGap(_ db: Database) throws -> Bool {
        guard try db.tableExists("entry"), try db.tableExists("archive") else { return false }
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                  SELECT 1 FROM entry LEFT JOIN archive USING (match) GROUP BY match
                  HAVING MIN(number) <> COALESCE(MAX(last), 0) + 1 OR COUNT(*) <> MAX(number) - MIN(number) + 1)
                """) ?? false
    }

    private static func version(of path: String, hasJournal: Bool) throws -> Int {
        var configuration = Configuration()
        configuration.busyMode = .timeout(15)
        configuration.readonly = true
        let file = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? file.close() }
        let found = try file.read { db in
            if hasJournal, let problem = try String.fetchOne(db, sql: "PRAGMA quick_check(1)"), problem != "ok" {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: problem)
            }
            if hasJournal, try hasGap(db) { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a gap") }
            return (
                application: try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                version: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                isEmpty: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") == 0
            )
        }
        guard found.application == applicationID || found.application == 0 && found.isEmpty else {
            throw MatchLogError.damaged("\(path) is a database of another program")
        }
        guard found.version <= version else {
            throw MatchLogError.damaged(
                "\(path) has version \(found.version), which a newer server wrote. This server reads versions up to \(version)"
            )
        }
        return found.version
    }

    /// Whether a commit is on disk when it returns.
    package var syncsEachCommit: Bool {
        get async throws {
            try await database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2
        }
    }

    // MARK: The file

    private static let applicationID: Int32 = 0x5061_724c
    private static let version = 1

    /// Creates the tables. `archive` has one row for each archived match, with its entries up to
    /// the time of archiving. `entry` has the entries that aren't archived.
    private static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS entry (
                  match TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), nonce TEXT NOT NULL, bytes BLOB NOT NULL,
                  place INTEGER PRIMARY KEY AUTOINCREMENT,
                  UNIQUE (match, number)
                ) STRICT;
                CREATE TABLE IF NOT EXISTS archive (
                  match TEXT NOT NULL PRIMARY KEY, last INTEGER NOT NULL CHECK (last > 0), bytes BLOB NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS note (
                  match TEXT NOT NULL, kind TEXT NOT NULL, bytes BLOB NOT NULL, place INTEGER NOT NULL,
                  PRIMARY KEY (match, kind)
                ) STRICT;
                CREATE INDEX IF NOT EXISTS note_by_place ON note (kind, place);
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """)
    }

    // MARK: Entries

    public func append(_ entry: LoggedEntry, to match: HostedMatchID) async throws(MatchLogError) -> AppendResult {
        try entry.check()
        let appended = try await writing { db -> Result<AppendResult, MatchLogError> in
            let last = try Self.last(of: match, db)
            if entry.number <= last {
                let there = try Self.entries(of: match, from: entry.number, most: 1, db).first
                guard let there else { return .failure(.damaged("entry \(entry.number) of \(match) is missing")) }
                return .success(there == entry ? .stored : .taken(there))
            }
            guard entry.number == last + 1 else { return .failure(.gap(entry.number, behind: last)) }
            try db.execute(
                sql: "INSERT INTO entry (match, number, nonce, bytes) VALUES (?, ?, ?, ?)",
                arguments: [match.text, entry.number, entry.nonce.text, Data(entry.bytes)])
            return .success(.stored)
        }
        wake.yield()
        return try appended.get()
    }

    public func read(_ match: HostedMatchID, from number: Int) async throws(MatchLogError) -> [LoggedEntry] {
        let entries = try await reading { try Self.entries(of: match, from: max(1, number), most: .max, $0) }
        for (place, entry) in entries.enumerated() where entry.number != max(1, number) + place {
            throw .damaged("entry \(max(1, number) + place) of \(match) is missing")
        }
        return entries
    }

    private static func last(of match: HostedMatchID, _ db: Database) throws -> Int {
        if let last = try Int.fetchOne(
            db, sql: "SELECT MAX(number) FROM entry WHERE match = ?", arguments: [match.text])
        {
            return last
        }
        return try Int.fetchOne(db, sql: "SELECT last FROM archive WHERE match = ?", arguments: [match.text]) ?? 0
    }

    private static func entries(
        of match: HostedMatchID, from number: Int, most: Int, _ db: Database
    ) throws -> [LoggedEntry] {
        var entries: [LoggedEntry] = []
        let kept = try Row.fetchOne(db, sql: "SELECT last, bytes FROM archive WHERE match = ?", arguments: [match.text])
        if let kept, number <= kept["last"] {
            guard let archive = EntryArchive(bytes: [UInt8](kept["bytes"] as Data)) else {
                throw MatchLogError.damaged("the archive of \(match) can't be read")
            }
            entries = Array(archive.entries.drop { $0.number < number }.prefix(most))
        }
        guard entries.count < most else { return entries }
        let rows = try Row.fetchAll(
            db, sql: "SELECT number, nonce, bytes FROM entry WHERE match = ? AND number >= ? ORDER BY number LIMIT ?",
            arguments: [match.text, number, most == .max ? -1 : most - entries.count])
        return try entries + rows.map(entry)
    }

    private static func entry(_ row: Row) throws -> LoggedEntry {
        guard let nonce = Nonce(row["nonce"]) else { throw MatchLogError.damaged("an entry without a nonce") }
        return LoggedEntry(number: row["number"], nonce: nonce, bytes: [UInt8](row["bytes"] as Data))
    }

    public func matches() async throws(MatchLogError) -> [HostedMatchID] {
        try await reading { db in
            try String.fetchAll(db, sql: "SELECT match FROM entry UNION SELECT match FROM archive")
                .compactMap { HostedMatchID($0) }
        }
    }

    /// Moves all entries of the match into one row.
    public func archive(_ match: HostedMatchID) async throws(MatchLogError) {
        try await writing { db in
            let entries = try Self.entries(of: match, from: 1, most: .max, db)
            guard let last = entries.last else { return }
            try db.execute(
                sql: "INSERT OR REPLACE INTO archive (match, last, bytes) VALUES (?, ?, ?)",
                arguments: [match.text, last.number, Data(EntryArchive(entries: entries).bytes())])
            try db.execute(sql: "DELETE FROM entry WHERE match = ?", arguments: [match.text])
        }
    }

    // MARK: Arrivals

    public func arrivals() async throws(MatchLogError) -> AsyncStream<Arrival> {
        // throws if the log is closed
        _ = try await reading { try Int.fetchOne($0, sql: "SELECT 1") }
        return followers.stream()
    }

    private static func lastPlace(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'entry'") ?? 0
    }

    /// Sends the entries that were appended after a place in the file, and returns the place of the
    /// last one.
    private static func look(_ database: DatabasePool, behind place: Int64, _ followers: Broadcast<Arrival>) async
        -> Int64
    {
        let news = try? await database.read { db -> (last: Int64, arrivals: [Arrival]) in
            let last = try lastPlace(db)
            guard last > place else { return (place, []) }
            let rows = try Row.fetchAll(
                db, sql: "SELECT match, number, nonce, bytes FROM entry WHERE place > ? AND place <= ? ORDER BY place",
                arguments: [place, last])
            let arrivals = try rows.compactMap { row in
                try HostedMatchID(row["match"]).map { Arrival(match: $0, entry: try entry(row)) }
            }
            return (last, arrivals)
        }
        guard let news else { return place }
        for arrival in news.arrivals { followers.send(arrival) }
        return news.last
    }

    // MARK: Notes

    public func note(_ kind: MatchNote, _ bytes: [UInt8]?, on match: HostedMatchID) async throws(MatchLogError) {
        try MatchNote.check(bytes)
        try await writing { db in
            try db.execute(
                sql: "DELETE FROM note WHERE match = ? AND kind = ?", arguments: [match.text, kind.rawValue])
            guard let bytes else { return }
            try db.execute(
                sql: """
                    INSERT INTO note (match, kind, bytes, place)
                    VALUES (?, ?, ?, (SELECT COALESCE(MAX(place), 0) + 1 FROM note WHERE kind = ?))
                    """,
                arguments: [match.text, kind.rawValue, Data(bytes), kind.rawValue])
        }
    }

    public func note(_ kind: MatchNote, on match: HostedMatchID) async throws(MatchLogError) -> [UInt8]? {
        try await reading { db in
            try Data.fetchOne(
                db, sql: "SELECT bytes FROM note WHERE match = ? AND kind = ?", arguments: [match.text, kind.rawValue])
        }.map { [UInt8]($0) }
    }

    public func matches(
        with kind: MatchNote, limit: Int
    ) async throws(MatchLogError) -> [(match: HostedMatchID, note: [UInt8])] {
        try await reading { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT match, bytes FROM note WHERE kind = ? ORDER BY place DESC LIMIT ?",
                arguments: [kind.rawValue, max(0, limit)])
            return rows.compactMap { row in
                HostedMatchID(row["match"]).map { ($0, [UInt8](row["bytes"] as Data)) }
            }
        }
    }

    // MARK: Closing

    public func close() async {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        clock.cancel()
        wake.finish()
        await watch.value
        followers.finish()
        // moves everything into the main file, so that this one file can be copied
        _ = try? await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? database.close()
    }

    private func writing<R: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> R
    ) async throws(MatchLogError) -> R {
        do { return try await database.write(body) } catch { throw Self.meaning(of: error, path: path) }
    }

    private func reading<R: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> R
    ) async throws(MatchLogError) -> R {
        do { return try await database.read(body) } catch { throw Self.meaning(of: error, path: path) }
    }

    private static func meaning(of error: any Error, path: String) -> MatchLogError {
        switch error {
        case let error as MatchLogError: error
        case is CancellationError: .cancelled
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged("\(path): \(error.message ?? "no database")")
            case .SQLITE_MISUSE: .closed
            case .SQLITE_INTERRUPT, .SQLITE_ABORT: Task.isCancelled ? .cancelled : .unavailable("\(path): interrupted")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN:
                .unavailable(
                    "\(path) can't be opened for writing. SQLite must be able to write the file and its folder even to read it. Copy "
                        + "the file elsewhere first")
            default: .unavailable("\(path): \(error.message ?? "SQLite fails") (\(error.extendedResultCode.rawValue))")
            }
        default: .unavailable("\(path): \(error)")
        }
    }
}
