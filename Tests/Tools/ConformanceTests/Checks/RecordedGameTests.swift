import Foundation
import GameRules
import LuaRuntime
import Testing

@testable import Conformance

/// Checks of single plies also run along recorded games, which reach positions that random games
/// don't.
@Suite struct RecordedGameTests {
    /// Returns the report on a game that fails only on the recorded path.
    private func report(
        play: String = "", outcome: String = "", more: String = "", scene: String = ""
    ) throws -> GameReport {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Path", summary = "Eight letters.",
              setup = function() return { path = "" } end,
              moves = { pick = { choices = { "a", "b", "c", "d", "e", "f" },
                \(more) play = function(state, _, letter)
                state.path = state.path .. letter
                if state.path == "abcdef" then \(play) end
              end } },
              outcome = function(state)
                if state.path == "abcdef" then \(outcome) end
                if #state.path == 8 then return parlor.draw() end
              end,
              scene = function(view, seat)
                \(scene)
                return require "parlor.scene".text("Path " .. view.path)
              end,
            }
            """
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            .appendingPathComponent("path")
        let games = folder.appendingPathComponent("playthroughs")
        try FileManager.default.createDirectory(at: games, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
        try Data(source.utf8).write(to: folder.appendingPathComponent("game.lua"))
        let moves = zip([1, 2, 1, 2, 1, 2, 1, 2], "abcdefab").map { "\($0) \($1)\n" }.joined()
        try Data("game: path\nseats: 2\n\(moves)outcome: draw\n".utf8).write(
            to: games.appendingPathComponent("odd.play"))
        return conformance(
            of: try GameFolder(at: folder), library: try ScriptSource(folder: home.sdk),
            options: CheckOptions(seed: 1, games: 1, workers: 1))
    }

    @Test func aRecordedGameCountsForWhatIsJudgedAlongIt() throws {
        let report = try report()
        #expect(report.findings.isEmpty, "\(report.findings)")
        for property in [Property.o2, .o3] { #expect(report[property] == .holds(times: 2), "\(property)") }
        #expect(report[.v3] == .holds(times: 1))
    }

    /// A log stores a move by its index in the whole list, which includes moves that aren't legal.
    @Test func movesThatArentLegalCountInARecordedGame() throws {
        let report = try report(more: "legal = function(state, _, letter) return state.path:sub(-1) ~= letter end,")
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(report[.o2] == .holds(times: 2))
    }

    /// A test of the game with the same moves fails, too.
    @Test func aHookThatWritesAlongARecordedGameFailsV3() throws {
        let finding = try #require(try report(outcome: "state.seen = true").findings.first)
        #expect(finding.property == .v3 && finding.place == "playthroughs/odd.play", "\(finding)")
        #expect(finding.sentence.contains("Line 8") && finding.sentence.contains("state.seen"), "\(finding)")
    }

    /// A picture fails on the recorded path, which random games don't take. It fails for
    /// spectators, as in `parlor replay`, or for one seat.
    @Test(arguments: [("not seat", Property.v3), ("seat == 2", .v1)])
    func aPictureThatFailsAtOnePlyIsFound(_ viewer: String, _ property: Property) throws {
        let report = try report(
            scene: "if \(viewer) and #view.path == 7 and view.path:sub(1, 6) == 'abcdef' then error 'torn' end")
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1 && finding.property == property, "\(report.findings)")
        #expect("\(finding)".contains("torn"), "\(finding)")
    }

    @Test func aStateThatCantBeSavedAlongARecordedGameIsFound() throws {
        let report = try report(play: "state.broken = print")
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1 && finding.place == "playthroughs/odd.play", "\(report.findings)")
        #expect(finding.sentence.contains("state.broken: a function can't be saved"), "\(finding)")
    }
}
