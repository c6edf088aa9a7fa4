import ArgumentParser
import Conformance
import Foundation
import Parlor

/// Checks games one after the other, shows what was found, keeps failing games and budgets.
struct CheckRunner {
    struct Game {
        /// As it was named on the command line.
        let name: String
        let folder: GameFolder
    }

    let format: CheckFormat
    let pretty: PrettyReport
    let kept: FailingGameFiles
    let budget: BudgetMode?
    /// A line, or several, of the report.
    let write: (String) -> Void
    /// A sentence for whoever called, beside the report.
    let complain: (String) -> Void
    let check: (GameFolder, CheckOptions) -> GameReport

    /// - Returns: 0 if everything holds, 1 if something doesn't or a figure outgrew its budget, 2 if a budget can't be written
    ///   after all.
    /// - Throws: ``GameError/request(_:)`` for a budget that can't be read or written, before anything is checked.
    func run(_ games: [Game], _ options: CheckOptions) throws(GameError) -> ExitCode {
        var budgets: [Budget?] = []
        for game in games { budgets.append(try openBudget(of: game)) }
        var checked: [CheckedGame] = []
        var code = ExitCode.success
        // after the report, whose last line says how the properties went
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

    /// What a game is verified against; one that is to be written is looked at, before the work and not after it.
    private func openBudget(of game: Game) throws(GameError) -> Budget? {
        switch budget {
        case .verify: return try BudgetFile(game.folder).read()
        case .write: try BudgetFile(game.folder).check()
        case nil: break
        }
        return nil
    }

    /// The run that a budget was written after.
    private func options(_ options: CheckOptions, of budget: Budget) -> CheckOptions {
        var options = options
        (options.seed, options.games, options.effort) = (budget.seed, budget.games, budget.effort)
        return options
    }

    private func keepGames(of game: CheckedGame) -> CheckedGame {
        var saved: [Property: KeptGame] = [:]
        for finding in game.report.findings {
            do throws(GameError) {
                saved[finding.property] = try kept.keep(finding, of: game).map { .kept($0) }
            } catch {
                // the report says so, beside what doesn't hold
                saved[finding.property] = .notKept("\(error)")
            }
        }
        return CheckedGame(game.report, name: game.name, saved: saved)
    }

    /// - Returns: a failure if a figure outgrew the budget, it couldn't be told whether one did, or none could be written.
    private func settle(
        _ game: Game, _ report: GameReport, _ allowed: Budget?, _ remarks: inout [String]
    ) -> ExitCode {
        if let allowed {
            let found = Budget(of: report)
            let excesses = allowed.excesses(of: found)
            for excess in excesses { remarks.append("\(report.game) is over its budget: \(excess)") }
            guard found.games >= allowed.games else {
                remarks.append(
                    "\(report.game): the budget wasn't verified: \(found.games) of the \(allowed.games) games were played "
                        + "that it is of.")
                return .failure
            }
            return excesses.isEmpty ? .success : .failure
        }
        guard budget == .write else { return .success }
        guard report.isClean else {
            remarks.append("\(report.game): no budget was written, since not everything holds.")
            return .failure
        }
        let found = Budget(of: report)
        guard found.games > 0, !found.hooks.isEmpty else {
            remarks.append("\(report.game): no budget was written, since no game was played.")
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

/// A bar on standard error, for whoever waits before a terminal.
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

    /// `battleship [#####---------------] 25 % games 12/48, 900 plies`
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

/// Where a report goes: to standard output as it grows, or to a file when it is complete.
final class ReportTarget {
    private let file: WritableFile?
    private var text = ""

    /// - Parameter path: nil for standard output.
    /// - Throws: ``GameError/request(_:)`` for a file that can't be written: before the work, not after it.
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
