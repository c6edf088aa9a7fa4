import Foundation
import GRDB
import GameRules

/// The file of a store, before and during opening. A file of another program is never changed: the
/// first bytes of the file are checked without SQLite, and then SQLite checks a copy. The file
/// itself is opened only for writing. Before that, the copy is read, so the file stays unchanged
/// if rows turn out to be damaged.
struct StoreFile: Sendable {
    /// The path with links resolved, so that two names of a file lead to one lock.
    let path: String
    let schema: StoreSchema

    init(path: String, schema: StoreSchema) {
        self.path = path
        self.schema = schema
    }

    /// Returns the resolved path of the store. SQLite follows links, so neither the store nor one
    /// of SQLite's files beside it may be a link.
    ///
    /// - Throws: ``StoreError/misplaced(_:)`` with the link or the missing folder.
    static func place(of path: String) throws(StoreError) -> String {
        do throws(GameError) {
            let place = try WritableFile(typed: path).place()
            for suffix in companions { _ = try WritableFile(typed: place + suffix).place() }
            return place
        } catch {
            throw .misplaced("\(error)")
        }
    }

    /// A sound copy of the file for reading.
    struct Copy: Sendable {
        let queue: DatabaseQueue
        /// The version of the file. The copy has the newest version.
        let version: Int
    }

    /// Returns a checked copy of the file. If the file doesn't exist, creates it and returns nil.
    /// The caller must hold the lock.
    ///
    /// - Parameter wasComplete: See ``StoreLock/wasComplete``.
    func prepare(wasComplete: Bool) throws -> Copy? {
        guard FileManager.default.fileExists(atPath: path) else {
            try create()
            return nil
        }
        try checkHeader(wasComplete)
        return try checkedCopy()
    }

    /// Opens the file itself for writing. The file must have been checked.
    ///
    /// - Parameter version: The version of the file. An older file is migrated to the newest
    ///   version.
    func open(from version: Int) throws -> DatabasePool {
        if version < schema.version {
            // Use a rollback journal, so that the new version is in the file itself, not in a
            // write-ahead journal, when the migration is complete.
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            _ = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
            try schema.migrate(queue)
            try queue.close()
        }
        try restrictPermissions()
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        // A message that was sent must survive a power failure. A pool that opens sets NORMAL, with
        // which commits aren't synced to disk.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try restrictPermissions()
        return pool
    }

