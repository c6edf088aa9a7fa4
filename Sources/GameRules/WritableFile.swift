import Foundation

/// A place that a file is to be written to, by way of no symbolic link: what a stranger laid into a folder leads no write
/// elsewhere. Everything that Parlor writes goes through here, but for stores, which SQLite writes once ``place()`` was asked.
///
/// Links are followed only where a person spelled the place out: in the folders of an absolute path, and down to the folder
/// in which Parlor was called. The file itself is never one, nor is a folder that Parlor names by itself.
public struct WritableFile: Sendable {
    /// As it was named, for sentences.
    public let path: String
    private let base: String
    private let folders: [String]
    private let name: String

    /// What a person typed; `~/` stands for the home folder.
    ///
    /// - Parameter ownFolders: Of so many folders at the end of an absolute path no link is followed, either.
    /// - Throws: ``GameError/request(_:)`` for what names no file.
    public init(typed path: String, ownFolders: Int = 0) throws(GameError) {
        let typed = path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst(1) : path
        var parts = typed.split(separator: "/").map(String.init).filter { $0 != "." }
        guard let name = parts.popLast(), name != "..", !typed.hasSuffix("/"), !typed.contains("\0") else {
            throw .request(path.isEmpty ? "An empty path names no file." : "\(path) names no file.")
        }
        let isAbsolute = typed.hasPrefix("/")
        let followed = isAbsolute ? max(0, parts.count - ownFolders) : 0
        self.path = path
        self.name = name
        base = (isAbsolute ? "/" : "./") + parts[..<followed].joined(separator: "/")
        folders = Array(parts[followed...])
    }

    /// A place in a folder, all below which is Parlor's own.
    ///
    /// - Parameter path: Below the folder, with `/` between names.
    public init(_ path: String, in folder: URL) throws(GameError) {
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), !parts.contains(".."), name != "..", !path.contains("\0") else {
            throw .request(path.isEmpty ? "An empty path names no file." : "\(path) names no file.")
        }
        self.path = folder.appendingPathComponent(path).path
        self.name = name
        base = folder.path
        folders = parts
    }

    /// Looks whether the file can be written, before the work and not after it.
    ///
    /// - Parameter makingFolders: Folders that aren't there will be made.
    /// - Returns: Is something there already?
    /// - Throws: ``GameError/request(_:)`` that says what stands in the way.
    @discardableResult
    public func check(makingFolders: Bool = false) throws(GameError) -> Bool {
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

    /// The path with the links resolved that may be followed, once none of the others is one: for SQLite, and for locks.
    public func place() throws(GameError) -> String {
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

    /// Writes the file whole or not at all: another name holds it until it is complete.
    ///
    /// - Parameters:
    ///   - replacing: May one that is there be replaced? It keeps its permissions. A device or a pipe is written to.
    ///   - permissions: Of a new file, and of one that is replaced if they are given; the standard ones for nil.
    /// - Throws: ``GameError/request(_:)``; what was there is as it was.
    public func write(
        _ bytes: [UInt8], replacing: Bool = true, makingFolders: Bool = false, permissions: UInt16? = nil
    ) throws(GameError) {
        do throws(Obstacle) {
            let folder = try open(makingFolders: makingFolders)
            switch try kind(in: folder) {
            case .none: break
            case .file, .other: if !replacing { throw .there }
            }
            if case .other = try kind(in: folder) {
                let file = Descriptor(openat(folder.number, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
                return try Self.write(bytes, to: file)
            }
            try replace(bytes, in: folder, replacing, permissions)
        } catch {
            throw refusal(error)
        }
    }

    /// Does the file hold just these bytes?
    public func holds(_ bytes: [UInt8]) -> Bool {
        guard let folder = try? open(makingFolders: false), (try? kind(in: folder)) == .file else { return false }
        let reader = FolderReader(URL(fileURLWithPath: folders.reduce(base) { $0 + "/" + $1 }))
        return (try? reader.bytes(of: name, atMost: bytes.count)) == bytes
    }

    // MARK: Step by step

    private enum Kind: Equatable { case none, file, other }

    private enum Obstacle: Error, Equatable {
        case link(String)
        case folder, there, missing, closed
        case system(Int32)
    }

    /// An open file that is closed when it is let go of.
    private final class Descriptor {
        let number: Int32
        let error: Int32

        init(_ number: Int32) {
            self.number = number
            error = errno
        }

        deinit { if number >= 0 { close(number) } }
    }

    /// The folder of the file.
    private func open(makingFolders: Bool) throws(Obstacle) -> Descriptor {
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
        default: return .other
        }
    }

    private static func facts(_ name: String, in folder: Descriptor) -> stat? {
        var facts = stat()
        return fstatat(folder.number, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
    }

    /// A rename takes the place of whatever bears the name by then, and follows nothing.
    private func replace(
        _ bytes: [UInt8], in folder: Descriptor, _ replacing: Bool, _ permissions: UInt16?
    ) throws(Obstacle) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let mode = permissions.map { mode_t($0) }
        let before = Self.facts(name, in: folder).map { $0.st_mode & 0o777 }
        let written = replacing ? ".\(name.prefix(60)).\(UInt32.random(in: 0...UInt32.max)).new" : name
        let file = Descriptor(openat(folder.number, written, flags, mode ?? 0o666))
        guard file.number >= 0 else { throw file.error == EEXIST ? .there : Self.obstacle(file.error) }
        var isComplete = false
        defer { if !isComplete { unlinkat(folder.number, written, 0) } }
        if let mode = mode ?? before { fchmod(file.number, mode) }
        try Self.write(bytes, to: file)
        if replacing, renameat(folder.number, written, folder.number, name) != 0 { throw Self.obstacle(errno) }
        isComplete = true
    }

    private static func write(_ bytes: [UInt8], to file: Descriptor) throws(Obstacle) {
        guard file.number >= 0 else { throw obstacle(file.error) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(errno) }
            rest = rest.dropFirst(count)
        }
    }

    private static func obstacle(_ error: Int32) -> Obstacle {
        switch error {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM, EROFS: .closed
        case EISDIR: .folder
        default: .system(error)
        }
    }

    private func refusal(_ obstacle: Obstacle) -> GameError {
        return switch obstacle {
        case .link(let part):
            .request(
                "\(path) can't be written: \(part) is a symbolic link, and nothing is written through one;"
                    + " name the place that it leads to.")
        case .folder: .request("\(path) is a folder; name a file.")
        case .there: .request("\(path) is already there.")
        case .missing: .request("\(path) can't be written: there is no such folder.")
        case .closed: .request("\(path) can't be written: it, or its folder, is closed to you.")
        case .system(let error): .request("\(path) can't be written: \(String(cString: strerror(error)))")
        }
    }
}

extension stat {
    fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
