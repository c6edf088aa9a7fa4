import Foundation

extension WritableFile {
    /// Makes a folder of this name with these files in it, whole or not at all: it is filled under another name beside its place,
    /// and gets its own once everything is written.
    ///
    /// - Parameter files: Path below the folder → bytes.
    /// - Throws: ``GameError/request(_:)``, also if something of this name is there already; nothing is left behind then.
    package func makeFolder(holding files: [String: [UInt8]]) throws(GameError) {
        do throws(Obstacle) {
            let parent = try open(makingFolders: false)
            guard Self.facts(name, in: parent) == nil else { throw .there }
            let draft = ".\(name.prefix(60)).\(UInt32.random(in: 0...UInt32.max)).new"
            guard mkdirat(parent.number, draft, 0o777) == 0 else { throw Self.obstacle(errno) }
            var isComplete = false
            defer { if !isComplete { Self.remove(draft, holding: files, in: parent) } }
            for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
                try Self.add(path, bytes, to: draft, in: parent)
            }
            // a rename leaves what came meanwhile as it is, unless that is an empty folder
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

    /// Removes what was made, and nothing else: a folder that somebody put something into stays.
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
