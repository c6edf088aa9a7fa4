import ArgumentParser
import Conformance
import Foundation
import Parlor

struct NewCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Begin a game: a folder that plays at once, to change piece by piece.",
        discussion: """
            The folder is called by the game's id, and holds game.lua, README.md with the rules, a recorded game, tests, and
            settings for editors. Nothing that is there already is changed.

            What it is like decides what it shows how to do:
            \(GameKind.allCases.map { "  \($0.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0))\($0.summary)" }
                .joined(separator: "\n"))

            Examples:
              parlor new nine-men
              parlor new bluff --like hidden
              parlor new games/yacht --like dice

            Exit code 2: the id is none, or something of that name is there.
            """)

    @Argument(
        help: """
            The game's id: small letters, digits and hyphens, a letter first; or a path that ends with it.
            """)
    var id: String

    @Option(help: ArgumentHelp("Which game to begin with.", valueName: "kind"))
    var like: GameKind = .board

    static var scopes: [OptionScope<Self, OnlyMode>] { [.always("<id>", "--like")] }

    func run() throws {
        let home = try orComplain { () throws(GameError) in try ParlorHome.find() }
        let files = try orComplain { () throws(GameError) in
            var path = id
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            let id = path.split(separator: "/").last.map(String.init) ?? path
            try GameFolder.check(id: id)
            let files = try GameTemplate(like, home: home).files(id: id, home: home)
            try WritableFile(typed: path).makeFolder(holding: files)
            return files
        }
        print(Self.greeting(id, files: files.keys.sorted()), terminator: "")
    }

    /// What is there now, and what to do with it.
    static func greeting(_ path: String, files: [String]) -> String {
        let word = ShellWord(path.hasPrefix("/") || path.hasPrefix("./") || path.hasPrefix("../") ? path : "./" + path)
        return """
            Made \(path.onOneLine): \(files.joined(separator: ", "))
            Go on with
              parlor play \(word.text)
              parlor test \(word.text)
              parlor check \(word.text)

            """
    }
}
