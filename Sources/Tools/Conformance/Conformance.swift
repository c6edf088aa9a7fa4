import Foundation
import GameRules
import LuaRuntime

/// Checks a game: plays random and adversarial games of it, and tests whether every ``Property``
/// holds.
///
/// ```swift
/// let script = try catalog.script("tic-tac-toe")
/// #expect(conformance(of: script).isClean)
/// ```
///
/// - Parameters:
///   - script: The game.
///   - options: The extent and the seed. If the options give a number of games, the report is the
///     same each time, byte for byte.
///   - progress: Receives the progress, on one thread at a time.
public func conformance(
    of script: GameScript, options: CheckOptions = CheckOptions(), progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    conformance(of: GameUnderTest(script), options: options, progress: progress)
}

/// Checks a game's folder. Never throws: if the script can't be loaded, L1 fails in the report.
public func conformance(
    of folder: GameFolder, library: ScriptSource, limits: LuaLimits = LuaLimits(),
    options: CheckOptions = CheckOptions(), progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    let script: GameScript
    do throws(GameError) {
        script = try GameScript(folder, library: library, limits: limits)
    } catch {
        return GameReport(unloadable: folder.id, error, options)
    }
    return conformance(of: script, options: options, progress: progress)
}

func conformance(
    of subject: GameUnderTest, options: CheckOptions, progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    let checker = GameChecker(subject, options, progress: progress)
    return checker.report()
}

extension GameReport {
    /// Creates the report on a script that can't be loaded. Only L1 is judged in this report.
    init(unloadable game: String, _ error: GameError, _ options: CheckOptions) {
        var finding = Diagnosis.finding(error, standard: .l1)
        if case .invalid(let problems) = error {
            finding = Finding(.l1, problems.list.map(\.description).joined(separator: "\n"))
        }
        if finding.property != .b1 { finding.property = .l1 }
        let failed = finding
        let results = Property.all.map { property in
            PropertyResult(
                property: property,
                verdict: property == failed.property
                    ? .fails(failed, games: 0) : .notJudged("The script can't be loaded."))
        }
        self.init(
            game: game, title: game, effort: options.effort, seed: options.seed, results: results,
            figures: PlayFigures(),
            coverage: .notCollected("The script can't be loaded."), omissions: [])
    }
}

/// The options of ``conformance(of:options:progress:)``.
public struct CheckOptions: Sendable {
    /// The extent of the checks.
    public var effort: Effort
    /// The seed of the draws and the moves in the games that are played.
    public var seed: UInt64
    /// The number of games, whatever time they take; nil if the effort determines the number.
    public var games: Int?
    /// The time box of a quick check.
    public var timeBox: Duration
    /// The number of threads that play in parallel.
    public var workers: Int

    /// Creates options. The defaults are a quick check of five seconds from seed 1.
    ///
    /// - Parameters:
    ///   - effort: The extent of the checks at each ply.
    ///   - seed: The seed of every game's choices.
    ///   - games: The number of games; nil if the effort and the time box determine the number.
    ///   - timeBox: The time of a quick check.
    ///   - workers: At least 1; nil for one for each active processor.
    public init(
        effort: Effort = .quick, seed: UInt64 = 1, games: Int? = nil, timeBox: Duration = .seconds(5),
        workers: Int? = nil
    ) {
        self.effort = effort
        self.seed = seed
        self.games = games
        self.timeBox = timeBox
        self.workers = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
    }
}
