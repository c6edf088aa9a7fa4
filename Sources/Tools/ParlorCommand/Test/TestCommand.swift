import ArgumentParser
import Conformance
import Foundation
import Parlor

struct TestCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run the tests of a game.",
        discussion: """
            A game's tests are the Lua files in its folder `tests`. They play matches and say what has to come of them:

              local test = require "parlor.test"

              test.case("three in a row win", function()
                local match = test.match { options = { size = 3 } }
                match:play(1, "a1", 2, "b1", 1, "a2", 2, "b2", 1, "a3")
                match:expect { outcome = "win 1" }
              end)

            What fails is shown with its line, and at the end which lines of the game no test ran.

            Examples:
              parlor test                 the game in this folder
              parlor test ./my-game
              parlor test ./my-game --json

            Exit codes: 0 all passed, 1 a test failed, or the game can't be loaded, 2 there are no tests, or the command line
            doesn't fit.
            """)

    @Argument(help: "The game's folder (default: this one).", completion: .directory)
    var game = "."

    @Flag(
        help: """
            Print JSON: {game, passed, failed, cases: [{file, name, ok, error, printed}], coverage: {share, missing}}.
            """)
    var json = false

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<game>", "--json")] }

    func run() throws {
        if game == ".", !FileManager.default.fileExists(atPath: "game.lua") {
            throw Refusal("There is no game.lua in this folder: name a game's, as in `parlor test ./my-game`.")
        }
        let catalog = try openCatalog()
        let script = try catalog.scriptOrComplaint(game)
        let (folder, tests, report) = try orComplain { () throws(GameError) in
            let tests = try GameTestFiles(of: script.folder)
            return (script.folder, tests, try GameTestRun(script, tests).report())
        }
        let terminal = Terminal.current()
        let text = GameTestText(
            report: report,
            sources: Dictionary(tests.files.map { ($0.name, $0.source) }, uniquingKeysWith: { $1 })
                .merging(folder.files) { $1 },
            hasUnicode: terminal.hasUnicode)
        if json {
            print(try text.value.json(pretty: true))
        } else {
            for line in text.lines { print(line) }
        }
        if report.failed > 0 { throw ExitCode.failure }
    }
}
