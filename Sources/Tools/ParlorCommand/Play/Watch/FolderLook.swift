import Foundation

/// What a game's files look like from outside, without reading them. Two looks differ if a file was written, replaced, added or
/// removed, whichever way an editor saves.
struct FolderLook: Equatable {
    /// More entries aren't looked at: no game may have them.
    private static let mostEntries = 4096

    private struct Mark: Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
        let file: UInt64
    }

    private var files: [String: Mark] = [:]

    /// Looks at the Lua files of a folder, and at the pictures that lie in its `assets` itself: what else editors put there changes
    /// nothing that is drawn.
    init(_ folder: URL) {
        look(at: folder, "") { $0.hasSuffix(".lua") }
        look(at: folder.appendingPathComponent("assets"), "assets/") { name in
            [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
        }
    }

    private mutating func look(at folder: URL, _ prefix: String, _ counts: (String) -> Bool) {
        guard let stream = opendir(folder.path) else { return }
        defer { closedir(stream) }
        var count = 0
        while let entry = readdir(stream), count < Self.mostEntries {
            count += 1
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var facts = stat()
            guard counts(name), !name.hasPrefix("."), fstatat(dirfd(stream), name, &facts, 0) == 0 else {
                continue
            }
            #if canImport(Darwin)
                let time = facts.st_mtimespec
            #else
                let time = facts.st_mtim
            #endif
            files[prefix + name] = Mark(
                size: Int64(facts.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec,
                file: UInt64(facts.st_ino))
        }
    }
}
