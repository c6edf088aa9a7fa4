import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct RecordTargetTests {
    @Test func namesGoAmongTheGamesPlaythroughs() throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            func path(_ argument: String?) throws -> String {
                try RecordTarget(argument, folder: folder, seed: 9, replaces: false).url.path
            }
            #expect(try path(nil).hasSuffix("/tic-tac-toe/playthroughs/seed-9.play"))
            #expect(try path("corner").hasSuffix("/tic-tac-toe/playthroughs/corner.play"))
            #expect(try path("/tmp/x.play") == "/tmp/x.play")
            for wrong in ["", ".hidden", "a/b", "/tmp/x.txt", place.path] {
                #expect(throws: GameError.self, "\(wrong)") { try path(wrong) }
            }
        }
    }

    @Test func nothingIsReplacedUnlessAsked() throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            #expect(throws: GameError.self) {
                try RecordTarget("diagonal", folder: folder, seed: 1, replaces: false)
            }
            let target = try RecordTarget("new", folder: folder, seed: 1, replaces: false)
            try target.write("one")
            #expect(throws: GameError.self, "it came meanwhile") { try target.write("two") }
            #expect(try String(contentsOf: target.url, encoding: .utf8) == "one")
            try RecordTarget("new", folder: folder, seed: 1, replaces: true).write("two")
            #expect(try String(contentsOf: target.url, encoding: .utf8) == "two")
        }
    }

    @Test func theFolderIsMadeIfItIsntThere() throws {
        try withTemporaryFolder { place in
            let copy = try CheckSamples.copyOfGame("tic-tac-toe", in: place)
            try FileManager.default.removeItem(at: copy.appendingPathComponent("playthroughs"))
            let target = try RecordTarget("new", folder: GameFolder(at: copy), seed: 1, replaces: false)
            try target.write("one")
            #expect(try String(contentsOf: target.url, encoding: .utf8) == "one")
            #expect(throws: GameError.self, "before the game is played, not after it") {
                try RecordTarget(
                    place.appendingPathComponent("no/x.play").path, folder: GameFolder(at: copy), seed: 1,
                    replaces: false)
            }
        }
    }
}
