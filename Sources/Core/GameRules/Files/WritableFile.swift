import FileAccess
import Foundation

/// A place to which a file is written without following a symbolic link, so that a stranger's
/// folder can't redirect a write. Parlor writes all files through this type, except stores. SQLite writes
/// those, after a call of `place`.
///
/// Links are followed only in folders that a person chose: in those of an absolute path, and in the
/// path of the working folder in which Parlor was started. Neither the file itself nor a folder
/// that Parlor names may be a link.
package struct WritableFile: Sendable {
    /// The path as it was given, on one line, for messages.
    package private(set) var path: String
    let base: String
    let folders: [String]
    let name: String

    /// Creates a place from a path that a person typed, without expanding it: see `URL(typed:)`.
    ///
    /// - Parameter ownFolders: The number of folders at the end of an absolute path that may not be
    ///   links.
    /// - Throws: ``GameError/request(_:)`` for a path that names no file.
    package init(typed path: String, ownFolders: Int = 0) throws(GameError) {
        guard !path.isEmpty else { throw .request(.emptyFileName) }
        var parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
        guard let name = parts.popLast(), name != "..", !path.hasSuffix("/"), !path.contains("\0") else {
            throw .request(.noFile(path))
        }
        let isAbsolute = path.hasPrefix("/")
        let followed = isAbsolute ? max(0, parts.count - ownFolders) : 0
        self.path = path.onOneLine
        self.name = name
        base = (isAbsolute ? "/" : "./") + parts[..<followed].joined(separator: "/")
        folders = Array(parts[followed...])
    }

    /// Creates a place in a folder below which everything is Parlor's own.
    ///
    /// - Parameter path: The path below the folder, with `/` between names.
    package init(_ path: String, in folder: URL) throws(GameError) {
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), !parts.contains(".."), name != "..", !path.contains("\0") else {
            throw .request(path.isEmpty ? .emptyFilePath : .noFile(path))
        }
        self.path = folder.appendingPathComponent(path).path.onOneLine
        self.name = name
        base = folder.path
        folders = parts
    }

    /// Checks that files can be written in a folder that a person typed. The first file creates the
    /// folder.
    ///
    /// - Throws: ``GameError/request(_:)`` that names the obstacle.
    package static func check(folder path: String) throws(GameError) {
        guard !path.isEmpty else { throw .request(.emptyFolderName) }
        var file = try WritableFile(typed: path + "/file", ownFolders: 1)
        file.path = path.onOneLine
        try file.check(makingFolders: true)
    }

    /// Checks that the file can be written, so that a long operation fails before it starts.
    ///
    /// - Parameter makingFolders: Whether missing folders will be made.
    /// - Returns: Whether something exists at the path.
    /// - Throws: ``GameError/request(_:)`` that names the obstacle.
    @discardableResult
    package func check(makingFolders: Bool = false) throws(GameError) -> Bool {
        let folder: Descriptor
        do throws(Obstacle) {
            folder = try open(makingFolders: false)
        } catch {
            if makingFolders, error == .missing { return false }
            throw refusal(error)
        }
        let kind: Kind
        do throws(Obstacle) { kind = try self.kind(in: folder) } catch { throw refusal(error) }
        guard faccessat(folder.number, kind == .none || kind == .file ? "." : name, W_OK, 0) == 0 else {
            throw refusal(.closed)
        }
        return kind != .none
    }

    /// Returns the path with its permitted links resolved, for SQLite and for locks. Throws if any other
    /// part of the path is a link.
    package func place() throws(GameError) -> String {
        do throws(Obstacle) {
            let folder = try open(makingFolders: false)
            _ = try kind(in: folder)
        } catch {
            throw refusal(error)
        }
        let start = URL(fileURLWithPath: base).resolvingSymlinksInPath()
        return folders.reduce(start) { $0.appendingPathComponent($1) }.appendingPathComponent(name).standardizedFileURL
            .path
    }

    /// Writes the whole file or nothing.
    ///
    /// - Parameters:
    ///   - replacing: Whether an existing file may be replaced. The new file gets the permissions
    ///     of the old one. A device or a pipe isn't replaced, but written to.
    ///   - permissions: The permissions of the file; nil for the standard ones, or those of the
    ///     replaced file.
    ///   - patience: The longest time to wait for the reader of a pipe.
    /// - Throws: ``GameError/request(_:)``. After an error, an existing file is unchanged.
    package func write(
        _ bytes: [UInt8], replacing: Bool = true, makingFolders: Bool = false, permissions: UInt16? = nil,
        patience: Duration = .seconds(10)
    ) throws(GameError) {
        do throws(Obstacle) {
            let folder = try open(makingFolders: makingFolders)
            switch try kind(in: folder) {
            case .none: break
            case .file, .other: if !replacing { throw .there }
            }
            if case .other = try kind(in: folder) {
                // don't wait for a reader that never comes
                let file = Descriptor(openat(folder.number, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
                if file.number < 0, file.error == ENXIO { throw .unread }
                return try Self.write(bytes, to: file, patience: patience)
            }
            try replace(bytes, in: folder, replacing, permissions)
        } catch {
            throw refusal(error)
        }
    }

    /// Returns whether the file contains exactly these bytes.
    package func holds(_ bytes: [UInt8]) -> Bool {
        guard let folder = try? open(makingFolders: false), (try? kind(in: folder)) == .file else { return false }
        let reader = FolderReader(URL(fileURLWithPath: folders.reduce(base) { $0 + "/" + $1 }))
        return (try? reader.bytes(of: name, atMost: bytes.count)) == bytes
    }

    // MARK: Step by step

    private enum Kind: Equatable { case none, file, other }

    enum Obstacle: Error, Equatable {
        case link(String)
        case folder, there, missing, closed
        /// A part of the path is not a folder.
        case noFolder
        /// The path is a socket.
        case noFile
        /// A pipe without a reader; a pipe whose reader has stopped.
        case unread, stalled
        case full
        case system(Int32)
    }

    /// A file descriptor that is closed when nothing refers to it.
    final class Descriptor {
        let number: Int32
        let error: Int32

        init(_ number: Int32) {
            self.number = number
            error = errno
        }

        deinit { if number >= 0 { close(number) } }
    }

    /// Opens the folder of the file.
    func open(makingFolders: Bool) throws(Obstacle) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var current = Descriptor(Foundation.open(base, flags))
        if current.number < 0, current.error == ENOENT, makingFolders {
            try? FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
            current = Descriptor(Foundation.open(base, flags))
        }
        guard current.number >= 0 else { throw Self.obstacle(current.error) }
        for folder in folders {
            var next = Descriptor(openat(current.number, folder, flags | O_NOFOLLOW))
            if next.number < 0, next.error == ENOENT, makingFolders {
                guard mkdirat(current.number, folder, 0o777) == 0 || errno == EEXIST else {
                    throw Self.obstacle(errno)
                }
                next = Descriptor(openat(current.number, folder, flags | O_NOFOLLOW))
            }
            if next.number < 0 {
                if Self.facts(folder, in: current)?.isLink == true { throw .link(folder) }
                throw Self.obstacle(next.error)
            }
            current = next
        }
        return current
    }

    private func kind(in folder: Descriptor) throws(Obstacle) -> Kind {
        guard let facts = Self.facts(name, in: folder) else { return .none }
        if facts.isLink { throw .link(name) }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: throw .folder
        case S_IFSOCK: throw .noFile
        default: return .other
        }
    }

    static func facts(_ name: String, in folder: Descriptor) -> stat? {
        var facts = stat()
        return fstatat(folder.number, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
    }

    /// Writes the bytes. When `replacing`, writes them under another name and then renames the file. A
    /// rename replaces whatever has the name at that time, and follows no link.
    private func replace(
        _ bytes: [UInt8], in folder: Descriptor, _ replacing: Bool, _ permissions: UInt16?
    ) throws(Obstacle) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let mode = permissions.map { mode_t($0) }
        let before = Self.facts(name, in: folder).map { $0.st_mode & 0o777 }
        let written = replacing ? ".\(Self.start(of: name)).\(UInt32.random(in: 0...UInt32.max)).new" : name
        let file = Descriptor(openat(folder.number, written, flags, mode ?? 0o666))
        guard file.number >= 0 else { throw file.error == EEXIST ? .there : Self.obstacle(file.error) }
        var isComplete = false
        defer { if !isComplete { unlinkat(folder.number, written, 0) } }
        if let mode = mode ?? before { fchmod(file.number, mode) }
        try Self.write(bytes, to: file)
        // otherwise a power failure could leave an empty file under the new name
        if replacing, fsync(file.number) != 0, errno != EINVAL, errno != ENOTSUP { throw Self.obstacle(errno) }
        if replacing, renameat(folder.number, written, folder.number, name) != 0 { throw Self.obstacle(errno) }
        isComplete = true
    }

    /// Returns the start of a name, cut so that the system accepts the name with a suffix.
    private static func start(of name: String) -> String {
        var start = name.prefix(60)
        while start.utf8.count > 120 { start.removeLast() }
        return String(start)
    }

    static func write(
        _ bytes: [UInt8], to file: Descriptor, patience: Duration = .zero
    ) throws(Obstacle) {
        guard file.number >= 0 else { throw obstacle(file.error) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file.number, $0.baseAddress, $0.count) }
            let error = errno
            if count < 0, error == EINTR { continue }
            if count < 0, error == EAGAIN {
                var wait = pollfd(fd: file.number, events: Int16(POLLOUT), revents: 0)
                let ready = poll(&wait, 1, Int32(saturating: patience / .milliseconds(1)))
                if ready < 0, errno == EINTR { continue }
                guard ready > 0 else { throw .stalled }
                continue
            }
            guard count > 0 else { throw obstacle(error) }
            rest = rest.dropFirst(count)
        }
    }

    static func obstacle(_ error: Int32) -> Obstacle {
        switch error {
        case ENOENT: .missing
        case ENOTDIR: .noFolder
        case EPIPE: .unread
        case ENOSPC, EDQUOT: .full
        case EACCES, EPERM, EROFS: .closed
        case EISDIR: .folder
        default: .system(error)
        }
    }

    func refusal(_ obstacle: Obstacle) -> GameError {
        let why: String
        switch obstacle {
        case .link(let part):
            let part = part.onOneLine
            let linked = "is a symbolic link, and nothing is written through one; name the place that it leads to."
            // name a link once if it is the file itself
            if part == path.split(separator: "/").last.map(String.init) { return .request("\(path) \(linked)") }
            why = "\(part) \(linked)"
        case .folder: return .request("\(path) is a folder; name a file.")
        case .there: return .request("\(path) is already there.")
        case .missing: why = "there is no such folder."
        case .noFolder: why = "a part of its path is no folder."
        case .noFile: why = "it is no file."
        case .closed: why = "it, or its folder, is closed to you."
        case .unread: why = "it is a pipe that nobody reads."
        case .stalled: why = "whoever reads the pipe has stopped."
        case .full: why = "there is no room left."
        case .system(let error): why = String(cString: strerror(error))
        }
        return .request("\(path) can't be written: \(why)")
    }
}

