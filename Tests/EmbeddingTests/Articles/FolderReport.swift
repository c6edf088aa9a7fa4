import Conformance
import Parlor

/// Checks a folder's script in two games. Returns the findings as lines for a terminal.
func complaints(about folder: GameFolder, with library: ScriptSource) -> [String] {
    let report = conformance(of: folder, library: library, options: CheckOptions(seed: 1, games: 2))
    return report.isClean ? [] : PrettyReport(columns: 80).lines(CheckedGame(report))
}
