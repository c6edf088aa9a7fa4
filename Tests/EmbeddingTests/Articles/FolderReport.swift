import Conformance
import Parlor

/// Checks two games of a folder's script; returns what doesn't hold, as lines for a terminal.
func complaints(about folder: GameFolder, with library: ScriptSource) -> [String] {
    let report = conformance(of: folder, library: library, options: CheckOptions(seed: 1, games: 2))
    return report.isClean ? [] : PrettyReport(columns: 80).lines(CheckedGame(report))
}
