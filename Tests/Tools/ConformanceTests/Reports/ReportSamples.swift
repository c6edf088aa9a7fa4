import GameRules
import Values

@testable import Conformance

/// Hand-made reports, so that their text doesn't depend on any check.
enum ReportSamples {
    /// A text that must not reach a terminal, a document or a separate line unchanged.
    static let hostile = "]]>&<b a='x' c=\"y\">\u{1B}[31m\u{0}\n# SKIP\r\nok 99\u{202E}\u{FFFE}\\ ```"

    static func finding(
        _ property: Property, _ sentence: String = "The state differs at state.board[2].", steps: [Step] = moves
    ) -> Finding {
        var finding = Finding(property, sentence, place: "game.lua:12")
        finding.setup = GameSetup(seats: 2, options: ["size": 3, "name": "a"], seed: 7)
        finding.steps = steps
        finding.game = 11
        finding.isShrunk = true
        return finding
    }

    static let moves = [
        step(1, "b2"), step(2, "a1"), Step(leaving: 1),
    ]

    static func step(_ seat: Int, _ text: String) -> Step {
        var step = Step(leaving: seat)
        step.action = .move(name: "mark", argument: .string(text))
        step.text = text
        return step
    }

    /// Returns a report with these findings. W2 wasn't judged, and all other properties, such as L1
    /// and M1, hold.
    static func report(
        _ findings: [Finding] = [], game: String = "tic-tac-toe", title: String = "Tic-Tac-Toe", seed: UInt64 = 1,
        effort: Effort = .quick, reason: String = "W1 doesn't hold.", figures: PlayFigures? = nil
    ) -> GameReport {
        let results = Property.all.map { property -> PropertyResult in
            let verdict: PropertyResult.Verdict =
                if let finding = findings.first(where: { $0.property == property }) {
                    .fails(finding, games: 3)
                } else if property.id == "W2" {
                    .notJudged(reason)
                } else {
                    .holds(times: 1234)
                }
            return PropertyResult(property: property, verdict: verdict)
        }
        var coverage = LineCoverage()
        coverage.executable = ["game.lua": [1, 2, 3, 5, 6, 7, 9]]
        coverage.covered = ["game.lua": [1, 3, 9]]
        return GameReport(
            game: game, title: title, effort: effort, seed: seed, results: results, figures: figures ?? self.figures,
            coverage: .collected(coverage), omissions: [effort.omission])
    }

    static let figures: PlayFigures = {
        var figures = PlayFigures()
        figures.games = 37
        figures.finished = 37
        figures.plies = 300
        figures.longest = 9
        figures.legalMoves = 1500
        figures.longestURL = 1234
        figures.worst[.play] = cost(instructions: 1000, granted: 2048, peak: 150_000, step: "1 b2")
        figures.worst[.scene] = cost(instructions: 4321, granted: 10_240, peak: 204_800, step: nil)
        return figures
    }()

    static func cost(instructions: UInt64, granted: Int, peak: Int, step: String?) -> PlayFigures.Cost {
        var cost = PlayFigures.Cost()
        (cost.instructions, cost.granted, cost.peak, cost.step) = (instructions, granted, peak, step)
        return cost
    }
}