extension stat {
    fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

extension WritableFile {
    /// Makes a folder of this name with all of these files, or makes nothing. Creates the folder
    /// under another name in the same place, and renames it when all files are written.
    ///
    /// - Parameter files: The bytes of each file, by its path below the folder.
    /// - Throws: ``GameError/request(_:)``, also if something of this name exists. After an error
    ///   nothing remains.
    package func makeFolder(holding files: [String: [UInt8]]) throws(GameError) {
        do throws(Obstacle) {
            let parent = try open(makingFolders: false)
            guard Self.facts(name, in: parent) == nil else { throw .there }
            let draft = ".\(Self.start(of: name)).\(UInt32.random(in: 0...UInt32.max)).new"
            guard mkdirat(parent.number, draft, 0o777) == 0 else { throw Self.obstacle(errno) }
            var isComplete = false
            defer { if !isComplete { Self.remove(draft, holding: files, in: parent) } }
            for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
                try Self.add(path, bytes, to: draft, in: parent)
            }
            // a rename would replace an empty folder of this name, but fails if anything else has
            // it
            guard Self.facts(name, in: parent) == nil else { throw .there }
            guard renameat(parent.number, draft, parent.number, name) == 0 else {
                throw errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR ? .there : Self.obstacle(errno)
            }
            isComplete = true
        } catch {
            throw refusal(error)
        }
    }

