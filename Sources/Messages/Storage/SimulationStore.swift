import Foundation
import GRDB

/// The content of a simulation and its phones, in one SQLite file.
///
/// Each stimulus is one transaction. Whenever the process ends, the file contains all writes of a
/// stimulus or none. Every row belongs to a device, which is named by its person.
///
/// ```swift
/// let store = try SimulationStore(path: "party.parlor")
/// let world = try Simulation.open(store, people: ["Ann", "Bob"], games: [script], seed: 7)
/// …
/// try store.close()
/// ```
/// The file holds the private keys of seats. Only its owner can read and write it.
public final class SimulationStore: Sendable {
    /// The path of the store, for errors; `memory` for a store in memory.
    public let path: String
    /// The current connection, guarded by `turn`.
    nonisolated(unsafe) private var database: Connection
    private let turn = NSLock()
    /// The file, or nil for a store in memory.
    private let file: StoreFile?
    // The lock is declared after the database, because members are destroyed in the order of their
    // declaration. The database must be closed before the lock is released.
    private let lock: StoreLock?

    private enum Connection {
        /// A file to which nothing has been written yet. Reads use a copy of the file, so the file
        /// stays unchanged if rows are damaged.
        case copy(StoreFile.Copy, of: StoreFile)
        case writable(any DatabaseWriter)
        case closed(wasWritable: Bool)
    }

    /// The stores that the current task is using. A transaction within another transaction of the
    /// same store would wait forever, so it is rejected.
    @TaskLocal private static var entered: Set<ObjectIdentifier> = []

    /// Opens the store in a file, or creates the file.
    ///
    /// A file that is damaged, isn't a store, or was written by a newer version stays unchanged byte
    /// for byte. Before the first write, only a copy of the file is read. So the file also stays
    /// unchanged if a damaged row is found before the first write. Only one store at a time can open
    /// a file, in any process.
    ///
    /// - Throws: ``StoreError``: `corrupted`, `newer`, `older`, `incomplete`, `locked`, `failed`, or
    ///   `misplaced` if the folder or file can't be used.
    public convenience init(path: String) throws(StoreError) {
        try self.init(path: path, schema: .current)
    }

    init(path: String, schema: StoreSchema) throws(StoreError) {
        let file = StoreFile(path: try StoreFile.place(of: path), schema: schema)
        self.path = file.path
        self.file = file
        let lock = try StoreLock(of: file.path)
        self.lock = lock
        do {
            if let copy = try file.prepare(wasComplete: lock.wasComplete) {
                database = .copy(copy, of: file)
            } else {
                lock.note(isComplete: true)
                database = .writable(try file.open(from: schema.version))
                lock.note(isComplete: false)
            }
        } catch {
            throw StoreError(error, path: file.path)
        }
    }

    /// Creates a store in memory, for tests and for simulations that aren't stored. The content is
    /// lost when the object is deallocated.
    ///
    /// - Throws: ``StoreError/failed(path:what:)`` if there is not enough memory.
    public init() throws(StoreError) {
        path = "memory"
        lock = nil
        file = nil
        do {
            let queue = try DatabaseQueue(configuration: StoreFile.configuration)
            try StoreSchema.current.migrate(queue)
            database = .writable(queue)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    deinit {
        // Close the file before the lock is released. If closing fails, the file stays as a killed
        // process would leave it.
        try? close()
    }

    /// Merges the journal into the file, so that the file is complete by itself and can be copied.
    /// The store can't be used afterwards. Deallocating a store also closes it, but can't report
    /// errors.
    ///
    /// - Throws: ``StoreError`` if the merge fails, for example on a full disk. Even then nothing
    ///   is lost: the file and its journal together contain everything that was written.
    public func close() throws(StoreError) {
        do {
            try turn.withLock {
                switch database {
                case .copy(_, let file):
                    database = .closed(wasWritable: false)
                    file.removeCopy()
                case .writable(let writer):
                    lock?.note(isComplete: true)
                    try writer.close()
                    database = .closed(wasWritable: true)
                    try file?.standAlone()
                case .closed(let wasWritable):
                    if wasWritable { try file?.standAlone() }
                }
            }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private func reader() throws -> any DatabaseReader {
        try turn.withLock {
            switch database {
            case .copy(let copy, _): copy.queue
            case .writable(let writer): writer
            case .closed: throw closed
            }
        }
    }

    /// Whether each commit is synchronized to disk.
    package var syncsEachCommit: Bool {
        get throws { try writer().writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2 }
    }

    /// Returns the writable connection. The first call opens the file itself.
    private func writer() throws -> any DatabaseWriter {
        try turn.withLock {
            switch database {
            case .copy(let copy, let file):
                lock?.note(isComplete: true)
                let pool = try file.open(from: copy.version)
                lock?.note(isComplete: false)
                database = .writable(pool)
                file.removeCopy()
                return pool
            case .writable(let writer): return writer
            case .closed: throw closed
            }
        }
    }

    private var closed: StoreError { .failed(path: path, what: "it was closed; open it again") }

    /// Runs `body` and commits its writes. If `body` throws, nothing is committed.
    ///
    /// A `StoreTransaction` also reads, including its own writes. The transaction can't be used
    /// after `body` has returned.
    ///
    /// - Throws: The ``StoreError`` that `body` threw, or ``StoreError/failed(path:what:)`` for any
    ///   other error of `body`. If `body` continued after an error of the database, that error is
    ///   thrown at the end. A call within another transaction or `read` of this store fails
    ///   immediately.
    package func transaction<R>(_ body: (StoreTransaction) throws -> R) throws(StoreError) -> R {
        try enter {
            try writer().write { db in
                let transaction = StoreTransaction(db, path: path)
                defer { transaction.end() }
                let result = try body(transaction)
                if let failure = transaction.failure { throw failure }
                return result
            }
        }
    }

    /// Runs `body` on a snapshot of the store. `body` doesn't see later writes.
    ///
    /// - Throws: Like `transaction`.
    package func read<R>(_ body: (StoreReader) throws -> R) throws(StoreError) -> R {
        try enter {
            try reader().read { db in
                let reader = StoreReader(db, path: path)
                defer { reader.end() }
                return try body(reader)
            }
        }
    }

    private func enter<R>(_ body: () throws -> R) throws(StoreError) -> R {
        let identity = ObjectIdentifier(self)
        guard !Self.entered.contains(identity) else {
            throw .failed(
                path: path, what: "it is being used by the caller already; use the transaction or reader it got")
        }
        do {
            return try Self.$entered.withValue(Self.entered.union([identity]), operation: body)
        } catch {
            throw StoreError(error, path: path)
        }
    }
}

extension SimulationStore: CustomStringConvertible {
    /// `SimulationStore(party.parlor)`: the path, without any content.
    public var description: String { "SimulationStore(\(path))" }
}