    /// The configuration of every connection.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            // SQLite's default of 1,000 pages lets the journal of a small store grow to twenty
            // times its size.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 64")
        }
        return configuration
    }

    // MARK: Creating a file

    /// Creates the store under a temporary name and renames it when it is complete. A store at the
    /// final path therefore always states its kind and version.
    private func create() throws {
        for suffix in Self.companions where FileManager.default.fileExists(atPath: path + suffix) {
            throw corrupted("\(path + suffix) without its main file")
        }
        let new = path + ".new"
        try remove(new)
        let descriptor = Foundation.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw failed("it can't be made (\(String(cString: strerror(errno)))); check its folder")
        }
        close(descriptor)
        var isComplete = false
        // Ignore errors: the disk may be full.
        defer { if !isComplete { for suffix in [""] + Self.companions { try? remove(new + suffix) } } }
        try fill(new)
        guard rename(new, path) == 0 else {
            throw failed("it can't be given its name (\(String(cString: strerror(errno)))); check its folder")
        }
        isComplete = true
    }

    private func fill(_ new: String) throws {
        let queue = try DatabaseQueue(path: new, configuration: Self.configuration)
        try schema.migrate(queue)
        try queue.close()
    }

    // MARK: Closing a file

    /// Ends the use of a journal, so that SQLite records in the header that the file is complete by
    /// itself. All connections must be closed, and the caller must hold the lock.
    func standAlone() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
        _ = try queue.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE") }
        try queue.close()
    }

    // MARK: Checking a file

    /// The suffixes of SQLite's files beside a database.
    private static let companions = ["-wal", "-journal", "-shm"]
    /// The write version of a file with a write-ahead journal, at byte 18.
    private static let journalled: UInt8 = 2

    /// Rejects files of other programs by their first bytes, without SQLite
    /// (https://www.sqlite.org/fileformat2.html, §1.3).
    private func checkHeader(_ wasComplete: Bool) throws {
        try checkCompanions()
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw corrupted("no plain file") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw failed("it can't be read; check its permissions")
        }
        defer { try? handle.close() }
        let header = Array(try handle.read(upToCount: 100) ?? Data())
        guard header.count == 100 else { throw corrupted("\(header.count) bytes") }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else { throw corrupted("no database") }
        func number(at offset: Int) -> Int32 {
            Int32(bitPattern: header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        try check(applicationID: number(at: 68), version: Int(number(at: 60)))
        // SQLite reads a missing end of the last page as zeros. If a journal exists, the missing
        // end may be in the journal, so the size is checked only without a journal.
        let pageSize = UInt64(header[16]) << 8 | UInt64(header[17])  // 1 stands for 65,536
        let size = UInt64(UInt32(bitPattern: number(at: 28))) * (pageSize == 1 ? 65_536 : max(pageSize, 512))
        // The header of an open store says that a write-ahead journal belongs to the file.
        // ``standAlone()`` resets the header.
        guard header[18] != Self.journalled || wasComplete || FileManager.default.fileExists(atPath: path + "-wal")
        else {
            throw StoreError.incomplete(path: path)
        }
        let hasJournal = Self.companions.contains { FileManager.default.fileExists(atPath: path + $0) }
        guard hasJournal || UInt64(max(status.st_size, 0)) >= size else {
            throw corrupted("\(status.st_size) bytes of \(size)")
        }
        // Bytes after the last page don't belong to the store, and reading them could take forever.
        // Pages of a write-ahead journal may already be there. With a rollback journal this isn't
        // checked, because the journal determines the end of the file.
        guard !FileManager.default.fileExists(atPath: path + "-journal") else { return }
        let (room, overflow) = size.addingReportingOverflow(self.size(of: path + "-wal") + (1 << 16))
        guard overflow || UInt64(max(status.st_size, 0)) <= room else {
            throw corrupted("\(status.st_size) bytes, where its pages have \(size)")
        }
    }

    private func size(of file: String) -> UInt64 {
        var status = stat()
        return stat(file, &status) == 0 ? UInt64(max(status.st_size, 0)) : 0
    }

    private func check(applicationID: Int32, version: Int) throws {
        guard applicationID == StoreSchema.applicationID else { throw corrupted("a database of another program") }
        guard version >= 1 else { throw corrupted("version \(version)") }
        guard version >= schema.oldest else { throw StoreError.older(path: path, version: version) }
        guard version <= schema.version else { throw StoreError.newer(path: path, version: version) }
    }

    private var copyFolder: String { path + ".check" }

    /// Checks that SQLite's files beside the store are regular files. Opening anything else, such
    /// as a pipe, could block.
    private func checkCompanions() throws(StoreError) {
        for suffix in Self.companions {
            var status = stat()
            guard lstat(path + suffix, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
            throw .misplaced(
                "expected nothing or a plain file at \(path.onOneLine)\(suffix), which belongs to the store \(path.onOneLine); "
                    + "move what is there")
        }
    }

    /// Checks that the folder for the copy, if it exists, contains only an earlier copy. A folder
    /// with other content belongs to someone else.
    private func checkCopyFolder() throws(StoreError) {
        var status = stat()
        guard lstat(copyFolder, &status) == 0 else { return }
        let copies = Set(([""] + Self.companions).map { "copy" + $0 })
        let names = try? FileManager.default.contentsOfDirectory(atPath: copyFolder)
        guard status.st_mode & S_IFMT == S_IFDIR, let names, copies.isSuperset(of: names) else {
            throw .misplaced(
                "expected to make a copy of the store at \(copyFolder.onOneLine), to check it, and something else is there; "
                    + "move it, or name the store otherwise")
        }
    }

    func removeCopy() {
        guard (try? checkCopyFolder()) != nil else { return }
        try? remove(copyFolder)
    }

    /// Returns a copy for SQLite to read. Repairs or damage by SQLite then don't affect the file
    /// itself.
    private func checkedCopy() throws -> Copy {
        try checkCopyFolder()
        try remove(copyFolder)
        var isSound = false
        defer { if !isSound { removeCopy() } }
        let copy = copyFolder + "/copy"
        do {
            try FileManager.default.createDirectory(
                atPath: copyFolder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
        } catch {
            throw failed("no copy can be made beside it, to check it: the disk is full, or its folder can't be written")
        }
        let checked = try checkDatabase(at: copy)
        try schema.migrate(checked.queue)
        isSound = true
        return checked
    }

    /// Runs all checks of SQLite on a copy.
    private func checkDatabase(at copy: String) throws -> Copy {
        do {
            let queue = try DatabaseQueue(path: copy, configuration: Self.configuration)
            let (version, definitions) = try queue.read { db in
                let applicationID = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try check(applicationID: applicationID, version: version)
                let problem = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "nothing"
                guard problem == "ok" else { throw corrupted("a damaged database (\(problem))") }
                guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
                    throw corrupted("rows that belong to nothing")
                }
                return (version, try StoreSchema.definitions(in: db))
            }
            guard try definitions == schema.definitions(upTo: version) else { throw corrupted("other tables") }
            return Copy(queue: queue, version: version)
        } catch let error as DatabaseError where error.resultCode != .SQLITE_FULL {
            // No other program uses this copy, so every error comes from its bytes.
            throw corrupted("a damaged database (\(error.message ?? "error"))")
        }
    }

    /// Restricts the permissions, because the file holds private keys. SQLite's files beside it get
    /// the same permissions.
    private func restrictPermissions() throws {
        for suffix in [""] + Self.companions where FileManager.default.fileExists(atPath: path + suffix) {
            guard chmod(path + suffix, 0o600) == 0 else {
                throw failed("its permissions can't be set; open it as its owner")
            }
        }
    }

    private func remove(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    private func corrupted(_ what: String) -> StoreError { .corrupted(path: path, what: what) }

    private func failed(_ what: String) -> StoreError { .failed(path: path, what: what) }
}
