import ArgumentParser
import Conformance
import Foundation
import Parlor

/// Checks games one after the other, reports the findings, and saves failing games and budgets.
struct CheckRunner {
    struct Game {
        /// The name as given on the command line.
        let name: String
        let folder: GameFolder
    }

    let format: CheckFormat
    let pretty: PrettyReport
    let kept: FailingGameFiles
    let budget: BudgetMode?
    /// Writes one or more lines of the report.
    let write: (String) -> Void
    /// Writes a sentence that isn't part of the report, for the person who runs the command.
    let complain: (String) -> Void
    let check: (GameFolder, CheckOptions) -> GameReport

    /// Checks the games.
    ///
    /// - Returns: 0 if all properties hold, 1 if a property fails or a budget isn't met, 2 if a
    ///   budget can't be written after the checks.
    /// - Throws: ``GameError/request(_:)`` before the checks if a budget can't be read or written,
    ///   and after the checks if the report can't be written as JSON.
    func run(_ games: [Game], _ options: CheckOptions) throws(GameError) -> ExitCode {
        var budgets: [Budget?] = []
        for game in games { budgets.append(try openBudget(of: game)) }
        var checked: [CheckedGame] = []
        var code = ExitCode.success
        // printed after the report, whose last line sums up the properties
        var remarks: [String] = []
        for (game, budget) in zip(games, budgets) {
            let report = check(game.folder, budget.map { self.options(options, of: $0) } ?? options)
            let shown = keepGames(of: CheckedGame(report, name: game.name))
            checked.append(shown)
            if format == .pretty { write(pretty.lines(shown).joined(separator: "\n") + "\n") }
            code = worse(code, settle(game, report, budget, &remarks))
        }
        try conclude(checked)
        remarks.forEach(complain)
        return worse(code, checked.allSatisfy(\.report.isClean) ? .success : .failure)
    }

    private func worse(_ one: ExitCode, _ other: ExitCode) -> ExitCode {
        ExitCode(max(one.rawValue, other.rawValue))
    }

    /// Returns the budget to verify against, or nil. If a budget is to be written, checks its file
    /// before the work starts.
    private func openBudget(of game: Game) throws(GameError) -> Budget? {
        switch budget {
        case .verify: return try BudgetFile(game.folder).read()
        case .write: try BudgetFile(game.folder).check()
        case nil: break
        }
        return nil
    }

    /// Returns the options with the seed, games and effort of the run that gave the budget.
    private func options(_ options: CheckOptions, of budget: Budget) -> CheckOptions {
        var options = options
        (options.seed, options.games, options.effort) = (budget.seed, budget.games, budget.effort)
        return options
    }

    private func keepGames(of game: CheckedGame) -> CheckedGame {
        var saved: [Property: SavedGame] = [:]
        for finding in game.report.findings {
            do throws(GameError) {
                saved[finding.property] = try kept.keep(finding, of: game).map { .kept($0) }
            } catch {
                // the report prints this error next to the finding
                saved[finding.property] = .notKept("\(error)")
            }
        }
        return CheckedGame(game.report, name: game.name, saved: saved)
    }

    /// Verifies or writes the budget of a game.
    ///
    /// - Returns: A failure if a figure exceeded the budget, the budget couldn't be verified, or
    ///   the check gave no budget that may be written. A usage error if the file can't be written.
    private func settle(
        _ game: Game, _ report: GameReport, _ allowed: Budget?, _ remarks: inout [String]
    ) -> ExitCode {
        if let allowed {
            let found = Budget(of: report)
            let excesses = allowed.excesses(of: found)
            for excess in excesses { remarks.append("\(report.game) is over its budget: \(excess)") }
            guard found.games >= allowed.games else {
                remarks.append(
                    "\(report.game): the budget wasn't verified, because only \(found.games) of the \(allowed.games) games were "
                        + "played.")
                return .failure
            }
            return excesses.isEmpty ? .success : .failure
        }
        guard budget == .write else { return .success }
        guard report.isClean else {
            remarks.append("\(report.game): no budget was written, because a property failed.")
            return .failure
        }
        let found = Budget(of: report)
        guard found.games > 0, !found.hooks.isEmpty else {
            remarks.append("\(report.game): no budget was written, because no game was played.")
            return .failure
        }
        do throws(GameError) {
            let file = try BudgetFile(game.folder)
            try file.write(found)
            remarks.append("\(report.game): wrote \(file.url.path.onOneLine)")
            return .success
        } catch {
            remarks.append("\(report.game): \(error)")
            return .usage
        }
    }

    private func conclude(_ games: [CheckedGame]) throws(GameError) {
        switch format {
        case .pretty: write(pretty.summary(games).joined(separator: "\n"))
        case .tap: write(TAPReport(games).text)
        case .junit: write(JUnitReport(games).text)
        case .json:
            do throws(ValueError) {
                write(try JSONReport(games).text())
            } catch {
                throw .request("The report can't be written as JSON: \(error)")
            }
        }
    }
}

/// A progress bar on standard error.
final class ProgressLine: Sendable {
    private let isShown: Bool
    private let hasUnicode: Bool

    init(isShown: Bool, hasUnicode: Bool) {
        self.isShown = isShown
        self.hasUnicode = hasUnicode
    }

    func show(_ progress: CheckProgress) {
        if isShown { complain(drawn: "\r" + Self.text(progress, hasUnicode: hasUnicode) + "\u{1B}[K") }
    }

    func clear() {
        if isShown { complain(drawn: "\r\u{1B}[K") }
    }

    private static let cells = 20

    /// Returns the bar, for example `battleship [#####---------------] 25 % games 12/48, 900
    /// plies`.
    static func text(_ progress: CheckProgress, hasUnicode: Bool) -> String {
        let fraction = progress.fraction.isFinite ? min(max(progress.fraction, 0), 1) : 0
        let full = Int(saturating: fraction * Double(cells))
        let (done, open) = hasUnicode ? ("█", "░") : ("#", "-")
        let bar = String(repeating: done, count: full) + String(repeating: open, count: cells - full)
        let name = SafeText(progress.game)
        var counts = progress.total > 0 ? " \(progress.done)/\(progress.total)" : " \(progress.done)"
        if [.games, .shrinking].contains(progress.stage), progress.plies > 0 {
            counts += ", \(counted(plies: progress.plies))"
        }
        return
            "\(hasUnicode ? name.string : name.ascii) [\(bar)] \(Int(saturating: fraction * 100)) % \(progress.stage.rawValue)\(counts)"
    }
}

/// The destination of a report. Standard output gets each line at once. A file is written when the
/// report is complete.
final class ReportTarget {
    private let file: WritableFile?
    private var text = ""

    /// Creates a destination.
    ///
    /// - Parameter path: A file's path, or nil for standard output.
    /// - Throws: ``GameError/request(_:)`` if the file can't be written, so that the command fails
    ///   before the work starts.
    init(_ path: String?) throws(GameError) {
        guard let path else {
            file = nil
            return
        }
        do throws(GameError) {
            let file = try WritableFile(typed: path)
            try file.check()
            self.file = file
        } catch {
            throw .request("--output: \(error)")
        }
    }

    func write(_ line: String) {
        if file == nil { StandardOutput.writeLine(line) } else { text += line + "\n" }
    }

    /// Writes the file.
    func finish() throws(GameError) {
        guard let file else { return }
        do throws(GameError) {
            try file.write(Array(text.utf8))
        } catch {
            throw .request("--output: \(error)")
        }
    }
}
