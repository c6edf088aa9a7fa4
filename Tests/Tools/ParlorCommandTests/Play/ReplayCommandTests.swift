import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ReplayCommandTests {
    @Test func showsEveryBundledPlaythrough() throws {
        let games = try GameCatalog(home: home).ids
        for game in games {
            let folder = home.games.appendingPathComponent("\(game)/playthroughs")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            guard let file = files.sorted().first(where: { $0.hasSuffix(".play") }) else { continue }
            let run = try runProgram(["replay", folder.appendingPathComponent(file).path])
            #expect(run.status == 0 && run.errors == "", "\(game)/\(file): \(run.errors)")
            #expect(run.output.contains("1/") || run.output.contains("2/"))
        }
    }

    @Test func showsASavedMatchAsASeatSawIt() throws {
        try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("x.save").path
            _ = try runProgram(["play", "--hot-seat", hideout], input: "a1\nc3\nb2\nsave \(path)\n")
            let open = try runProgram(["replay", path, "--game", hideout])
            #expect(open.status == 0 && open.output.contains("Seat 1 moved in secret."))
            let hider = try runProgram(["replay", path, "--game", hideout, "--seat", "1"])
            #expect(hider.output.contains("Seat 1 played a1."))
            #expect(try runProgram(["replay", path, "--game", hideout, "--seat", "9"]).status == 2)
        }
    }

    @Test func findsTheGameBesideItsPlaythrough() throws {
        try withTemporaryFolder { folder in
            let place = folder.appendingPathComponent("my-game/playthroughs")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let source = try String(
                contentsOf: home.games.appendingPathComponent("tic-tac-toe/game.lua"), encoding: .utf8)
            try Data(source.utf8).write(to: folder.appendingPathComponent("my-game/game.lua"))
            let file = place.appendingPathComponent("a.play")
            try Data("game: my-game\nseats: 2\nseed: 1\n1 b2\n2 a1\n".utf8).write(to: file)
            #expect(try runProgram(["replay", file.path]).output.contains("2/2  Seat 2 played a1."))
            try Data("game: my-game\n1 b2\n2 b2\n".utf8).write(to: file)
            let wrong = try runProgram(["replay", file.path])
            #expect(wrong.status == 2 && wrong.errors.contains("Line 3"))
        }
    }

    @Test func refusesWhatIsNoMatch() throws {
        for file in ["/nonexistent", "/", home.games.appendingPathComponent("battleship/game.lua").path] {
            let run = try runProgram(["replay", file])
            #expect(run.status == 2 && run.output == "" && run.errors.hasPrefix("parlor: "))
        }
    }
}
