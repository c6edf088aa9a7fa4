import GRDB
import GameRules

/// The reason why a store can't be opened, read or written. The description says what was expected
/// and what to do.
///
/// The description never shows stored content: no urls, keys or values.
public enum StoreError: Error, Hashable, Sendable {
    /// The file is not a store or is damaged. The file is unchanged.
    case corrupted(path: String, what: String)
    /// A later version of Parlor wrote the file. The file is unchanged.
    case newer(path: String, version: Int)
    /// The file lacks its journal, which has the last moves. The file was copied while in use, or its
    /// program was killed. The file is unchanged.
    case incomplete(path: String)
    /// An earlier version of Parlor wrote the file, with matches of an earlier message protocol.
    /// The file is unchanged.
    case older(path: String, version: Int)
    /// The file is already open in this program or another program.
    case locked(path: String)
    /// A store can't be at the path. The sentence names the path and the obstacle.
    case misplaced(String)
    /// A value is larger than the store allows. Nothing was written.
    case tooLarge(what: String, size: Int, limit: Int)
    /// Any other failure: a full disk, a missing folder, or a write that violated a rule of the
    /// store.
    case failed(path: String, what: String)
}

extension StoreError: CustomStringConvertible {
    /// A sentence that says what was expected, what was found, and what to do.
    public var description: String {
        switch self {
        case .corrupted(let path, let what):
            "expected a simulation kept by Parlor in \(path.onOneLine), found \(what); the file was left as it is: "
                + "restore a copy of it, or name another file"
        case .newer(let path, let version):
            "expected version \(StoreSchema.current.version) or older of \(path.onOneLine), found version \(version); "
                + "the file was left as it is: open it with the newer Parlor that wrote it"
        case .incomplete(let path):
            "expected the journal \(path.onOneLine)-wal beside \(path.onOneLine), which was in use when it was copied; the file was left as "
                + "it is, and its last moves are missing: copy the journal, too, or name another file"
        case .older(let path, let version):
            "expected version \(StoreSchema.current.version) of \(path.onOneLine), found version \(version), whose matches are of an "
                + "earlier message protocol; the file was left as it is: open it with the Parlor that wrote it, or name "
                + "another file"
        case .locked(let path):
            "expected to be the only one to write \(path.onOneLine), but it is open already; "
                + "close the other program, or name another file"
        case .misplaced(let sentence): sentence
        case .tooLarge(let what, let size, let limit):
            "expected at most \(limit) bytes for \(what), found \(size); keep less"
        case .failed(let path, let what):
            "expected to use the store \(path.onOneLine), but \(what)"
        }
    }
}

extension StoreError {
    /// Whether the named file is unsuitable, as opposed to a failed operation.
    package var isOfFile: Bool {
        switch self {
        case .corrupted, .newer, .incomplete, .older, .misplaced: true
        case .locked, .tooLarge, .failed: false
        }
    }

    /// Converts any error of the database. Only SQLite's own message is included, because it
    /// contains no stored values.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                self = .corrupted(path: path, what: error.message ?? "a damaged database")
            case .SQLITE_FULL: self = .failed(path: path, what: Self.fullDisk)
            case .SQLITE_IOERR where Self.cannotWrite.contains(error.extendedResultCode):
                self = .failed(path: path, what: Self.fullDisk)
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
                self = .failed(
                    path: path, what: "it can't be written; check the permissions of the file and its folder")
            default:
                self = .failed(
                    path: path,
                    what: "SQLite says \"\(error.message ?? "error")\" (\(error.extendedResultCode.rawValue)); "
                        + "nothing of this transaction was kept")
            }
        default: self = .failed(path: path, what: "this came in between: \(error)")
        }
    }

    static let fullDisk = "the disk is full; make room and try again"
    /// The codes of SQLite for a file that can't grow, for example on a full disk.
    private static let cannotWrite: [ResultCode] = [
        .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_FSYNC,
    ]
}
