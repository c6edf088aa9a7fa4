import ArgumentParser
import Conformance
import Foundation
import Parlor

struct TestCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run the tests of a game.",
        discussion: """
            The tests of a game are Lua files in its folder `tests`. A test plays matches
            and states the expected result:

              local test = require "parlor.test"

              test.case("three in a row win", function()
                local match = test.match { options = { size = 3 } }
                match:play(1, "a1", 2, "b1", 1, "a2", 2, "b2", 1, "a3")
                match:expect { outcome = "win 1" }
              end)

            For each failed test, the output shows the line that failed. At the end it
            lists the lines of the game that no test ran.

            Examples:
              parlor test                 the game in this folder
              parlor test ./my-game
              parlor test ./my-game --json

            Exit codes:
              0  all tests passed
              1  a test failed, or the game can't be loaded
              2  there are no tests, or the command line isn't valid
            """)

    @Argument(help: "The game's folder.", completion: .directory)
    var game = "."

    @Flag(
        help: """
            Print JSON: {game, passed, failed, cases: [{file, name, ok, error, printed}], coverage: {share, missing}}.
            """)
    var json = false

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<game>", "--json")] }

    func run() throws {
        if game == ".", !FileManager.default.fileExists(atPath: "game.lua") {
            throw Refusal("There is no game.lua in this folder. Name a game's folder, as in `parlor test ./my-game`.")
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

/// The results of an author's tests, as text and as JSON.
struct GameTestText {
    let report: GameTestReport
    /// The texts of the tests and the game, by the names that errors use.
    let sources: [String: String]
    let hasUnicode: Bool

    var lines: [String] {
        var lines: [String] = []
        var file: String?
        for result in report.cases {
            if result.file != file { lines.append(result.file.onOneLine) }
            file = result.file
            let mark = result.passed ? (hasUnicode ? "✓" : "ok") : (hasUnicode ? "✗" : "FAILED")
            lines.append("  \(mark) \((result.name ?? "the file can't be loaded").onOneLine)")
            lines += failure(of: result).map { "    " + $0 }
            for printed in result.printed {
                lines += FailureReport.printed(printed.text, hook: printed.hook).map { "    " + $0 }
            }
        }
        let count = counted(report.cases.count, "test")
        let outcome = report.failed == 0 ? "all passed" : "\(report.passed) passed, \(report.failed) failed"
        return lines + ["", "\(count): \(outcome)."] + coverage
    }

    private func failure(of result: GameTestReport.Case) -> [String] {
        guard let error = result.error else { return [] }
        var lines = [error.limit == nil ? error.message : FailureReport.words(for: error)]
        let own = error.traceback.first { !$0.source.hasPrefix("sdk/") }
        if let place = error.source.flatMap({ source in error.line.map { (source, $0) } }), !place.0.hasPrefix("sdk/") {
            lines += SourceExcerpt(file: place.0, line: place.1, source: sources[place.0]).lines
        } else if let own {
            lines += SourceExcerpt(file: own.source, line: own.line, source: sources[own.source]).lines
        }
        // the failure in the game that the test reported
        if let failure = result.failure { lines += FailureReport(failure: failure, files: sources).lines }
        return lines
    }

    private var coverage: [String] {
        let percent = Int((report.coverage.share * 100).rounded(.down))
        var lines = ["Lines of the game that ran: \(percent) %."]
        for (file, missing) in report.coverage.missing.sorted(by: { $0.key < $1.key }) {
            lines.append("  not run, \(file.onOneLine): \(PrettyReport.ranges(missing))")
        }
        return lines
    }

    // MARK: For programs

    var value: Value {
        [
            "game": .string(report.game), "passed": .int(Int64(report.passed)), "failed": .int(Int64(report.failed)),
            "cases": .array(report.cases.map(value)),
            "coverage": [
                "share": .double(report.coverage.share),
                "missing": .map(
                    report.coverage.missing.reduce(into: [:]) { result, file in
                        result[.string(file.key)] = .array(file.value.map { .int(Int64($0)) })
                    }),
            ],
        ]
    }

    private func value(_ result: GameTestReport.Case) -> Value {
        var fields: [ValueKey: Value] = ["file": .string(result.file), "ok": .bool(result.passed)]
        if let name = result.name { fields["name"] = .string(name) }
        if let error = result.error {
            var told: [ValueKey: Value] = ["message": .string(error.message)]
            if let source = error.source, let line = error.line {
                told["file"] = .string(source)
                told["line"] = .int(Int64(line))
            }
            fields["error"] = .map(told)
        }
        if !result.printed.isEmpty {
            fields["printed"] = .array(result.printed.map { ["hook": .string($0.hook), "text": .string($0.text)] })
        }
        return .map(fields)
    }
}
