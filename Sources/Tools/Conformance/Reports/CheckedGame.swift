import Values

/// A report, and what whoever shows it must know beside it.
public struct CheckedGame: Sendable {
    /// What the check found out.
    public let report: GameReport
    /// How the game was named on the command line: an id, or the path of a folder.
    public let name: String
    /// Property → what became of its failing game; nothing for a finding without one.
    public let saved: [Property: KeptGame]

    /// - Parameters:
    ///   - report: What the check found out.
    ///   - name: How the game was named; nil for its id.
    ///   - saved: What became of the failing game of each property.
    public init(_ report: GameReport, name: String? = nil, saved: [Property: KeptGame] = [:]) {
        self.report = report
        self.name = name ?? report.game
        self.saved = saved
    }

    /// One command that finds the same again: `parlor check battleship --seed 1 --games 12`.
    ///
    /// Games are played in order, so those up to the failing one are enough.
    package func command(for finding: Finding) -> String {
        var words = ["parlor", "check", ShellWord(name).text, "--seed", "\(report.seed)"]
        let games = finding.game.map { $0 + 1 } ?? report.figures.games + report.figures.refused
        if games > 0 { words += ["--games", "\(games)"] }
        if report.effort == .full { words.append("--full") }
        return words.joined(separator: " ")
    }

    /// What to do about a finding, with the game as it was named in the commands.
    package func mend(of finding: Finding) -> String {
        (finding.mend ?? finding.property.mend).replacing(Finding.nameless, with: ShellWord(name).text)
    }

    /// One command that steps through the saved game; nil where none was saved.
    package func replayCommand(for property: Property) -> String? {
        guard case .kept(let file)? = saved[property] else { return nil }
        let words = ["parlor", "replay", ShellWord(file).text, "--step"]
        return (name == report.game ? words : words + ["--game", ShellWord(name).text]).joined(separator: " ")
    }

    /// Why the game that shows it isn't in a file, if that is a fault.
    func whyNotKept(_ property: Property) -> String? {
        guard case .notKept(let reason)? = saved[property] else { return nil }
        return reason
    }
}
