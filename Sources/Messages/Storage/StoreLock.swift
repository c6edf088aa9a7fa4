import Foundation
import GameApps
import GameRules
import MatchSessions
import Synchronization

/// An advisory lock on a file beside the store. The lock ensures that a simulation has only one
/// writer.
///
/// The lock is not on the store's own file, for two reasons. On a system where `flock` and SQLite
/// use the same kind of lock, each would wait for the other. Closing the file would also release
/// SQLite's locks in this process.
final class StoreLock: Sendable {
    private let path: String
    private let descriptor: Int32
    /// Whether a program that was killed left a record in the lock that the store's file is complete
    /// without a journal.
    let wasComplete: Bool

    /// Whether ``note(isComplete:)`` was called.
    private let isNoted = Atomic(false)

    private static let complete = Array("complete\n".utf8), inUse = Array("in use\n".utf8)

    /// Acquires the lock, or fails immediately.
    ///
    /// - Throws: ``StoreError/locked(path:)`` if another program holds the lock,
    ///   ``StoreError/misplaced(_:)`` if the folder can't be written,
    ///   ``StoreError/failed(path:what:)`` if the disk is full.
    init(of store: String) throws(StoreError) {
        path = store + ".lock"
        // Releasing the lock removes the file of the lock. If another program removed the file
        // between opening and locking, the lock has no effect, so try again.
        for _ in 0..<100 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                let problem = errno
                if [ENOSPC, EDQUOT].contains(problem) { throw .failed(path: store, what: StoreError.fullDisk) }
                throw .misplaced(
                    "expected to make a lock beside the store \(store), but that can't be done "
                        + "(\(String(cString: strerror(problem)))); check that the folder is there and can be written")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw .locked(path: store)
            }
            if Self.isSameFile(descriptor, path) {
                guard Self.isOwn(descriptor) else {
                    close(descriptor)
                    throw .misplaced(
                        "expected to make a lock at \(path.onOneLine), and a file of somebody else's is there; "
                            + "move it, or name the store otherwise")
                }
                self.descriptor = descriptor
                var left = [UInt8](repeating: 0, count: Self.complete.count)
                let count = pread(descriptor, &left, left.count, 0)
                wasComplete = count == left.count && left == Self.complete
                return
            }
            close(descriptor)
        }
        throw .locked(path: store)
    }

    /// Records in the lock whether the store's file is complete without a journal. If this program
    /// is killed, the next program reads the record. SQLite creates and removes the journal a
    /// moment after it changes the header. Therefore record true before the database is opened or
    /// closed, and false after the database was opened.
    func note(isComplete: Bool) {
        isNoted.store(true, ordering: .relaxed)
        let text = isComplete ? Self.complete : Self.inUse
        // if the record can't be written, there is none, and the next program rejects a file whose
        // journal is missing
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }

    deinit {
        // a program that only read the store leaves the record of a killed program for the next one
        if !wasComplete || isNoted.load(ordering: .relaxed) { unlink(path) }
        close(descriptor)
    }

    /// Returns whether the file contains only the text of a lock.
    private static func isOwn(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        // the text may be incomplete, because a program was killed while writing it
        return [complete, inUse].contains { $0.starts(with: bytes.prefix(max(0, count))) }
    }

    private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }
}
