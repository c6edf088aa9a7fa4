import Foundation
import GameRules
import LuaRuntime

/// Checks a game: plays random and adversarial games of it and looks whether every ``Property`` holds.
///
/// ```swift
/// let script = try catalog.script("tic-tac-toe")
/// #expect(conformance(of: script).isClean)
/// ```
///
/// - Parameters:
///   - script: The game.
///   - options: How much, from which seed. With a number of games the report is the same each time, byte for byte.
///   - progress: Hears how far it is, on one thread at a time.
public func conformance(
    of script: GameScript, options: CheckOptions = CheckOptions(), progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    conformance(of: Subject(script), options: options, progress: progress)
}

/// Checks a game's folder. Never throws: a script that can't be loaded gives a report in which L1 fails.
public func conformance(
    of folder: GameFolder, library: ScriptLibrary, limits: LuaLimits = LuaLimits(),
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
    of subject: Subject, options: CheckOptions, progress: (@Sendable (CheckProgress) -> Void)? = nil
) -> GameReport {
    let checker = GameChecker(subject, options, progress: progress)
    return checker.report()
}

extension GameReport {
    /// The report on a script that can't be loaded: nothing else can be judged.
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

/// What ``conformance(of:options:progress:)`` is to do.
public struct CheckOptions: Sendable {
    /// How much of each game is looked at.
    public var effort: Effort
    /// What the draws and the moves of the games that are played follow from.
    public var seed: UInt64
    /// So many games, whatever the time; nil: as the effort says.
    public var games: Int?
    /// The time box of a quick check.
    public var timeBox: Duration
    /// Threads that play at once.
    public var workers: Int

    /// The standard options: a quick check of five seconds from seed 1.
    ///
    /// - Parameters:
    ///   - effort: How much is checked at each ply.
    ///   - seed: What every game's choices follow from.
    ///   - games: How many are played; nil for as many as the time box holds.
    ///   - timeBox: The time of a quick check.
    ///   - workers: At least 1; nil for one for each processor that is active.
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
