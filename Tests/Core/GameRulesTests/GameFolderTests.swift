import FileAccess
import Foundation
import Testing

@testable import GameRules

@Suite struct GameFolderTests {
    private static let game = "return require 'parlor'.game {}"

    /// A folder `games/nim` with a game in it, beside a folder `other` with a secret.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let all = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-tests-\(UUID().uuidString)")
        let (folder, other) = (all.appendingPathComponent("nim"), all.appendingPathComponent("other"))
        for place in [folder, other] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: all) }
        try Data(Self.game.utf8).write(to: folder.appendingPathComponent("game.lua"))
        try Data("return 'secret'".utf8).write(to: other.appendingPathComponent("secret.lua"))
        try body(folder)
    }

    private func words(_ folder: URL) -> String { failure { _ = try GameFolder(at: folder) }.map { "\($0)" } ?? "" }

    @Test func aGamesFilesAreRead() throws {
        try withFolder { folder in
            try Data("return 1".utf8).write(to: folder.appendingPathComponent("rules.lua"))
            try Data("How to play.".utf8).write(to: folder.appendingPathComponent("README.md"))
            let read = try GameFolder(at: folder)
            #expect(read.files == ["game.lua": Self.game, "rules.lua": "return 1"] && read.readme == "How to play.")
            let link = folder.deletingLastPathComponent().appendingPathComponent("by-link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
            #expect(try GameFolder(at: link).id == "nim")  // the person has named the link
        }
    }

    @Test(arguments: ["rules.lua", "README.md"])
    func noLinkLeadsOutOfTheFolder(name: String) throws {
        try withFolder { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent(name),
                withDestinationURL: folder.deletingLastPathComponent().appendingPathComponent("other/secret.lua"))
            #expect(words(folder).contains("\(name) is reached by a symbolic link"), "\(words(folder))")
        }
    }

    @Test func aLargeFileIsNotRead() throws {
        try withFolder { folder in
            let place = folder.appendingPathComponent("rules.lua").path
            #expect(FileManager.default.createFile(atPath: place, contents: nil))
            #expect(truncate(place, 3 << 30) == 0)  // a sparse file, which takes no space on the disk
            let taken = processorTime {
                #expect(words(folder).contains("has 3221225472 bytes; at most 262144"))
            }
            #expect(taken < .seconds(1))
        }
    }

    @Test func whatIsNoFileIsNotWaitedFor() throws {
        try withFolder { folder in
            #expect(mkfifo(folder.appendingPathComponent("rules.lua").path, 0o600) == 0)
            #expect(words(folder).contains("rules.lua is no plain file"), "\(words(folder))")
        }
        try withFolder { folder in
            let place = folder.appendingPathComponent("rules.lua")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            #expect(words(folder).contains("rules.lua is no plain file"), "\(words(folder))")
        }
    }

    @Test func thereIsAnEndToTheNumberOfFiles() throws {
        try withFolder { folder in
            for number in 0..<64 { try Data().write(to: folder.appendingPathComponent("m\(number).lua")) }
            #expect(words(folder).contains("holds 65 Lua files; 64 are allowed"), "\(words(folder))")
            #expect(throws: FolderReader.Failure.tooMany(limit: 10)) { try FolderReader(folder).names(atMost: 10) }
        }
    }

    @Test func aWayBelowTheFolderHasNoLinksEither() throws {
        try withFolder { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("playthroughs"),
                withDestinationURL: folder.deletingLastPathComponent().appendingPathComponent("other"))
            #expect(refusal(of: "playthroughs/secret.lua", in: folder) == .link)
            #expect(refusal(of: "../other/secret.lua", in: folder) == .missing)
            #expect(refusal(of: "missing/game.lua", in: folder) == .missing)
            #expect(refusal(of: "game.lua/x", in: folder) == .missing)
            #expect(refusal(of: "game.lua", in: folder, atMost: 3) == .tooLarge(bytes: 31, limit: 3))
            #expect(refusal(of: "game.lua", in: folder) == nil)
        }
    }

    private func refusal(of path: String, in folder: URL, atMost limit: Int = 99) -> FolderReader.Failure? {
        do throws(FolderReader.Failure) {
            _ = try FolderReader(folder).bytes(of: path, atMost: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test func aLongNameIsToldItsLimit() throws {
        try withFolder { folder in
            for (name, is40) in [(String(repeating: "a", count: 40), true), (String(repeating: "a", count: 41), false)]
            {
                let long = folder.deletingLastPathComponent().appendingPathComponent(name)
                try FileManager.default.copyItem(at: folder, to: long)
                #expect(words(long).isEmpty == is40, "\(words(long))")
                if !is40 { #expect(words(long).hasSuffix("at most 40 of them; it has 41."), "\(words(long))") }
            }
        }
    }

    /// A byte-order mark is skipped, as by Lua's own loader.
    @Test func aByteOrderMarkIsPassedOver() throws {
        try withFolder { folder in
            let plain = try GameFolder(at: folder)
            let mark = Data([0xef, 0xbb, 0xbf])
            try (mark + Data(Self.game.utf8)).write(to: folder.appendingPathComponent("game.lua"))
            try (mark + Data("Rules.".utf8)).write(to: folder.appendingPathComponent("README.md"))
            let marked = try GameFolder(at: folder)
            #expect(marked.files == plain.files && marked.readme == "Rules.")
            try (mark + mark).write(to: folder.appendingPathComponent("README.md"))
            #expect(try GameFolder(at: folder).readme == "\u{FEFF}", "one of them")
        }
    }

    @Test func aNameThatIsNotUTF8IsToldApartFromAFileThatIsMissing() throws {
        try withFolder { folder in
            let path = (Array((folder.path + "/r").utf8) + [0xff] + Array(".lua".utf8)).map { CChar(bitPattern: $0) }
            let file = open(path + [0], O_WRONLY | O_CREAT, 0o600)
            #expect(file >= 0)
            close(file)
            #expect(words(folder).hasSuffix("r\u{FFFD}.lua has a name that is not UTF-8 text."), "\(words(folder))")
            #expect(throws: FolderReader.Failure.missing) {
                try FolderReader(folder).bytes(of: "s\u{FFFD}.lua", atMost: 10)
            }
        }
    }
}
