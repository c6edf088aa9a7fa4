import Foundation

/// Reads what lies in a folder that a stranger made: plain files of bounded size, by way of no symbolic link, so that nothing
/// outside of the folder is read and nothing is waited for. Every size is known before a byte is read.
package struct FolderReader: Sendable {
    /// Why there is nothing to read.
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case missing
        /// What should be a folder.
        case noFolder
        case link
        /// A folder, a pipe, a device.
        case noFile
        case tooLarge(bytes: Int, limit: Int)
        case tooMany(limit: Int)
        case notUTF8
        /// In the folder the name has other bytes: no path names them.
        case nameNotUTF8
        case unreadable

        /// The end of a sentence that a path begins: `is no plain file`.
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

    /// The folder itself may have been named by a link; what lies in it may not.
    package let folder: URL

    /// Reads nothing yet: whether the folder is there is said by the first call.
    package init(_ folder: URL) { self.folder = folder.standardizedFileURL.resolvingSymlinksInPath() }

    /// The names in the folder, or in one below it, in order. What isn't UTF-8 in a name is repaired: such a file can't be
    /// read, which is told who tries.
    ///
    /// - Parameter most: More entries than this are an error, told before all are counted.
    package func names(in path: String = "", atMost most: Int) throws(Failure) -> [String] {
        var names: [String] = []
        try Self.eachName(in: try open(path, O_RDONLY | O_DIRECTORY)) { bytes throws(Failure) in
            guard names.count < most else { throw .tooMany(limit: most) }
            names.append(String(decoding: bytes, as: UTF8.self))
            return true
        }
        return names.sorted()
    }

    /// Goes through the names in an open folder, which is closed behind that, as long as `body` wants more.
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

    /// Does a name in an open folder read like this one only once it is repaired?
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

    /// How large a plain file in the folder or below it is, in bytes. Nothing of it is read.
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

    /// Does a folder stand under this name?
    package func isFolder(_ path: String) -> Bool {
        guard let descriptor = try? open(path, O_RDONLY | O_DIRECTORY) else { return false }
        close(descriptor)
        return true
    }

    /// The bytes of a plain file in the folder or below it.
    ///
    /// - Parameter limit: A larger file isn't read at all.
    package func bytes(of path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
        // not to wait where a pipe has no writer
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
            // it grew since
            guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
        }
    }

    /// The text of a plain file, without the byte-order mark that some editors put in front. See `bytes`.
    package func text(of path: String, atMost limit: Int) throws(Failure) -> String {
        guard let text = String(validating: try bytes(of: path, atMost: limit), as: UTF8.self) else { throw .notUTF8 }
        return text.withoutByteOrderMark
    }

    /// Opens step by step, so that no step is a link.
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
