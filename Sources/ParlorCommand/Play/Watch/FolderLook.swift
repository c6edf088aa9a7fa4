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

    /// Looks at the Lua files of a folder: what else editors put there changes no rules.
    init(_ folder: URL) {
        guard let stream = opendir(folder.path) else { return }
        defer { closedir(stream) }
        var count = 0
        while let entry = readdir(stream), count < Self.mostEntries {
            count += 1
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var facts = stat()
            guard name.hasSuffix(".lua"), !name.hasPrefix("."), fstatat(dirfd(stream), name, &facts, 0) == 0 else {
                continue
            }
            #if canImport(Darwin)
                let time = facts.st_mtimespec
            #else
                let time = facts.st_mtim
            #endif
            files[name] = Mark(
                size: Int64(facts.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec,
                file: UInt64(facts.st_ino))
        }
    }
}
