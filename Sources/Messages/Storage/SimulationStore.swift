import Foundation
import GRDB

/// What the simulated phones of one simulation remember, in one SQLite file.
///
/// All writes of one stimulus happen in one transaction: after the process ended at any moment, the file holds either all of
/// them or none. Every row belongs to a device, which goes by the name of its person.
///
/// ```swift
/// let store = try SimulationStore(path: "party.parlor")
/// let world = try Simulation.open(store, people: ["Ann", "Bob"], games: [script], seed: 7)
/// …
/// try store.close()
/// ```
/// The file holds the private keys of seats. It can be read and written by its owner alone.
public final class SimulationStore: Sendable {
    /// Where the store is, for errors; `memory` for one that isn't kept.
    public let path: String
    /// What is read and written now; `turn` guards it.
    nonisolated(unsafe) private var database: Connection
    private let turn = NSLock()
    /// Nil for a store in memory.
    private let file: StoreFile?
    // Let go of after the database: members go in the order in which they stand here.
    private let lock: StoreLock?

    private enum Connection {
        /// A file that nothing was written to yet: its copy is read, so that damage found in the rows leaves it alone.
        case copy(StoreFile.Copy, of: StoreFile)
        case writable(any DatabaseWriter)
        case closed(wasWritable: Bool)
    }

    /// The stores that the code running on this thread is inside of: a transaction within one would wait for itself.
    @TaskLocal private static var entered: Set<ObjectIdentifier> = []

    /// Opens the store in a file, or makes it.
    ///
    /// A file that is damaged, no store, or written by a newer version is left byte for byte as it was, and so is one
    /// in which a row is found damaged before the first write: until then a copy is read. Only one store at
    /// a time has a file open, in this process or another.
    ///
    /// - Throws: ``StoreError``: `misplaced` if the folder or file can't be used, `corrupted`, `newer`, `locked`, or `failed`.
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

    /// A store that is gone when it is let go of: for play that isn't kept, and for tests.
    ///
    /// - Throws: ``StoreError/failed(path:what:)`` if there is no memory for it.
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
        // Before the lock is let go of. A store that can't be closed properly is as one whose process ended.
        try? close()
    }

    /// Works the journal into the file, which then stands alone and can be copied. Nothing can be read or written
    /// afterwards. A store that is let go of is closed, too, but can't tell what went wrong.
    ///
    /// - Throws: ``StoreError`` if that can't be done, such as on a full disk. Nothing is lost then: what was written is
    ///   in the file and the journal beside it together.
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

    /// Whether what is written is on disk when it was written.
    package var syncsEachCommit: Bool {
        get throws { try writer().writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2 }
    }

    /// Opens the file itself when it is asked for first.
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

    /// Writes all that `body` writes, or nothing if it throws.
    ///
    /// `StoreTransaction` also reads, and sees what was written through it. It can't be used after `body`.
    ///
    /// - Throws: The ``StoreError`` that `body` threw, ``StoreError/failed(path:what:)`` for any other error of it,
    ///   and whatever writing meets, also if `body` went on after it. Inside of another transaction or `read` of
    ///   this store it fails at once.
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

    /// Reads from one moment of the store: what others write meanwhile isn't seen.
    ///
    /// - Throws: As `transaction`.
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
    /// `SimulationStore(party.parlor)`: where it is, nothing of what it holds.
    public var description: String { "SimulationStore(\(path))" }
}
