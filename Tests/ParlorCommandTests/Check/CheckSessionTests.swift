import ArgumentParser
import Foundation
import Parlor
import Testing

@testable import Conformance
@testable import ParlorCommand

@Suite struct CheckSessionTests {
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

    @Test func aFolderThatCantBeMadeIsTold() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("file")
            try Data().write(to: file)
            let report = CheckSamples.report([CheckSamples.finding(.s2)])
            let run = try CheckSamples.run([report], keep: file.path)
            #expect(run.code == .failure && run.output.contains("✗ S2"))
            #expect(run.complaints.count == 1 && run.complaints[0].contains("can't be written"))
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
            // the budget says what is played, not the command line
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
}
