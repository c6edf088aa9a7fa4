import Foundation
import Parlor
import Testing

@testable import Conformance
@testable import ParlorCommand

/// Links that a stranger placed where a command writes: nothing is written to their targets.
@Suite struct WritingThroughLinksTests {
    private func run(_ arguments: [String], _ input: String = "") throws {
        let run = try runProgram(arguments, input: input)
        // the error of a game is wrapped
        let words = run.errors.replacing(/\s+/, with: " ")
        #expect(run.status != 0 && words.contains("symbolic link"), "\(arguments): \(run)")
    }

    @Test func noCommandFollowsThem() throws {
        try withTemporaryFolder { folder in
            let manager = FileManager.default
            let elsewhere = folder.appendingPathComponent("elsewhere")
            try manager.createDirectory(at: elsewhere, withIntermediateDirectories: false)
            try Data("mine".utf8).write(to: elsewhere.appendingPathComponent("secret"))
            func link(_ name: String, to target: String = "") throws -> String {
                let place = folder.appendingPathComponent(name)
                try manager.createSymbolicLink(at: place, withDestinationURL: elsewhere.appendingPathComponent(target))
                return place.path
            }
            let game = try CheckSamples.copyOfGame("tic-tac-toe", in: folder, as: "my-game")
            try manager.removeItem(at: game.appendingPathComponent("playthroughs"))
            let play = try link("a.play", to: "secret")
            try run(["record", "tic-tac-toe", play, "--random"])
            try run(["record", "tic-tac-toe", play, "--random", "--force"])
            _ = try link("my-game/playthroughs")
            try run(["record", game.path, "mine", "--random"])
            try run(["record", game.path, game.path + "/playthroughs/mine.play", "--random"])
            try run(["check", "tic-tac-toe", "--games", "1", "--output", try link("report", to: "new")])
            _ = try link("my-game/budget.json", to: "budget")
            try manager.removeItem(at: game.appendingPathComponent("playthroughs"))
            #expect(try runProgram(["record", game.path, "mine", "--random"]).status == 0)
            try run(["check", game.path, "--games", "1", "--budget", "write"])
            for target in ["secret", "new"] {
                let save = try link("save-\(target)", to: target)
                try run(["play", "tic-tac-toe", "--hot-seat"], "b2\nsave \(save)\nquit\n")
                try run(["play", "tic-tac-toe", "--store", try link("store-\(target)", to: target)], "b2\n")
                let store = folder.appendingPathComponent("real-\(target)").path
                _ = try link("real-\(target)-wal", to: target)
                try run(["play", "tic-tac-toe", "--store", store], "b2\n")
            }
            #expect(try manager.contentsOfDirectory(atPath: elsewhere.path) == ["secret"])
            #expect(try Data(contentsOf: elsewhere.appendingPathComponent("secret")) == Data("mine".utf8))
        }
    }

    @Test func failingGamesAreKeptInNoLinkedFolder() throws {
        try withTemporaryFolder { folder in
            let manager = FileManager.default
            let elsewhere = folder.appendingPathComponent("elsewhere")
            try manager.createDirectory(at: elsewhere, withIntermediateDirectories: false)
            let kept = folder.appendingPathComponent(".parlor")
            try manager.createSymbolicLink(at: kept, withDestinationURL: elsewhere)
            let property = try #require(Property.named("S2"))
            let report = CheckSamples.report([CheckSamples.finding(property)])
            let run = try CheckSamples.run([report], keep: kept.path)
            #expect(run.output.replacing(/\s+/, with: " ").contains("is a symbolic link"), "\(run)")
            #expect(try manager.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
        }
    }
}
