import GameRules
import LuaRuntime
import Values

/// Checks the game of a folder: stands in until the runner is here, and judges only whether the game can be loaded.
///
/// Never throws: a script that can't be loaded gives a report in which L1 fails.
public func conformance(
    of folder: GameFolder, library: ScriptLibrary, limits: LuaLimits = LuaLimits(),
    options: CheckOptions = CheckOptions(), progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    do throws(GameError) {
        let script = try GameScript(folder, library: library, limits: limits)
        return conformance(of: script, options: options, progress: progress)
    } catch {
        return loadReport(folder.id, title: folder.id, options, .fails(Finding(.l1, "\(error)"), games: 0))
    }
}

/// Checks a game that is loaded.
public func conformance(
    of script: GameScript, options: CheckOptions = CheckOptions(), progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    progress?(CheckProgress(game: script.id, stage: .games, done: 1, total: 1, fraction: 1))
    return loadReport(script.id, title: script.title, options, .holds(times: 1))
}

private func loadReport(
    _ game: String, title: String, _ options: CheckOptions, _ verdict: PropertyResult.Verdict
) -> GameReport {
    GameReport(
        game: game, title: title, effort: options.effort, seed: options.seed,
        results: Property.all.map { property in
            PropertyResult(property: property, verdict: property == .l1 ? verdict : .notJudged("It isn't checked yet."))
        }, figures: PlayFigures(), coverage: LineCoverage(), omissions: [options.effort.omission])
}
