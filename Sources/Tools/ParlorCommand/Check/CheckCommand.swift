import ArgumentParser
import Conformance
import Foundation
import Parlor

extension Effort: EnumerableFlag {
    public static func help(for value: Effort) -> ArgumentHelp? {
        switch value {
        case .quick: "Take a few seconds for each game, and check some plies of each match."
        case .full: "Check every ply, and play more matches than --quick."
        }
    }
}

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Play a game at random, and check the properties that every game needs.",
        discussion: """
            The check plays random games, and games that are likely to break the script. On
            every turn it checks properties such as these:
              - The listed moves can be played, and no others.
              - States can be saved and loaded.
              - Secrets stay secret.
              - Messages are short enough.
            --list lists all properties.

            For each failed property, the report shows the shortest list of moves found,
            how to fix the problem, and a command that reproduces it. The failing game is
            saved in a file. You can step through it with `parlor replay`.

            Examples:
              parlor check ./my-game
              parlor check                              all bundled games
              parlor check tic-tac-toe --full --seed 7
              parlor check --explain S2                 what S2 means, and what to do
              parlor check --format junit --output check.xml
              parlor check tic-tac-toe --exhaustive     count all possible matches
              parlor check ./my-game --budget write     save the worst figures
              parlor check ./my-game --budget verify    fail if one has grown by over 10 %

            The same seed and number of games give the same report on every machine.
            Without --games, a quick check plays as many games as its time allows.

            Exit codes:
              0   all properties hold
              1   a property failed, or the time ran out before everything was checked
              2   the command line or a file isn't valid
              70  Parlor itself has a fault
            """)

    @Argument(
        help: ArgumentHelp("Games by id or folder (default: all bundled games).", valueName: "game"),
        completion: .gameIDs)
    var names: [String] = []

    @Option(help: "The seed of the random games (default: 1).")
    var seed: UInt64?

    @Option(
        name: .customLong("games"),
        help: ArgumentHelp("Play this many games, however long it takes.", valueName: "n"))
    var count: Int?

    @Flag(exclusivity: .exclusive)
    var effort: Effort?

    @Option(help: "pretty (default) for people. tap (TAP 14), junit (XML) or json for programs.")
    var format: CheckFormat?

    @Option(
        help: ArgumentHelp("Explain a property, and what to do if it fails.", valueName: "id"),
        completion: .list(Property.all.map(\.id)))
    var explain: String?

    @Flag(help: "List all properties.")
    var list = false

    @Flag(help: "Count all possible matches instead of checking. For small games without chance.")
    var exhaustive = false

    @Option(help: ArgumentHelp("With --exhaustive: the number of seats (default: the fewest).", valueName: "n"))
    var seats: Int?

    @Option(help: ArgumentHelp("With --exhaustive: an option of the game; may be repeated.", valueName: "name=value"))
    var option: [String] = []

    @Option(help: ArgumentHelp("With --exhaustive: the most positions to visit (default: 1000000).", valueName: "n"))
    var states: Int?

    @Option(help: "Write the worst figures to the game's budget.json, or verify that no figure has outgrown them.")
    var budget: BudgetMode?

    @Option(
        help: ArgumentHelp("Write the report to this file (default: standard output).", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("The number of threads that play (default: one for each core).", valueName: "n"))
    var workers: Int?

    @Option(
        help: ArgumentHelp("The folder in which to save failing games (default: .parlor).", valueName: "folder"),
        completion: .directory)
    var keep: String?

    /// The number of games for a new budget. It is fixed, because only runs of the same games
    /// can be compared.
    static let budgetGames = 20

    func validate() throws {
        if let count, !(1...Budget.mostGames).contains(count) {
            throw ValidationError("--games is a number from 1 to \(Budget.mostGames).")
        }
        if let workers, !(1...256).contains(workers) { throw ValidationError("--workers is a number from 1 to 256.") }
        if let objection = objection(in: mode) { throw ValidationError(objection) }
        if let states, !(1...ExhaustiveCount.mostStates).contains(states) {
            throw ValidationError("--states is a number from 1 to \(ExhaustiveCount.mostStates).")
        }
        if exhaustive, names.isEmpty { throw ValidationError("Name the games that --exhaustive is to count.") }
        if exhaustive, let format, format != .pretty, format != .json {
            throw ValidationError(
                "--exhaustive reports no properties, so its format is pretty or json.")
        }
    }

    func run() throws {
        let terminal = Terminal.current()
        if list || explain != nil { return try tell(terminal) }
        let catalog = try openCatalog()
        let games = try orComplain { () throws(GameError) in
            var games: [CheckRunner.Game] = []
            for name in names.isEmpty ? catalog.ids : names {
                games.append(CheckRunner.Game(name: name, folder: try catalog.folder(name)))
            }
            return games
        }
        let target = try orComplain { () throws(GameError) in try ReportTarget(output) }
        if let keep { try orComplain { () throws(GameError) in try checkFolder(keep) } }
        if exhaustive { return try countTrees(games, catalog, target) }
        let progress = ProgressLine(isShown: isatty(STDERR_FILENO) == 1, hasUnicode: terminal.hasUnicode)
        let isDirect = output == nil
        let session = CheckRunner(
            format: format ?? .pretty,
            pretty: PrettyReport(
                hasUnicode: terminal.hasUnicode, hasColour: isDirect && terminal.hasColour,
                columns: isDirect ? terminal.columns : 100),
            kept: FailingGameFiles(folder: keep ?? ".parlor"), budget: budget, write: target.write,
            complain: { complain("parlor: \(SafeText($0))") },
            check: { folder, options in
                defer { progress.clear() }
                return conformance(
                    of: folder, library: catalog.library, limits: catalog.limits, options: options,
                    progress: { progress.show($0) })
            })
        var options = CheckOptions(effort: effort ?? .quick, seed: seed ?? 1, games: count, workers: workers)
        if budget == .write, count == nil { options.games = Self.budgetGames }
        let code = try orComplain { () throws(GameError) in
            let code = try session.run(games, options)
            try target.finish()
            return code
        }
        if code != .success { throw code }
    }

    /// Checks that failing games can be saved in the folder of `--keep`. A folder in which they
    /// can't be saved is a usage error. The default folder isn't checked: the report names the
    /// games that couldn't be saved in it.
    private func checkFolder(_ folder: String) throws(GameError) {
        do throws(GameError) {
            try FailingGameFiles(folder: folder).check()
        } catch {
            throw .request("--keep: \(error)")
        }
    }

    private func countTrees(_ games: [CheckRunner.Game], _ catalog: GameCatalog, _ target: ReportTarget) throws {
        let isShown = isatty(STDERR_FILENO) == 1
        let count = ExhaustiveCount(seats: seats, options: option, maximumStates: states ?? 1_000_000) { progress in
            if isShown, progress.states % 10_000 == 0 {
                complain(drawn: "\r\(counted(progress.states, "position"))\u{1B}[K")
            }
        }
        var results: [ExhaustiveCount.Result] = []
        for game in games {
            let script = try orComplain { () throws(GameError) in
                try GameScript(game.folder, library: catalog.library, limits: catalog.limits)
            }
            defer { if isShown { complain(drawn: "\r\u{1B}[K") } }
            do {
                results.append(try count.count(script))
            } catch let error as GameTreeError {
                complain("parlor: \(SafeText("\(error)"))")
                throw ExhaustiveCount.code(of: error)
            }
        }
        if format == .json {
            target.write(try Value.array(results.map(\.value)).json(pretty: true))
        } else {
            for line in results.flatMap(\.lines) { target.write(line) }
        }
        try orComplain { () throws(GameError) in try target.finish() }
    }

    private func tell(_ terminal: Terminal) throws {
        let card = PropertyCard(
            hasUnicode: terminal.hasUnicode, hasColour: terminal.hasColour, columns: terminal.columns)
        guard let id = explain else { return card.list().forEach { print($0) } }
        guard let property = Property.named(id) else {
            let nearest = NearestName.of(id, in: Property.all.map(\.id)).map { " Did you mean '\($0)'?" } ?? ""
            complain(
                "parlor: There is no property \(quoted(id)).\(nearest) `parlor check --list` lists all properties.")
            throw ExitCode.usage
        }
        card.lines(property).forEach { print($0) }
    }
}

