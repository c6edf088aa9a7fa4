import ArgumentParser
import Parlor

struct ListCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the games that are at hand.",
        discussion: """
            Examples:
              parlor list
              parlor list --json
              parlor list --ids

            Exit code 1: a game can't be loaded; the others are listed all the same.
            """)

    @Flag(help: "Print JSON: [{id, title, seats, version, summary, options}].")
    var json = false

    @Flag(help: "Print the ids alone, one in a line.")
    var ids = false

    enum Mode: CommandMode {
        case games, ids

        var reason: String { self == .ids ? "--ids prints the ids alone" : "it goes with --ids" }
    }

    static var scopes: [OptionScope<Self, Mode>] { [.always("--ids"), .flag("--json", \.json, [.games])] }

    func validate() throws {
        if let objection = objection(in: ids ? .ids : .games) { throw ValidationError(objection) }
    }

    func run() throws {
        let catalog = try openCatalog()
        if ids { return catalog.ids.forEach { print($0) } }
        var isComplete = true
        let scripts = catalog.ids.compactMap { id -> GameScript? in
            do throws(GameError) { return try catalog.script(id) } catch {
                complain("parlor: \(error)")
                isComplete = false
                return nil
            }
        }
        if json {
            print(try Value.array(scripts.map(\.facts)).json(pretty: true))
        } else {
            let dash = Terminal.current().hasUnicode ? "–" : "-"
            let rows = scripts.map { [$0.id, $0.seatsText(dash: dash), $0.summary] }
            for line in Self.aligned(rows) { print(line) }
        }
        if !isComplete { throw ExitCode.failure }
    }

    /// Columns side by side, each as wide as its widest cell; the last as it is.
    static func aligned(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let isLast = column == row.count - 1
                return isLast ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }.joined(separator: "  ")
        }
    }
}

struct RulesCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Print how a game is played.",
        discussion: """
            Example:
              parlor rules battleship
            """)

    @Argument(help: "A game's id, or the path of its folder.", completion: .gameIDs)
    var game: String

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<game>")] }

    func run() throws {
        let catalog = try openCatalog()
        let folder = try orComplain { () throws(GameError) in try catalog.folder(game) }
        let text =
            try folder.readme ?? Self.rules(of: orComplain { () throws(GameError) in try catalog.script(game) })
        let safe = SafeText(text, lineBreaks: .kept)
        print(Terminal.current().hasUnicode ? safe.string : safe.ascii, terminator: text.hasSuffix("\n") ? "" : "\n")
    }

    /// What a game without a README tells of itself.
    static func rules(of script: GameScript) -> String {
        var lines = ["# \(script.title)", "", script.summary, "", "For \(script.seatsText(dash: "to"))."]
        for option in script.options {
            let standard = GameOption.text(option.standard)
            lines.append("Option \(option.name) (\(option.choices); \(standard) unless chosen): \(option.help)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension GameScript {
    /// How many can play: `2 seats`, `1–5 seats`, or with a word as dash `1 to 5 seats`.
    fileprivate func seatsText(dash: String) -> String {
        let (least, most) = (seats.lowerBound, seats.upperBound)
        if least == most { return least == 1 ? "1 seat" : "\(least) seats" }
        return dash.count > 1 ? "\(least) \(dash) \(most) seats" : "\(least)\(dash)\(most) seats"
    }
}
