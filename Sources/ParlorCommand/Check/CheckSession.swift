import ArgumentParser
import Conformance
import Parlor

/// Checks games one after the other, shows what was found, keeps failing games and budgets.
struct CheckSession {
    struct Game {
        /// As it was named on the command line.
        let name: String
        let folder: GameFolder
    }

    let format: CheckFormat
    let pretty: PrettyReport
    let kept: KeptGames
    let budget: BudgetMode?
    /// A line, or several, of the report.
    let write: (String) -> Void
    /// A sentence for whoever called, beside the report.
    let complain: (String) -> Void
    let check: (GameFolder, CheckOptions) -> GameReport

    /// - Returns: 0 if everything holds, 1 if something doesn't or a figure outgrew its budget.
    /// - Throws: ``GameError/request(_:)`` for a budget that can't be read or written.
    func run(_ games: [Game], _ options: CheckOptions) throws(GameError) -> ExitCode {
        var budgets: [Budget?] = []
        for game in games { budgets.append(budget == .verify ? try BudgetFile(game.folder).read() : nil) }
        var checked: [CheckedGame] = []
        var isWithin = true
        // after the report, whose last line says how the properties went
        var remarks: [String] = []
        for (game, budget) in zip(games, budgets) {
            let report = check(game.folder, budget.map { self.options(options, of: $0) } ?? options)
            let shown = keepGames(of: CheckedGame(report, name: game.name))
            checked.append(shown)
            if format == .pretty { write(pretty.lines(shown).joined(separator: "\n") + "\n") }
            if try !settle(game, report, budget, &remarks) { isWithin = false }
        }
        try conclude(checked)
        remarks.forEach(complain)
        return isWithin && checked.allSatisfy(\.report.isClean) ? .success : .failure
    }

    /// The run that a budget was written after.
    private func options(_ options: CheckOptions, of budget: Budget) -> CheckOptions {
        var options = options
        (options.seed, options.games, options.effort) = (budget.seed, budget.games, budget.effort)
        return options
    }

    private func keepGames(of game: CheckedGame) -> CheckedGame {
        var saved: [Property: String] = [:]
        for finding in game.report.findings {
            do throws(GameError) {
                saved[finding.property] = try kept.keep(finding, of: game)
            } catch {
                // the report says what doesn't hold all the same
                complain("\(error)")
            }
        }
        return CheckedGame(game.report, name: game.name, saved: saved)
    }

    /// - Returns: false if a figure outgrew the budget, or none could be written.
    private func settle(_ game: Game, _ report: GameReport, _ allowed: Budget?, _ remarks: inout [String])
        throws(GameError) -> Bool
    {
        if let allowed {
            let excesses = allowed.excesses(of: Budget(of: report))
            for excess in excesses { remarks.append("\(report.game) is over its budget: \(excess)") }
            return excesses.isEmpty
        }
        guard budget == .write else { return true }
        guard report.isClean else {
            remarks.append("\(report.game): no budget was written, since not everything holds.")
            return false
        }
        let file = try BudgetFile(game.folder)
        let found = Budget(of: report)
        guard found.games > 0, !found.hooks.isEmpty else {
            remarks.append("\(report.game): no budget was written, since no game was played.")
            return false
        }
        try file.write(found)
        remarks.append("\(report.game): wrote \(file.url.path)")
        return true
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
