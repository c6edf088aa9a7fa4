import ArgumentParser
import Foundation
import Parlor
import Testing

@testable import Conformance
@testable import ParlorCommand

@Suite struct CheckRunnerTests {
    @Test(arguments: CheckFormat.allCases) func theCodeSaysWhetherEverythingHolds(format: CheckFormat) throws {
        try withTemporaryFolder { folder in
            let keep = folder.appendingPathComponent("kept").path
            let clean = try CheckSamples.run(
                [CheckSamples.report(), CheckSamples.report(game: "nim")], format: format, keep: keep)
            #expect(clean.code == .success && clean.complaints == [] && !clean.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: keep), "nothing failed, so nothing is kept")
            let failing = CheckSamples.report([CheckSamples.finding(.s2)])
            let run = try CheckSamples.run([failing, CheckSamples.report(game: "nim")], format: format, keep: keep)
            #expect(run.code == .failure && run.output.contains("S2") && run.output.contains("tic-tac-toe-S2.play"))
        }
    }

    @Test func everyFormatIsOneDocument() throws {
        try withTemporaryFolder { folder in
            let reports = [CheckSamples.report([CheckSamples.finding(.s2)]), CheckSamples.report(game: "nim")]
            func output(_ format: CheckFormat) throws -> String {
                try CheckSamples.run(reports, format: format, keep: folder.path).output
            }
            #expect(try Value(json: output(.json))["games"]?.arrayValue?.count == 2)
            #expect(try output(.tap).hasPrefix("TAP version 14\n1..\(2 * Property.all.count)\n"))
            #expect(try output(.junit).hasPrefix("<?xml") && output(.junit).hasSuffix("</testsuites>"))
            let pretty = try output(.pretty)
            #expect(
                pretty.hasPrefix("tic-tac-toe: quick check") && pretty.hasSuffix("Not everything holds: tic-tac-toe S2")
            )
        }
    }

    @Test(arguments: CheckFormat.allCases) func aGameThatCouldntBeKeptIsSaidInPlace(format: CheckFormat) throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            let report = CheckSamples.report([CheckSamples.finding(.s2), Finding(.l4, "There is no README.md.")])
            let run = try CheckSamples.run([report], format: format, keep: file.path)
            #expect(run.code == .failure && run.complaints == [], "\(run.complaints)")
            let words = "be written: a part of its path is no folder."
            let flat = run.output.replacing(/\s+/, with: " ")
            #expect(flat.components(separatedBy: words).count == 2, "once, at the finding: \(run.output)")
            if format == .json {
                let properties = try Value(json: run.output)["games"]?[0]?["properties"]?.arrayValue ?? []
                let s2 = properties.first { $0["id"] == "S2" }?["finding"]
                let l4 = properties.first { $0["id"] == "L4" }?["finding"]
                #expect(s2?["file"] == .null && s2?["not_kept"]?.stringValue?.contains(words) == true)
                #expect(l4?["file"] == .null && l4?["not_kept"] == .null)
            }
        }
    }

    // MARK: Budgets

    @Test func aBudgetIsWrittenAndVerified() throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            let keep = place.appendingPathComponent("kept").path
            func run(_ report: GameReport, _ mode: BudgetMode) throws -> CheckSamples.Run {
                try CheckSamples.run([report], keep: keep, budget: mode, folder: folder)
            }
            let missing = #expect(throws: GameError.self) { try run(CheckSamples.report(), .verify) }
            #expect("\(missing.map { "\($0)" } ?? "")".contains("--budget write"))
            #expect(try run(CheckSamples.report(), .write).code == .success)
            #expect(try Budget(json: String(contentsOf: BudgetFile(folder).url, encoding: .utf8)).games == 20)

            let same = try run(CheckSamples.report(instructions: 1100), .verify)
            #expect(same.code == .success && same.complaints == [])
            // the budget decides what is played, not the command line
            #expect(same.options.map(\.seed) == [1] && same.options.map(\.games) == [20])
            let grown = try run(CheckSamples.report(instructions: 1101), .verify)
            #expect(grown.code == .failure && grown.complaints.count == 1)
            #expect(grown.complaints.first?.contains("play: 1,101 instructions, 10 % more than the 1,000") == true)

            #expect(try run(CheckSamples.report(instructions: 2000), .write).code == .success)
            #expect(try run(CheckSamples.report(instructions: 2000), .verify).code == .success)
        }
    }

    @Test func noBudgetOfWhatDoesntHold() throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            let report = CheckSamples.report([CheckSamples.finding(.s2)])
            let run = try CheckSamples.run([report], keep: place.path, budget: .write, folder: folder)
            #expect(run.code == .failure && run.complaints.contains { $0.contains("no budget was written") })
            #expect(!FileManager.default.fileExists(atPath: try BudgetFile(folder).url.path))
        }
    }

    @Test func aBrokenBudgetStopsBeforeTheWork() throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            let large = String(repeating: " ", count: Budget.largestFile + 1)
            for (text, words) in [
                ("{}", "budget.seed"), ("", "budget.json"), ("\u{0}", "budget.json"), (large, "larger"),
            ] {
                try Data(text.utf8).write(to: BudgetFile(folder).url)
                let error = #expect(throws: GameError.self) {
                    try CheckSamples.run([CheckSamples.report()], keep: place.path, budget: .verify, folder: folder)
                }
                #expect("\(error.map { "\($0)" } ?? "")".contains(words))
            }
        }
    }

    @Test func aGameInMemoryHasNoBudget() throws {
        #expect(throws: GameError.self) { try BudgetFile(GameFolder(id: "nim", game: "")) }
    }

    /// If games of the budget weren't played, the budget wasn't verified.
    @Test func noBudgetIsVerifiedWithoutItsGames() throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            func run(_ report: GameReport, _ mode: BudgetMode) throws -> CheckSamples.Run {
                try CheckSamples.run([report], keep: place.path, budget: mode, folder: folder)
            }
            #expect(try run(CheckSamples.report(), .write).code == .success)
            for games in [0, 19] {
                let few = try run(CheckSamples.report(games: games), .verify)
                #expect(few.code == .failure, "\(games)")
                #expect(few.complaints.first?.contains("\(games) of the 20 games") == true, "\(few.complaints)")
            }
        }
    }

    @Test(arguments: ["folder", "link", "pipe"]) func aBudgetThatIsNoFileIsToldAsWhatItIs(kind: String) throws {
        try withTemporaryFolder { place in
            let folder = try GameFolder(at: CheckSamples.copyOfGame("tic-tac-toe", in: place))
            let url = try BudgetFile(folder).url
            switch kind {
            case "folder": try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            case "link":
                try FileManager.default.createSymbolicLink(
                    at: url, withDestinationURL: place.appendingPathComponent("x"))
            default: #expect(mkfifo(url.path, 0o600) == 0)
            }
            for mode in [BudgetMode.verify, .write] where kind != "pipe" || mode == .verify {
                var checks = 0
                let error = #expect(throws: GameError.self) {
                    checks = try CheckSamples.run(
                        [CheckSamples.report()], keep: place.path, budget: mode, folder: folder
                    ).options.count
                }
                let words = error.map { "\($0)" } ?? ""
                #expect(!words.contains("has no budget.json") && words.contains("budget.json"), "\(mode): \(words)")
                #expect(checks == 0, "before the work")
            }
        }
    }

    /// The report is written even if the budget can't be written.
    @Test func aBudgetThatCantBeWrittenCostsNoReport() throws {
        try withTemporaryFolder { place in
            let copy = try CheckSamples.copyOfGame("tic-tac-toe", in: place)
            let folder = try GameFolder(at: copy)
            let run = try CheckSamples.run(
                [CheckSamples.report()], format: .json, keep: place.path, budget: .write, folder: folder,
                meanwhile: { try FileManager.default.removeItem(at: copy) })
            #expect(run.code == .usage && run.complaints.contains { $0.contains("budget.json can't be written") })
            #expect(try Value(json: run.output)["clean"] == true)
        }
    }
}
