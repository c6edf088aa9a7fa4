import Foundation

/// A reader of files in a stranger's folder. It reads regular files of bounded size and follows no
/// symbolic link. Therefore it reads nothing outside of the folder and never blocks. It checks the
/// size of a file before it reads a byte.
package struct FolderReader: Sendable {
    /// The reason why there is nothing to read.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case missing
        /// A path that should be a folder isn't one.
        case noFolder
        case link
        /// The path is a folder, a pipe or a device.
        case noFile
        case tooLarge(bytes: Int, limit: Int)
        case tooMany(limit: Int)
        case notUTF8
        /// The name in the folder isn't UTF-8, so no path names it.
        case nameNotUTF8
        case unreadable

        /// The end of a sentence that begins with a path: `is no plain file`.
        package var description: String {
            switch self {
            case .missing: "isn't there"
            case .noFolder: "isn't a folder"
            case .link: "is reached by a symbolic link; a game's files lie in its own folder"
            case .noFile: "is no plain file"
            case .tooLarge(let bytes, let limit): "has \(bytes) bytes; at most \(limit) are allowed"
            case .tooMany(let limit): "holds more than \(limit) entries"
            case .notUTF8: "is not UTF-8 text"
            case .nameNotUTF8: "has a name that is not UTF-8 text"
            case .unreadable: "can't be read"
            }
        }
    }

    /// The folder. Its own path may contain links; paths in it may not.
    package let folder: URL

    /// Creates a reader. The first call finds out whether the folder exists.
    package init(_ folder: URL) { self.folder = folder.standardizedFileURL.resolvingSymlinksInPath() }

    /// Returns the names in the folder, or in a folder below it, in order. If a name isn't UTF-8,
    /// U+FFFD replaces its malformed bytes. Reading the file under that name then fails with
    /// ``Failure/nameNotUTF8``.
    ///
    /// - Parameter most: The most entries. If the folder has more, the function throws without counting
    ///   all of them.
    package func names(in path: String = "", atMost most: Int) throws(Failure) -> [String] {
        var names: [String] = []
        try Self.eachName(in: try open(path, O_RDONLY | O_DIRECTORY)) { bytes throws(Failure) in
            guard names.count < most else { throw .tooMany(limit: most) }
            names.append(String(decoding: bytes, as: UTF8.self))
            return true
        }
        return names.sorted()
    }

    /// Calls `body` with each name in an open folder as long as it returns true, and closes the
    /// folder.
    private static func eachName(
        in descriptor: Int32, _ body: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) {
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw .unreadable
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name == Array(".".utf8) || name == Array("..".utf8) { continue }
            guard try body(name) else { return }
        }
    }

    /// Returns whether an open folder has an entry whose name isn't UTF-8, but equals `name` after
    /// U+FFFD has replaced its malformed bytes.
    private static func hasRepaired(_ name: String, in folder: Int32) -> Bool {
        guard name.unicodeScalars.contains("\u{FFFD}") else { return false }
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return false }
        var isThere = false
        try? eachName(in: copy) { bytes in
            isThere = String(decoding: bytes, as: UTF8.self) == name && bytes != Array(name.utf8)
            return !isThere
        }
        return isThere
    }

    /// Returns the size of a regular file in the folder or below it, in bytes, without reading it.
    package func size(of path: String) throws(Failure) -> Int {
        let descriptor = try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(descriptor) }
        return try Self.size(descriptor)
    }

    private static func size(_ descriptor: Int32) throws(Failure) -> Int {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .unreadable }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .noFile }
        return Int(facts.st_size)
    }

    /// Returns whether there is a folder under this name.
    package func isFolder(_ path: String) -> Bool {
        guard let descriptor = try? open(path, O_RDONLY | O_DIRECTORY) else { return false }
        close(descriptor)
        return true
    }

    /// Returns the bytes of a regular file in the folder or below it.
    ///
    /// - Parameter limit: The most bytes. A larger file isn't read at all.
    package func bytes(of path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
        // opening a pipe without a writer must not block
        let descriptor = try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(descriptor) }
        let size = try Self.size(descriptor)
        guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            // the file may have grown since its size was checked
            guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
        }
    }

    /// Returns the text of a regular file, without the byte-order mark that some editors put first.
    /// See `bytes`.
    package func text(of path: String, atMost limit: Int) throws(Failure) -> String {
        guard let text = String(validating: try bytes(of: path, atMost: limit), as: UTF8.self) else { throw .notUTF8 }
        return text.withoutByteOrderMark
    }

    /// Opens a path step by step, so that no step is a link.
    private func open(_ path: String, _ flags: Int32) throws(Failure) -> Int32 {
        let parts = path.split(separator: "/").map(String.init)
        guard !parts.contains(".."), !path.contains("\0") else { throw .missing }
        var current = Foundation.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard current >= 0 else { throw errno == ENOTDIR ? .noFolder : Self.failure(errno) }
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            let next = openat(current, part, (isLast ? flags : O_RDONLY | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC)
            let error = errno
            var facts = stat()
            let isLink =
                next < 0 && fstatat(current, part, &facts, AT_SYMLINK_NOFOLLOW) == 0
                && facts.st_mode & S_IFMT == S_IFLNK
            let isRepaired = next < 0 && error == ENOENT && Self.hasRepaired(part, in: current)
            close(current)
            if isRepaired { throw .nameNotUTF8 }
            guard next >= 0 else {
                throw isLink ? .link : isLast && error == ENOTDIR ? .noFolder : Self.failure(error)
            }
            current = next
        }
        return current
    }

    private static func failure(_ error: Int32) -> Failure {
        switch error {
        case ENOENT, ENOTDIR: .missing
        case ENXIO, ENODEV, EOPNOTSUPP: .noFile
        default: .unreadable
        }
    }
}
