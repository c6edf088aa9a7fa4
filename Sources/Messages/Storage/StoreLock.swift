import Foundation
import GameApps
import GameRules
import MatchSessions
import Synchronization

/// An advisory lock on a file beside the store: a simulation has one writer.
///
/// The lock is not on the store's own file: where `flock` and the locks of SQLite are of one kind, each would wait for
/// the other, and closing the file would let go of the locks SQLite holds in this process.
final class StoreLock: Sendable {
    private let path: String
    private let descriptor: Int32
    /// Did a program that was killed leave the lock, at a moment when the store's file was complete without a journal?
    let wasComplete: Bool

    /// Was anything noted since?
    private let isNoted = Atomic(false)

    private static let complete = Array("complete\n".utf8), inUse = Array("in use\n".utf8)

    /// Takes the lock or fails at once.
    ///
    /// - Throws: ``StoreError/locked(path:)`` if somebody holds it, ``StoreError/misplaced(_:)`` if the folder can't
    ///   be written, ``StoreError/failed(path:what:)`` if the disk is full.
    init(of store: String) throws(StoreError) {
        path = store + ".lock"
        // Whoever lets go of the lock removes the file. One that was removed between opening and locking locks nothing.
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

    /// Notes whether the file is complete without a journal, for who comes after a kill: SQLite makes the journal, and
    /// removes it, a moment after the header speaks of it. To be told before the one and after the other.
    func note(isComplete: Bool) {
        isNoted.store(true, ordering: .relaxed)
        let text = isComplete ? Self.complete : Self.inUse
        // a lock that can't be written to says nothing, and a missing journal is refused as before
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, text, text.count, 0)
    }

    deinit {
        // who only looked leaves the word for the next one
        if !wasComplete || isNoted.load(ordering: .relaxed) { unlink(path) }
        close(descriptor)
    }

    /// Is there nothing in the file but what a lock has?
    private static func isOwn(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        // a kill may have cut it short
        return [complete, inUse].contains { $0.starts(with: bytes.prefix(max(0, count))) }
    }

    private static func isSameFile(_ descriptor: Int32, _ path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }
}
