import Scenes
import Values

/// A report in the Test Anything Protocol, version 14: one test for each property of each game.
///
/// - A property that wasn't judged is `# SKIP` with the reason.
/// - A failing property has a YAML block with the finding.
/// - A property that wasn't checked, because time or memory ran out before, is a failing test with
///   severity `cut_off`.
public struct TAPReport: Sendable {
    private let games: [CheckedGame]

    /// Creates the report on these games, in this order.
    public init(_ games: [CheckedGame]) { self.games = games }

    /// The whole document, without a line end after it.
    public var text: String {
        let tests = games.flatMap { game in game.report.results.map { (game, $0) } }
        var lines = ["TAP version 14", "1..\(tests.count)"]
        for (index, (game, result)) in tests.enumerated() { lines += self.lines(result, game, number: index + 1) }
        for report in games.map(\.report) {
            lines += report.omissions.map { "# \(SafeText("\(report.game): \($0)"))" }
        }
        return lines.joined(separator: "\n")
    }

    private func lines(_ result: PropertyResult, _ game: CheckedGame, number: Int) -> [String] {
        let property = result.property
        let name = "\(number) - \(Self.escaped("\(game.report.game) \(property.id) \(property.meaning)"))"
        switch result.verdict {
        case .holds: return ["ok \(name)"] + extent(result)
        case .notJudged(let reason): return ["ok \(name) # SKIP \(Self.escaped(reason))"] + extent(result)
        case .cutOff(let reason):
            return ["not ok \(name)", "  ---", "  message: \(Self.quoted(reason))", "  severity: \"cut_off\"", "  ..."]
        case .fails(let finding, _): return ["not ok \(name)"] + diagnosis(finding, result, game)
        }
    }

    /// Returns the block on the part of the cases that was tried; empty if all cases were tried.
    private func extent(_ result: PropertyResult) -> [String] {
        result.leftOut.map { ["  ---", "  extent: \(Self.quoted($0))", "  ..."] } ?? []
    }

    /// Returns the YAML block. All its values are texts in double quotes, written as in JSON. JSON
    /// is valid YAML (YAML 1.2.2, 1.2).
    private func diagnosis(_ finding: Finding, _ result: PropertyResult, _ game: CheckedGame) -> [String] {
        var fields: [(String, String?)] = [
            ("message", finding.sentence), ("severity", "fail"), ("at", finding.place), ("channel", finding.channel),
            ("setup", finding.setup.map { "\($0)" }),
        ]
        fields += [
            ("again", game.command(for: finding)), ("replay", game.replayCommand(for: finding.property)),
            ("not_kept", game.whyNotKept(finding.property)), ("extent", result.leftOut),
            ("mend", game.mend(of: finding)),
        ]
        var lines = ["  ---"]
        for case (let key, let text?) in fields { lines.append("  \(key): \(Self.quoted(text))") }
        if !finding.steps.isEmpty {
            lines.append("  moves:")
            lines += finding.steps.map { "    - \(Self.quoted($0.description))" }
        }
        return lines + ["  ..."]
    }

    private static func quoted(_ text: String) -> String {
        let safe = SafeText(text).string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(safe)\""
    }

    /// Escapes `#`, which begins a directive, and `\` (TAP 14, Escaping).
    private static func escaped(_ text: String) -> String {
        SafeText(text).string.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }
}