/// The mode of `check`. It determines which options apply.
enum CheckMode: CommandMode {
    case check, verify, exhaustive, list, explain

    var reason: String {
        switch self {
        case .check: "it needs --exhaustive"
        case .verify: "--budget verify takes the seed, games and effort from the budget, and counts nothing"
        case .exhaustive: "--exhaustive plays no random games and saves none"
        case .list: "--list checks nothing"
        case .explain: "--explain checks nothing"
        }
    }
}

extension CheckCommand: ScopedCommand {
    var mode: CheckMode {
        if list { return .list }
        if explain != nil { return .explain }
        return exhaustive ? .exhaustive : budget == .verify ? .verify : .check
    }

    static var scopes: [OptionScope<Self, CheckMode>] {
        let playing: Set<Mode> = [.check, .verify]
        let looking: Set<Mode> = [.check, .verify, .exhaustive]
        return [
            .many("<game>", \.names, looking), .one("--seed", value: \.seed, [.check]),
            .one("--games", value: \.count, [.check]), .one("--quick", "--full", value: \.effort, [.check]),
            .one("--format", value: \.format, looking), .one("--explain", value: \.explain, [.explain]),
            .flag("--list", \.list, [.list]), .flag("--exhaustive", \.exhaustive, [.exhaustive]),
            .one("--seats", value: \.seats, [.exhaustive]), .many("--option", \.option, [.exhaustive]),
            .one("--states", value: \.states, [.exhaustive]), .one("--budget", value: \.budget, playing),
            .one("--output", value: \.output, looking), .one("--workers", value: \.workers, playing),
            .one("--keep", value: \.keep, playing),
        ]
    }
}

/// The format of a report of `parlor check`.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable { case pretty, tap, junit, json }

/// The action on the file of worst figures.
enum BudgetMode: String, ExpressibleByArgument, CaseIterable { case write, verify }
