import GameRules
import LuaRuntime
import Testing
import Values

@testable import Conformance

/// A property for which nothing was compared isn't reported as held: every report says that it
/// wasn't judged.
@Suite struct NothingComparedTests {
    private static func report(
        _ source: String, _ options: CheckOptions = CheckOptions(seed: 3, games: 2, workers: 1)
    ) throws -> GameReport {
        let script = try GameScript(
            GameFolder(id: "cards", game: source), library: try ScriptSource(folder: home.sdk))
        return LuaThread.run { GameChecker(GameUnderTest(script), options).report() }
    }

    private static func isUnjudged(_ report: GameReport, _ property: Property) -> Bool {
        if case .notJudged = report[property] { true } else { false }
    }

    /// A game in which all hands are always equal, so no two matches differ in a secret.
    private static let alwaysTheSame = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Cards", summary = "The same hands each time.", chance = true, deal = "host", information = "hidden",
          setup = function() return { secret = { { "a" }, { "b" } }, count = 0 } end,
          moves = { step = { choices = { 1, 2 }, play = function(state, _, _, match)
            state.count, state.last = state.count + 1, match.random(6)
          end } },
          outcome = function(state) if state.count == 4 then return parlor.draw() end end,
        }
        """

    @Test func everyReportSaysThatASecretWasntCompared() throws {
        let report = try Self.report(Self.alwaysTheSame)
        #expect(report.findings.isEmpty, "\(report.findings)")
        let reason = "The check found no two matches that differ in a secret."
        #expect(report[.p1] == .notJudged(reason))
        let game = CheckedGame(report)
        let lines = PrettyReport(columns: 120).lines(game)
        #expect(lines.contains { $0.contains("– P1") } && lines.contains { $0.contains(reason) }, "\(lines)")
        let last = try #require(PrettyReport(columns: 120).summary([game]).last)
        #expect(
            last.hasPrefix("Everything that was judged holds. Not judged: cards ") && last.contains("P1"), "\(last)")
        #expect(
            !last.contains("P2") && !last.contains("B3") && !last.contains("W1"), "what the game hasn't got: \(last)")
        let tap = TAPReport([game]).text.split(separator: "\n").first { $0.contains("cards P1") }
        #expect(tap?.hasSuffix("# SKIP \(reason)") == true, "\(tap ?? "")")
        #expect(JUnitReport([game]).text.contains("<skipped message=\"\(reason)\"/>"))
        let json = try Value(json: JSONReport([game]).text())["games"]?[0]?["properties"]?.arrayValue
        #expect(json?.first { $0["id"] == "P1" }?["verdict"] == "not_judged")
    }

    @Test func aGameWithoutCaptionsIsntPraisedForThem() throws {
        let report = try Self.report(Self.alwaysTheSame)
        #expect(report[.v4] == .notJudged("No message had a caption of the game's own."))
        #expect(!report.unjudged.contains(.v4))
    }

    /// Nobody chooses the result of a secret roll, but the roll is compared all the same.
    @Test func whatIsRolledUnderACupIsCompared() throws {
        let report = conformance(
            of: try catalog().script("liars-dice"), options: CheckOptions(seed: 1, games: 1, workers: 1))
        guard case .holds(let times) = report[.p1] else { Issue.record("\(report[.p1])"); return }
        #expect(times > 5)
    }
}
