import ArgumentParser
import Parlor

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the games that are at hand.",
        discussion: """
            Examples:
              parlor list
              parlor list --json
            """)

    @Flag(help: "Print JSON: [{id, title, seats, version, summary, options}].")
    var json = false

    func run() throws {
        let catalog = try openCatalog()
        let scripts = catalog.ids.compactMap { id -> GameScript? in
            do throws(GameError) { return try catalog.script(id) } catch {
                complain("parlor: \(error)")
                return nil
            }
        }
        if json {
            print(try Value.array(scripts.map(\.facts)).json(pretty: true))
            return
        }
        let width = scripts.map(\.id.count).max() ?? 0
        for script in scripts {
            let seats =
                script.seats.count == 1
                ? "\(script.seats.lowerBound)" : "\(script.seats.lowerBound)–\(script.seats.upperBound)"
            let id = script.id + String(repeating: " ", count: width - script.id.count)
            print("\(id)  \(seats) seats  \(script.summary)")
        }
    }
}

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "Print how a game is played.",
        discussion: """
            Example:
              parlor rules battleship
            """)

    @Argument(help: "A game's id, or the path of its folder.")
    var game: String

    func run() throws {
        let catalog = try openCatalog()
        let script = try orComplain { () throws(GameError) in try catalog.script(game) }
        print(script.folder.readme ?? "# \(script.title)\n\n\(script.summary)\n")
    }
}
