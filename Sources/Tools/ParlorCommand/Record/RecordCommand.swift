import ArgumentParser
import Foundation
import Parlor

struct RecordCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Play a game and record it as a playthrough.",
        discussion: """
            A playthrough is a text with a line for each ply. It shows a reader how the
            game is played. `parlor check` replays it, and so detects an accidental change
            of the rules.

            At a terminal, you play as with `play --hot-seat`. When you quit, with `quit`
            or Ctrl-D, the game is written, even if it isn't over.

            Without a terminal, record reads lines from standard input. Each has a seat and
            its move, such as `1 b2`.

            With --random, record plays a random game.

            Examples:
              parlor record ./nim three-sticks
              parlor record ./nim --random --seed 7 --comment "The first player blunders."
              printf '1 b2\\n2 a1\\n1 c3\\n...' | parlor record tic-tac-toe diagonal.play

            Exit codes:
              0  the game was written
              1  a move was rejected, or the script failed
              2  the command line, a line of the input or the file isn't valid
            """)

    @Argument(help: "A game's id, or the path of its folder.", completion: .gameIDs)
    var game: String

    @Argument(
        help: """
            A path that ends with .play, or only a name for a file in the game's folder `playthroughs` (default: \
            seed-<seed>).
            """, completion: .file(extensions: ["play"]))
    var file: String?

    @Option(help: "The seed of dice, cards and random moves.")
    var seed: UInt64 = 1

    @Option(help: "The number of seats (default: the fewest).")
    var seats: Int?

    @Option(help: ArgumentHelp("An option of the game; may be repeated.", valueName: "name=value"))
    var option: [String] = []

    @Flag(help: "Play random moves to the end.")
    var random = false

    @Option(help: "A description of the game, for the first line of the file.")
    var comment: String?

    @Flag(help: "Write the game even if the typed moves end before it is over.")
    var unfinished = false

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var screenOptions: ScreenOptions

    enum Mode: CommandMode {
        case terminal, lines, random

        var reason: String {
            switch self {
            case .terminal: "it needs piped input"
            case .lines: "without a terminal no board is shown"
            case .random: "with --random no board is shown"
            }
        }
    }

    static var scopes: [OptionScope<Self, Mode>] {
        [
            .always(
                "<game>", "<file>", "--seed", "--seats", "--option", "--random", "--comment", "--unfinished", "--force"),
            .flag("--ascii", \.screenOptions.ascii, [.terminal]),
            .flag("--plain", \.screenOptions.plain, [.terminal]),
            .flag("--words", \.screenOptions.words, [.terminal]),
        ]
    }

    func run() throws {
        try refuseOthers(than: random ? .random : Terminal.current().isInteractive ? .terminal : .lines)
        let catalog = try openCatalog()
        try orComplain { () throws(GameError) in
            let script = try catalog.script(game)
            let target = try RecordTarget(file, folder: script.folder, seed: seed, replaces: force)
            let chosen = try script.options(arguments: option)
            var match = try Match(of: script, seats: seats, options: chosen, seed: seed)
            match.luaStates.failsBoundPlies = true
            let terminal = Terminal.current()
            if !random, terminal.isInteractive { match = playAtTerminal(match, terminal, catalog, target) }
            try ProcessorBudget.command.run { () throws(GameError) in
                let recording = Recording(match: match)
                if random {
                    try recording.playAtRandom()
                } else if !terminal.isInteractive {
                    try recording.play(PipedLines { StandardStreams.read(STDIN_FILENO) })
                }
                // if a person has played, the game is written even if they leave it with `quit` or
                // Ctrl-D
                let isPlayed = !random && terminal.isInteractive && !match.log.isEmpty
                try target.write(recording.text(comment: comment, allowsUnfinished: unfinished || isPlayed))
                let end = try match.status.outcome?.text ?? "unfinished"
                print("Wrote \(target.url.path.onOneLine): \(counted(plies: try match.status.ply)), \(end).")
            }
        }
    }

    /// Lets a person play at the terminal.
    ///
    /// - Returns: The match at the moment when the player quits. The player may have started or
    ///   loaded another match.
    private func playAtTerminal(_ match: Match, _ terminal: Terminal, _ catalog: GameCatalog, _ target: RecordTarget)
        -> Match
    {
        let history = InputHistory(file: nil)
        let session = HotSeatMode(
            match: match, players: Players(count: match.seats),
            screen: screenOptions.screen(terminal, isColourful: true),
            lines: EditLine(history: history), write: { StandardOutput.writeLine($0) },
            complain: { complain(drawn: $0 + "\n") },
            readScript: { [game] () throws(GameError) in try GameCatalog(home: catalog.home).script(game) })
        session.keeper = "The game isn't over. It is written up to here."
        print("Play to the end, then type `quit` or press Ctrl-D. The game is written to \(target.url.path.onOneLine).")
        _ = session.run()
        return session.match
    }
}

/// The file for a recorded game.
struct RecordTarget {
    let url: URL
    private let file: WritableFile
    private let replaces: Bool
    /// Whether the folder may be made.
    private let makesFolder: Bool

    /// Checks that the file can be written, so that the command fails before the game is played.
    ///
    /// - Parameters:
    ///   - argument: A path that ends with `.play`, or a bare name for a file among the game's
    ///     playthroughs. If it is nil, the name is made from the seed.
    ///   - replaces: Whether an existing file may be replaced.
    /// - Throws: ``GameError/request(_:)`` if the name isn't valid, or the file can't be written or
    ///   replaced.
    init(_ argument: String?, folder: GameFolder, seed: UInt64, replaces: Bool) throws(GameError) {
        let name = argument ?? "seed-\(seed)"
        if name.contains("/") || name.hasSuffix(".play") {
            url = URL(typed: name)
            guard url.pathExtension == "play" else {
                throw .request(
                    "\(quoted(name)) doesn't end with .play, as the path of a playthrough must. Add the extension.")
            }
            makesFolder = url.deletingLastPathComponent().lastPathComponent == "playthroughs"
            file = try WritableFile(typed: name, ownFolders: makesFolder ? 1 : 0)
        } else {
            guard let place = folder.url, !name.isEmpty, !name.hasPrefix(".") else {
                throw .request(
                    "\(quoted(name)) can't be a playthrough's name. Example: parlor record nim three-sticks")
            }
            url = place.appendingPathComponent("playthroughs/\(name).play")
            makesFolder = true
            file = try WritableFile("playthroughs/\(name).play", in: place)
        }
        self.replaces = replaces
        if try file.check(makingFolders: makesFolder), !replaces {
            throw .request("\(url.path.onOneLine) exists. --force replaces it.")
        }
    }

    /// Writes the file, and makes the folder `playthroughs` if it is missing.
    func write(_ text: String) throws(GameError) {
        // a file that appeared during the game isn't replaced, either
        try file.write(Array(text.utf8), replacing: replaces, makingFolders: makesFolder)
    }
}
