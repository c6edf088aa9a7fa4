import ArgumentParser
import Parlor

struct ListCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the available games.",
        discussion: """
            Examples:
              parlor list
              parlor list --json
              parlor list --ids

            Exit codes:
              0  all games are listed
              1  A game can't be loaded. The others are listed.
            """)

    @Flag(help: "Print JSON: [{id, title, seats, version, summary, options}].")
    var json = false

    @Flag(help: "Print only the ids, one per line.")
    var ids = false

    enum Mode: CommandMode {
        case games, ids

        var reason: String { self == .ids ? "--ids prints only ids" : "it needs --ids" }
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
            let terminal = Terminal.current()
            for line in Self.lines(of: scripts, on: terminal, within: terminal.outputColumns) { print(line) }
        }
        if !isComplete { throw ExitCode.failure }
    }

    /// Returns a line for each game: its id, the number of seats, the summary.
    ///
    /// - Parameter columns: The width of a window; nil for output to a file or a program.
    static func lines(of scripts: [GameScript], on terminal: Terminal, within columns: Int?) -> [String] {
        let dash = terminal.hasUnicode ? "–" : "-"
        return aligned(scripts.map { [$0.id, $0.seatsText(dash: dash), $0.summary] }, within: columns)
    }

    /// The fewest columns in which the last cell of a row is wrapped. If there are fewer, the cell
    /// stays on one line.
    private static let fewestBeside = 20

    /// Returns the rows in columns, each as wide as its widest cell. The last cell is wrapped if
    /// there is room for that.
    static func aligned(_ rows: [[String]], within room: Int? = nil) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.flatMap { row -> [String] in
            let head = row.dropLast().enumerated().map { column, cell in
                cell + String(repeating: " ", count: widths[column] - cell.count) + "  "
            }.joined()
            guard let last = row.last else { return [""] }
            guard let room, head.count + fewestBeside <= room else { return [head + last] }
            let parts = TextWrapper.lines(last, limit: room - head.count)
            let indent = String(repeating: " ", count: head.count)
            return parts.enumerated().map { ($0.offset == 0 ? head : indent) + $0.element }
        }
    }
}

struct RulesCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Print the rules of a game.",
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
        MarkdownPage.show(text)
    }

    /// Returns the rules of a game without a README, from its definition.
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
    /// Returns the number of seats: `2 seats`, `1–5 seats`, or with a word as dash `1 to 5 seats`.
    fileprivate func seatsText(dash: String) -> String {
        let (least, most) = (seats.lowerBound, seats.upperBound)
        if least == most { return least == 1 ? "1 seat" : "\(least) seats" }
        return dash.count > 1 ? "\(least) \(dash) \(most) seats" : "\(least)\(dash)\(most) seats"
    }
}
