import ArgumentParser
import Conformance
import FileAccess
import Foundation
import Parlor

struct NewCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create the folder of a new game, which you can play and then change.",
        discussion: """
            The name of the folder is the game's id. The folder has:
              - game.lua
              - README.md with the rules
              - a recorded game
              - tests
              - settings for editors
            Existing files aren't changed.

            The kind of the game decides which feature it shows:
            \(GameKind.allCases.map { "  \($0.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0))\($0.summary)" }
                .joined(separator: "\n"))

            Examples:
              parlor new nine-men
              parlor new bluff --like hidden
              parlor new games/yacht --like dice

            Exit codes:
              0  the folder was created
              2  the id isn't valid, or something of that name exists
            """)

    @Argument(
        help: """
            The game's id, or a path that ends with it. An id has small letters, digits and hyphens, and starts with a \
            letter.
            """)
    var id: String

    @Option(help: ArgumentHelp("The kind of game to start with.", valueName: "kind"))
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

    /// Returns the list of the new files, and the commands to continue with.
    static func greeting(_ path: String, files: [String]) -> String {
        let word = ShellWord(path.hasPrefix("/") || path.hasPrefix("./") || path.hasPrefix("../") ? path : "./" + path)
        return """
            Created \(path.onOneLine): \(files.joined(separator: ", "))
            Continue with
              parlor play \(word.text)
              parlor test \(word.text)
              parlor check \(word.text)

            """
    }
}

/// A kind of new game. Each is a whole game to change, in `sdk/templates/<kind>`.
enum GameKind: String, CaseIterable, ExpressibleByArgument {
    case board, cards, dice, words, rounds, hidden

    /// The feature that its template shows.
    var summary: String {
        switch self {
        case .board: "a board on which cells are marked"
        case .cards: "cards that are turned up by chance"
        case .dice: "dice, and turns of several moves"
        case .words: "moves that are typed and can't be listed"
        case .rounds: "rounds in which all choose at once"
        case .hidden: "a secret that stays on one phone"
        }
    }
}

/// A whole game to start from, in `sdk/templates/<kind>`. In its files, `{{id}}`, `{{title}}` and
/// `{{sdk}}` are replaced by the new game's id and title and by the path of Parlor's own Lua.
struct GameTemplate {
    private static let largestFile = 64 << 10
    private static let mostEntries = 64
    private static let folders = ["", "playthroughs", "tests"]

    /// The texts, by path in the game's folder.
    let files: [String: String]

    /// Reads a template.
    ///
    /// - Throws: ``GameError/request(_:)`` if the template is missing, for example because the sdk
    ///   folder belongs to another version.
    init(_ kind: GameKind, home: ParlorHome) throws(GameError) {
        let reader = FolderReader(home.sdk.appendingPathComponent("templates/\(kind.rawValue)"))
        var files: [String: String] = [:]
        do throws(FolderReader.Failure) {
            for folder in Self.folders {
                for name in try reader.names(in: folder, atMost: Self.mostEntries) where !Self.folders.contains(name) {
                    let path = folder.isEmpty ? name : "\(folder)/\(name)"
                    files[path] = try reader.text(of: path, atMost: Self.largestFile)
                }
            }
        } catch {
            throw .request("The template \(reader.folder.path.onOneLine) \(error).")
        }
        self.files = files
    }

    /// Returns the files of a game with this id.
    func files(id: String, home: ParlorHome) -> [String: [UInt8]] {
        // escaped for the JSON of the editor's settings
        let quoted = (try? Value.string(home.sdk.path).json()) ?? ""
        let sdk = String(quoted.dropFirst().dropLast())
        return files.mapValues { text in
            Array(
                text.replacing("{{id}}", with: id).replacing("{{title}}", with: Self.title(id))
                    .replacing("{{sdk}}", with: sdk).utf8)
        }
    }

    /// Returns a title for an id: `nine-men` becomes Nine Men.
    static func title(_ id: String) -> String {
        id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
