import ArgumentParser
import Foundation
import Parlor

@testable import Conformance
@testable import ParlorCommand

/// Hand-made reports, and sessions that show them.
enum CheckSamples {
    /// Returns a report in which everything holds except the given findings.
    static func report(
        _ findings: [Finding] = [], game: String = "tic-tac-toe", instructions: UInt64 = 1000,
        games: Int = 20
    ) -> GameReport {
        let results = Property.all.map { property in
            let finding = findings.first { $0.property == property }
            return PropertyResult(property: property, verdict: finding.map { .fails($0, games: 1) } ?? .holds(times: 1))
        }
        var figures = PlayFigures()
        figures.games = games
        var cost = PlayFigures.Cost()
        (cost.instructions, cost.granted, cost.peak) = (instructions, 2000, 30_000)
        figures.worst[.play] = cost
        return GameReport(
            game: game, title: game, effort: .quick, seed: 1, results: results, figures: figures,
            coverage: .collected(LineCoverage()), omissions: [])
    }

    /// Returns a finding with a game of tic-tac-toe or of the given moves.
    static func finding(_ property: Property, _ sentence: String = "It differs.", moves: [String] = ["b2", "a1"])
        -> Finding
    {
        var finding = Finding(property, sentence, place: "game.lua:3")
        finding.setup = GameSetup(seats: 2, options: [:], seed: 7)
        finding.steps = moves.enumerated().map { index, text in
            var step = Step(leaving: 1 + index % 2)
            step.action = .move(name: "mark", argument: .string(text))
            step.text = text
            return step
        }
        return finding
    }

    /// The result of a session.
    struct Run {
        var code: ExitCode
        var output: String
        var complaints: [String]
        /// The options with which each game was checked.
        var options: [CheckOptions]
    }

    /// Runs a session whose checks return `reports`, in order.
    static func run(
        _ reports: [GameReport], format: CheckFormat = .pretty, keep: String, budget: BudgetMode? = nil,
        folder: GameFolder = GameFolder(id: "tic-tac-toe", game: ""), meanwhile: @escaping () throws -> Void = {}
    ) throws -> Run {
        var (lines, complaints, options): ([String], [String], [CheckOptions]) = ([], [], [])
        var rest = reports[...]
        var failure: (any Error)?
        let session = CheckRunner(
            format: format, pretty: PrettyReport(), kept: FailingGameFiles(folder: keep), budget: budget,
            write: { lines.append($0) }, complain: { complaints.append($0) },
            check: { _, chosen in
                options.append(chosen)
                do { try meanwhile() } catch { failure = error }
                return rest.popFirst() ?? report()
            })
        let games = reports.map { CheckRunner.Game(name: $0.game, folder: folder) }
        let code = try session.run(games, CheckOptions(seed: 5))
        if let failure { throw failure }
        return Run(code: code, output: lines.joined(separator: "\n"), complaints: complaints, options: options)
    }

    /// Copies a bundled game into a separate folder.
    static func copyOfGame(_ id: String, in folder: URL, as name: String? = nil) throws -> URL {
        let place = folder.appendingPathComponent(name ?? id)
        try FileManager.default.copyItem(at: home.games.appendingPathComponent(id), to: place)
        try? FileManager.default.removeItem(at: place.appendingPathComponent("budget.json"))
        return place
    }
}
