import Scenes
import Values

/// A report in the XML format of JUnit, which build servers read. It has a `testsuite` for each
/// game and a `testcase` for each property.
///
/// The report uses only elements and attributes that all common consumers support, in XML 1.0
/// (Fifth Edition).
public struct JUnitReport: Sendable {
    private let games: [CheckedGame]

    /// Creates the report on these games, in this order.
    public init(_ games: [CheckedGame]) { self.games = games }

    /// The whole document, without a line end after it.
    public var text: String {
        let results = games.flatMap(\.report.results)
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines.append("<testsuites name=\"parlor check\"\(Self.counts(results))>")
        for game in games { lines += suite(game) }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n")
    }

    private func suite(_ game: CheckedGame) -> [String] {
        let report = game.report
        var lines = [
            "  <testsuite name=\"\(Self.escaped(report.game))\"\(Self.counts(report.results))>", "    <properties>",
        ]
        for (name, value) in [
            ("title", report.title), ("effort", report.effort.rawValue), ("seed", "\(report.seed)"),
            ("games", "\(report.figures.games)"),
        ] {
            lines.append("      <property name=\"\(name)\" value=\"\(Self.escaped(value))\"/>")
        }
        lines.append("    </properties>")
        for result in report.results { lines += testCase(result, game) }
        if !report.omissions.isEmpty {
            let text = report.omissions.map(Self.escaped).joined(separator: "\n")
            lines.append("    <system-out>\(text)</system-out>")
        }
        return lines + ["  </testsuite>"]
    }

    private func testCase(_ result: PropertyResult, _ game: CheckedGame) -> [String] {
        let property = result.property
        let name = Self.escaped("\(property.id) \(property.meaning)")
        let front = "    <testcase classname=\"\(Self.escaped(game.report.game))\" name=\"\(name)\""
        let extent = result.leftOut.map { ["      <system-out>\(Self.escaped($0))</system-out>"] } ?? []
        switch result.verdict {
        case .holds: return extent.isEmpty ? [front + "/>"] : [front + ">"] + extent + ["    </testcase>"]
        case .notJudged(let reason):
            let skipped = "      <skipped message=\"\(Self.escaped(reason))\"/>"
            return [front + ">", skipped] + extent + ["    </testcase>"]
        case .cutOff(let reason):
            let error = "      <error type=\"cut_off\" message=\"\(Self.escaped(reason))\"/>"
            return [front + ">", error] + extent + ["    </testcase>"]
        case .fails(let finding, _):
            let failure = "      <failure type=\"\(property.id)\" message=\"\(Self.escaped(finding.sentence))\">"
            let body = details(finding, game).map(Self.escaped).joined(separator: "\n")
            return [front + ">", failure + body + "</failure>"] + extent + ["    </testcase>"]
        }
    }

    private func details(_ finding: Finding, _ game: CheckedGame) -> [String] {
        var lines = [finding.description]
        if let setup = finding.setup { lines.append("Set up with \(setup)") }
        lines += finding.steps.enumerated().map { "\($0 + 1). \($1)" }
        lines += ["What to do: \(game.mend(of: finding))", "Again: \(game.command(for: finding))"]
        if let replay = game.replayCommand(for: finding.property) { lines.append("Step through: \(replay)") }
        if let reason = game.whyNotKept(finding.property) { lines.append("Not kept: \(reason)") }
        return lines
    }

    private static func counts(_ results: [PropertyResult]) -> String {
        var (failures, errors, skipped) = (0, 0, 0)
        for result in results {
            switch result.verdict {
            case .holds: break
            case .fails: failures += 1
            case .notJudged: skipped += 1
            case .cutOff: errors += 1
            }
        }
        return " tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    }

    /// Returns the text on one line. Characters that XML forbids (2.2) are left out, and the five
    /// characters with a special meaning (4.6) are replaced by references.
    private static func escaped(_ text: String) -> String {
        SafeText(text).string.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    }
}
