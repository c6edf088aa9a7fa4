import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct MatchFileTests {
    private func sentence(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return "\(error)" }
        return nil
    }

    @Test(arguments: ["match.save", "match.play", "a name with spaces"])
    func bringsAMatchBack(name: String) throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent(name).path
            let script = try GameCatalog(home: home).script(hideout)
            let match = try Match(of: script, options: ["size": 4], seed: 9)
            for (move, seat) in [("a1", 1), ("d4", 1), ("b2", 2)] { try match.play(move, seat: seat) }
            try MatchFile.write(match, to: path)
            try MatchFile.write(match, to: path)  // replaces the file
            let (again, notice) = try MatchFile.read(path).match(of: script)
            #expect(notice == nil)
            #expect(try again.digest() == match.digest() && again.seed == 9)
            #expect(try again.history().map(\.text) == ["a1", "d4", "b2"])
            let first = try #require(FileManager.default.contents(atPath: path)?.first)
            #expect(name.hasSuffix("play") ? first == UInt8(ascii: "g") : first >= 0xa0)
        }
    }

    @Test func refusesWhatIsNoMatch() throws {
        try withTemporaryFolder { folder in
            let path = { folder.appendingPathComponent($0).path }
            #expect(sentence { _ = try MatchFile.read(path("none")) }?.contains("There is no file") == true)
            #expect(sentence { _ = try MatchFile.read(folder.path) }?.contains("isn't a regular file") == true)
            #expect(sentence { _ = try MatchFile.read("/dev/zero") }?.contains("isn't a regular file") == true)
            let garbage: [(String, [UInt8])] = [
                ("empty", []), ("text", Array("hello".utf8)), ("bytes", [0xff, 0xfe]), ("map", [0xa1, 0x01]),
                ("play", Array("game: tic-tac-toe\n1\n".utf8)), ("huge", [UInt8](repeating: 0xa0, count: 5 << 20)),
            ]
            for (name, bytes) in garbage {
                try Data(bytes).write(to: folder.appendingPathComponent(name))
                #expect(sentence { _ = try MatchFile.read(path(name)) } != nil, "\(name)")
            }
            let match = try Match(of: GameCatalog(home: home).script("tic-tac-toe"))
            #expect(sentence { try MatchFile.write(match, to: path("text")) }?.contains("isn't a match") == true)
            #expect(sentence { try MatchFile.write(match, to: folder.path) }?.contains("is a folder") == true)
            #expect(sentence { try MatchFile.write(match, to: path("no/x")) }?.contains("no such folder") == true)
            #expect(try String(contentsOfFile: path("text"), encoding: .utf8) == "hello")
            try MatchFile.write(match, to: path("fine"))
            let other = try GameCatalog(home: home).script("blackjack")
            #expect(
                sentence { _ = try MatchFile.read(path("fine")).match(of: other) }?.contains("of tic-tac-toe") == true)
        }
    }

    /// A playthrough has only texts. If two moves have the same text, the file could be read as a
    /// different game.
    @Test func whatATextCantTellApartIsNotWrittenAsOne() throws {
        try withTemporaryFolder { folder in
            let twins = try counting(
                "go = { choices = function() return { 1, '1' } end, play = function(state, _, by) state.n = by == 1 and 1 or 2 end }"
            )
            let match = try Match(of: twins)
            try match.play(index: 2, seat: 1)
            let path = { folder.appendingPathComponent($0).path }
            let refusal = sentence { try MatchFile.write(match, to: path("twins.play")) }
            #expect(refusal?.contains("nothing was written") == true, "\(refusal ?? "written")")
            #expect(!FileManager.default.fileExists(atPath: path("twins.play")))
            try MatchFile.write(match, to: path("twins"))
            #expect(try MatchFile.read(path("twins")).match(of: twins).0.digest() == match.digest())
        }
    }

    @Test func playsAMatchOfOlderRulesAgain() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("old").path
            let old = try counting("go = { play = function(state) state.n = state.n + 1 end }")
            let match = try Match(of: old)
            try match.play("go", seat: 1)
            try MatchFile.write(match, to: path)
            let changed = try counting("go = { play = function(state) state.n = state.n + 2 end }")
            let (again, notice) = try MatchFile.read(path).match(of: changed)
            #expect(notice?.contains("has changed") == true)
            #expect(try again.views.evaluate("state.n") == [2])
        }
    }

    /// The error about an unreadable playthrough names the place.
    @Test func saysWhatIsWrongWithAPlaythrough() throws {
        try withTemporaryFolder { folder throws in
            let path = folder.appendingPathComponent("x.play").path
            func words(_ bytes: [UInt8]) throws -> String? {
                try Data(bytes).write(to: URL(fileURLWithPath: path))
                return sentence { _ = try MatchFile.read(path) }
            }
            let good = Array("game: tic-tac-toe\n1 b2\n".utf8)
            #expect(try words(good) == nil)
            #expect(try words([0xef, 0xbb, 0xbf] + good) == nil, "as some editors begin a text")
            #expect(
                try words(good + [0x32, 0x20, 0xff, 0x0a])
                    == "\(path) can't be read as a playthrough: line 3 holds the byte 0xff, which isn't UTF-8.")
            #expect(
                try words(Array("seats: 2\n1 b2\n".utf8))
                    == "\(path): Line 2: expected the head, with `game: …`, before the first ply.")
            #expect(
                try words(Array("seats: 2\n".utf8))
                    == "\(path): The playthrough doesn't say its game: a line `game: battleship` is missing.")
            #expect(try words([]) == "\(path) is empty.")
            #expect(
                try words([0x81, 0x01])
                    == "\(path) is neither a saved match nor a playthrough: it begins with the byte 0x81.")
            #expect(
                try words([UInt8](repeating: 0xa0, count: 5 << 20))
                    == "\(path) has 5242880 bytes; a match has at most 4194304.")
        }
    }
}
