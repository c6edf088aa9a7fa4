import Dispatch
import Foundation
import Synchronization
import Testing

@testable import GameRules

@Suite struct WritableFileTests {
    /// Runs `body` with a folder, and with another folder beside it that links lead to.
    private func withPlaces(_ body: (_ here: URL, _ elsewhere: URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let places = ["here", "elsewhere"].map { folder.appendingPathComponent($0) }
        for place in places { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
        try body(places[0], places[1])
    }

    private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    private func names(_ folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func sentence(_ body: () throws(GameError) -> Void) -> String? {
        do throws(GameError) {
            try body()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func writesAndReplaces() throws {
        try withPlaces { here, _ in
            let file = try WritableFile(typed: here.path + "/a.txt")
            #expect(try !file.check())
            try file.write(Array("one".utf8))
            #expect(try file.check() && file.holds(Array("one".utf8)) && !file.holds(Array("two".utf8)))
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
            try file.write(Array("two".utf8))
            #expect(try text(here.appendingPathComponent("a.txt")) == "two" && names(here) == ["a.txt"])
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o640)
            #expect(
                sentence { () throws(GameError) in try file.write([], replacing: false) }?.contains("already") == true)
            #expect(try text(here.appendingPathComponent("a.txt")) == "two")
        }
    }

    @Test func makesFoldersWhenAsked() throws {
        try withPlaces { here, _ in
            let file = try WritableFile("a/b/c.txt", in: here)
            #expect(try !file.check(makingFolders: true))
            #expect(sentence { () throws(GameError) in try file.check() }?.contains("no such folder") == true)
            #expect(sentence { () throws(GameError) in try file.write([1]) }?.contains("no such folder") == true)
            try file.write([65], makingFolders: true)
            #expect(try text(here.appendingPathComponent("a/b/c.txt")) == "A")
        }
    }

    /// Nothing is written through a link. The link may be the file, or a folder below the chosen one, and its target
    /// may not exist.
    @Test(arguments: [true, false]) func noLinkIsWrittenThrough(_ replacing: Bool) throws {
        try withPlaces { here, elsewhere in
            let manager = FileManager.default
            try Data("mine".utf8).write(to: elsewhere.appendingPathComponent("secret"))
            try manager.createSymbolicLink(
                at: here.appendingPathComponent("file"), withDestinationURL: elsewhere.appendingPathComponent("secret"))
            try manager.createSymbolicLink(
                at: here.appendingPathComponent("nothing"), withDestinationURL: elsewhere.appendingPathComponent("new"))
            try manager.createSymbolicLink(at: here.appendingPathComponent("folder"), withDestinationURL: elsewhere)
            let files = [
                try WritableFile("file", in: here), try WritableFile("nothing", in: here),
                try WritableFile("folder/new", in: here), try WritableFile("folder/secret", in: here),
                try WritableFile("folder/deep/new", in: here), try WritableFile(typed: here.path + "/file"),
                try WritableFile(typed: here.path + "/nothing"),
                try WritableFile(typed: here.path + "/folder/new", ownFolders: 1),
            ]
            for file in files {
                for attempt in [
                    sentence { () throws(GameError) in
                        try file.write([65], replacing: replacing, makingFolders: true)
                    },
                    sentence { () throws(GameError) in try file.check(makingFolders: true) },
                    sentence { () throws(GameError) in _ = try file.place() },
                ] { #expect(attempt?.contains("symbolic link") == true, "\(file.path): \(attempt ?? "")") }
                #expect(!file.holds(Array("mine".utf8)))
            }
            #expect(try names(elsewhere) == ["secret"] && text(elsewhere.appendingPathComponent("secret")) == "mine")
            #expect(try names(here) == ["file", "folder", "nothing"])
        }
    }

    /// A person who types an absolute path has chosen its folders, also if they are links.
    @Test func foldersOfAnAbsolutePathMayBeLinks() throws {
        try withPlaces { here, elsewhere in
            try FileManager.default.createSymbolicLink(
                at: here.appendingPathComponent("folder"), withDestinationURL: elsewhere)
            let file = try WritableFile(typed: here.path + "/folder/new")
            try file.write([65])
            #expect(try names(elsewhere) == ["new"])
            #expect(try file.place() == elsewhere.resolvingSymlinksInPath().path + "/new")
        }
    }

    @Test func whatIsNoFileIsRefused() throws {
        try withPlaces { here, _ in
            for path in ["", "/", "a/", "..", "a/..", "a\0b"] {
                #expect(throws: GameError.self, "\(path)") { try WritableFile(typed: path) }
            }
            #expect(throws: GameError.self) { try WritableFile("../a", in: here) }
            let folder = try WritableFile(typed: here.path)
            #expect(sentence { () throws(GameError) in try folder.check() }?.contains("is a folder") == true)
            #expect(sentence { () throws(GameError) in try folder.write([]) }?.contains("is a folder") == true)
            try WritableFile(typed: "/dev/null").write([65])
        }
    }

    /// For a pipe that nobody reads, or whose reader has gone, the error isn't the system's own text.
    @Test func aPipeWithoutAReaderIsTold() throws {
        try withPlaces { here, _ in
            let path = here.path + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let file = try WritableFile(typed: path)
            #expect(try file.check())
            let words = sentence { () throws(GameError) in try file.write([65]) }
            #expect(words == "\(path) can't be written: it is a pipe that nobody reads.")
            #expect(try names(here) == ["pipe"])
        }
    }

    /// All bytes are written to a pipe, however slowly they are read.
    @Test func aPipeIsWrittenWhole() throws {
        try withPlaces { here, _ in
            let path = here.path + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let reader = open(path, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
            let read = Mutex<[UInt8]>([])
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {
                var chunk = [UInt8](repeating: 0, count: 10_000)
                let end = ContinuousClock.now + .seconds(20)
                while read.withLock({ $0.count < bytes.count }), ContinuousClock.now < end {
                    usleep(2000)
                    let count = Foundation.read(reader, &chunk, chunk.count)
                    if count > 0 { read.withLock { $0 += chunk[..<count] } }
                }
            }
            try WritableFile(typed: path).write(bytes)
            group.wait()
            #expect(read.withLock { $0 } == bytes)
        }
    }

    /// A reader that stops reading doesn't block the writer for ever.
    @Test func aPipeWhoseReaderStopsIsTold() throws {
        try withPlaces { here, _ in
            let path = here.path + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let reader = open(path, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            let file = try WritableFile(typed: path)
            let words = sentence { () throws(GameError) in
                try file.write([UInt8](repeating: 65, count: 300_000), patience: .milliseconds(50))
            }
            #expect(words == "\(path) can't be written: whoever reads the pipe has stopped.")
        }
    }

    @Test func aSocketIsNoFile() throws {
        try withPlaces { here, _ in
            // a short path: an address has room for 108 bytes
            let path = "/tmp/parlor-\(UInt32.random(in: 0...UInt32.max))"
            let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer {
                close(socket)
                unlink(path)
            }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let bound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            #expect(bound == 0)
            let file = try WritableFile(typed: path)
            for attempt in [
                sentence { () throws(GameError) in try file.check() },
                sentence { () throws(GameError) in try file.write([65]) },
            ] { #expect(attempt == "\(path) can't be written: it is no file.") }
        }
    }

    @Test func aFullDeviceIsTold() throws {
        let file = try WritableFile(typed: "/dev/full")
        #expect(
            sentence { () throws(GameError) in try file.write([65]) }
                == "/dev/full can't be written: there is no room left.")
    }

    /// If the link is the named file itself, the error names it only once.
    @Test func theNameIsSaidOnce() throws {
        try withPlaces { here, elsewhere in
            try FileManager.default.createSymbolicLink(
                at: here.appendingPathComponent("alias"), withDestinationURL: elsewhere.appendingPathComponent("new"))
            let file = try WritableFile(typed: here.path + "/alias")
            let words = sentence { () throws(GameError) in try file.check() } ?? ""
            #expect(words.components(separatedBy: "alias").count == 2 && words.contains("symbolic link"), "\(words)")
            let deep = try WritableFile("alias/x", in: here)
            let others = sentence { () throws(GameError) in try deep.check() } ?? ""
            #expect(others.contains("/alias/x can't be written: alias is a symbolic link"), "\(others)")
            #expect(
                sentence { () throws(GameError) in _ = try WritableFile(typed: "") }
                    == "An empty name names no file.")
        }
    }

    /// No other code of the sources writes files.
    @Test func allWritingGoesThroughOnePlace() throws {
        let sources = home.folder.appendingPathComponent("Sources")
        let ways = [
            "write(to: ", "createDirectory(", "createFile(", "copyItem(", "moveItem(", "FileHandle(forWriting",
            "O_CREAT",
            "fopen(", "OutputStream(",
        ]
        // the exceptions: the stores of SQLite and their locks, the folders that `MatchStoreLaws` makes for tests,
        // and the files of a server
        let allowed = [
            "WritableFile.swift", "StoreFile.swift", "StoreLock.swift",
            "SQLiteMatchLog.swift", "MatchStoreLaws.swift", "SecretFile.swift", "LogOpener.swift",
        ]
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            if allowed.contains(file.lastPathComponent) { continue }
            let source = try text(file)
            // ignore `write(to: &…)`, which only fills a value in memory
            for way in ways where source.replacingOccurrences(of: "write(to: &", with: "").contains(way) {
                Issue.record("\(file.lastPathComponent) writes by \(way): that is WritableFile's")
            }
        }
    }
}