    private static let asFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private static func add(
        _ path: String, _ bytes: [UInt8], to folder: String, in parent: Descriptor
    ) throws(Obstacle) {
        var current = Descriptor(openat(parent.number, folder, asFolder))
        guard current.number >= 0 else { throw obstacle(current.error) }
        var parts = path.split(separator: "/").map(String.init)
        guard let file = parts.popLast(), !parts.contains(".."), file != ".." else { throw .missing }
        for part in parts {
            guard mkdirat(current.number, part, 0o777) == 0 || errno == EEXIST else { throw obstacle(errno) }
            current = Descriptor(openat(current.number, part, asFolder))
            guard current.number >= 0 else { throw obstacle(current.error) }
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        try write(bytes, to: Descriptor(openat(current.number, file, flags, 0o666)))
    }

    /// Removes the files and folders that were made, and nothing else. A folder that contains other
    /// files stays.
    private static func remove(_ folder: String, holding files: [String: [UInt8]], in parent: Descriptor) {
        var folders: Set = [folder]
        for path in files.keys {
            unlinkat(parent.number, "\(folder)/\(path)", 0)
            var parts = path.split(separator: "/").dropLast()
            while !parts.isEmpty {
                folders.insert("\(folder)/\(parts.joined(separator: "/"))")
                parts.removeLast()
            }
        }
        for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            unlinkat(parent.number, folder, AT_REMOVEDIR)
        }
    }
}
