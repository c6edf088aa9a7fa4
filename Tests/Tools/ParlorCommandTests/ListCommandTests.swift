import Foundation
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ListCommandTests {
    private static let ids = [
        "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
        "tic-tac-toe",
    ]

    @Test func listsGamesInColumns() throws {
        let run = try runProgram(["list"])
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 0 && run.errors == "")
        #expect(lines.compactMap { $0.split(separator: " ").first.map(String.init) } == Self.ids)
        // the summaries are aligned
        let starts = lines.compactMap { $0.range(of: "seats  ")?.lowerBound.utf16Offset(in: $0) }
        #expect(starts.count == lines.count)
        #expect(try runProgram(["list", "--ids"]).output == Self.ids.joined(separator: "\n") + "\n")
    }

    @Test func listsGamesForPrograms() throws {
        let games = try Value(json: runProgram(["list", "--json"]).output).arrayValue ?? []
        #expect(games.compactMap { $0["id"]?.stringValue } == Self.ids)
        #expect(games.allSatisfy { $0["title"]?.stringValue != nil && $0["seats"]?["min"]?.intValue != nil })
    }

    @Test func columnsAreAsWideAsTheirWidestCell() {
        #expect(ListCommand.aligned([["a", "bcd", "e"], ["fgh", "i", "jk"]]) == ["a    bcd  e", "fgh  i    jk"])
        #expect(ListCommand.aligned([]) == [])
        let long = ListCommand.aligned([["nim", "take matches from a heap, in turn"], ["x", "y"]], within: 28)
        #expect(long == ["nim  take matches from a", "     heap, in turn", "x    y"])
    }

    @Test func tellsTheRules() throws {
        let run = try runProgram(["rules", "battleship"])
        #expect(run.status == 0 && run.output.hasPrefix("# Battleship"))
        let unknown = try runProgram(["rules", "batleship"])
        #expect(unknown.status == 2 && unknown.output == "" && unknown.errors.contains("Did you mean 'battleship'?"))
    }

    @Test(arguments: [("C", "Two - or so"), ("C.UTF-8", "Two – or so")])
    func theRulesFitTheTerminal(locale: String, line: String) throws {
        let parent = FileManager.default.temporaryDirectory.appending(path: "rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: parent) }
        let place = parent.appending(path: "dash")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("return 1".utf8).write(to: place.appending(path: "game.lua"))
        try Data("Two – or so\n".utf8).write(to: place.appending(path: "README.md"))
        let run = try runProgram(
            ["rules", place.path], environment: ["PARLOR_HOME": home.folder.path, "LC_ALL": locale])
        #expect(run.output == line + "\n", "\(run.output) \(run.errors)")
    }

    @Test func aGameWithoutReadmeTellsItsOptions() throws {
        let folder = GameFolder(
            id: "dice",
            game: """
                local parlor = require "parlor"
                return parlor.game { title = "Dice", summary = "Roll.", seats = { 1, 4 },
                  options = { rolls = { default = 3, min = 1, max = 9, help = "how often" } },
                  setup = function() return {} end, moves = { roll = { play = function() end } },
                  outcome = function() return parlor.draw() end }
                """)
        let rules = RulesCommand.rules(of: try GameScript(folder, library: ScriptSource(folder: home.sdk)))
        #expect(
            rules == """
                # Dice

                Roll.

                For 1 to 4 seats.
                Option rolls (1 to 9; 3 unless chosen): how often

                """)
    }
}
