import ArgumentParser
import Conformance
import Foundation
import Parlor

/// The display options of every command that shows games.
struct ScreenOptions: ParsableArguments {
    @Flag(help: "Use ASCII characters only.")
    var ascii = false

    @Flag(help: "Use no colour, as with NO_COLOR. `play` then prints line by line instead of full screen.")
    var plain = false

    @Flag(help: "Describe boards in words, for screen readers.")
    var words = false

    func screen(_ terminal: Terminal, isColourful: Bool) -> Screen {
        Screen(
            charset: ascii || !terminal.hasUnicode ? .ascii : .unicode,
            colour: isColourful && terminal.hasColour && !plain ? .ansi : .none, isInWords: words,
            columns: { Terminal.current().columns },
            wipe: terminal.isDumb ? String(repeating: "\n", count: 100) : Screen.wipe)
    }
}

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a game at this keyboard, on simulated phones or hot seat.",
        discussion: """
            Parlor simulates one conversation on the phones of two people or more. You
            type a move as its text. The move is drafted, sent and delivered, and then
            opened on the other phone. With --slow, you make each of these steps with a
            command. Other commands end the game on a phone, or cause network faults.
            `help` lists the commands. In a game with secrets, the screen is cleared
            before another person takes the keyboard.

            The lines below a phone show what its person can do now, or whom the person is
            waiting for. They also show the answer to the line that you typed.

            Three people or more join the first match automatically. With --slow or
            after `new`, each invited person asks for a seat with `join`. The inviter then
            starts the match with `start`.

            The people who are named first get the seats. Anyone without a seat watches,
            and may bet play chips on the result, for example with `as Cai` and then
            `bet 20 on Ana`. Betting is open from the first move until every seat has made
            two moves. A bet counts as soon as a move carries it.

            On a terminal, play uses the full screen. From top to bottom, it shows:
              - the board
              - the transcript
              - the latest answer
              - the line that you type
            With 100 columns or more, the other phones are shown beside the board. The
            arrow keys select a move on the board, and Enter plays it. A click plays a
            move or taps a bubble. PgUp and PgDn scroll. With --plain or --words, play
            prints line by line instead.

            While you write a game, a change applies when you save it. Parlor replays the
            match under the new rules. If a move isn't legal under them, Parlor says so
            and keeps the old rules. With --slow, a match keeps the rules with which it
            started.

            With --hot-seat, there are no phones and no messages. You can undo moves, and
            save and replay the match.

            Without a terminal, play reads lines from standard input. Without any input,
            bots play one game to the end.

            Errors of a script go to standard error, with file and line. They include a
            hook that changes the state although it may only read it, and a message with
            texts that appear in no bubble.

            Exit codes without a terminal:
              0  every line was accepted
              1  a line was rejected, or the script failed

            Examples:
              parlor play battleship --seats Ana,Bob
              parlor play tic-tac-toe --bot 2=random
              parlor play tic-tac-toe --seats Ana,Bob,Cai    Cai watches, and may bet
              parlor play connect-four --slow --store evening.parlor
              parlor play blackjack --hot-seat --seats 3 --seed 7 --option rounds=2
              parlor play ./my-game                  a game that you are writing
              printf 'b2\\nquit\\n' | parlor play tic-tac-toe
            """)

    @Argument(help: "A game's id, or the path of its folder.", completion: .gameIDs)
    var game: String

    @Flag(help: "Play at one keyboard, without phones and messages.")
    var hotSeat = false

    @Flag(help: "Make every step yourself: open, send, receive, tap.")
    var slow = false

    @Option(
        help: ArgumentHelp("Store the conversation in this file, or continue the one in it.", valueName: "file"),
        completion: .file())
    var store: String?

    @Option(
        help: ArgumentHelp("The time after which a player may claim the match (default: never).", valueName: "seconds"))
    var turnLimit: Int?

    @Option(
        help: "The behaviour of Messages to simulate if sources about it disagree: modern (default) or documented.",
        completion: .list(["modern", "documented"]))
    var profile: String?

    @Option(help: ArgumentHelp("A person who doesn't have the game yet; may be repeated.", valueName: "person"))
    var without: [String] = []

    @Option(
        help: ArgumentHelp("A person at a desktop, which only shows messages; may be repeated.", valueName: "person"))
    var desktop: [String] = []

    @Option(help: "The number of people, or their names, such as Ana,Bob. Anyone without a seat watches.")
    var seats: String?

    @Option(help: ArgumentHelp("A seat that a bot plays; may be repeated.", valueName: "seat=random"))
    var bot: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: """
            Apply changes of the script at once, during the match (default: only for games that aren't bundled).
            """)
    var watch: Bool?

    @Option(help: "The seed of dice, cards and bots (default: random; without input, 1).")
    var seed: UInt64?

    @Option(help: ArgumentHelp("An option of the game; may be repeated.", valueName: "name=value"))
    var option: [String] = []

    @OptionGroup var screenOptions: ScreenOptions

    /// Returns a seed short enough to type.
    static func anySeed() -> UInt64 { UInt64.random(in: 1...999_999) }

    func run() throws {
        let terminal = Terminal.current()
        let home = try orComplain { () throws(GameError) in try ParlorHome.find() }
        let script = try orComplain { () throws(GameError) in try GameCatalog(home: home) }.scriptOrComplaint(game)
        var piped: PipedLines?
        var isDemonstration = false
        if !terminal.isInteractive {
            var first: [UInt8]? = isatty(STDIN_FILENO) == 1 ? [] : StandardStreams.read(STDIN_FILENO)
            isDemonstration = first?.isEmpty == true && isatty(STDIN_FILENO) != 1
            if first?.isEmpty == true { first = nil }
            piped = PipedLines {
                defer { first = nil }
                return first ?? StandardStreams.read(STDIN_FILENO)
            }
        }
        let players = try orComplain { () throws(GameError) in try seating(script) }
        let seed = seed ?? (isDemonstration ? 1 : Self.anySeed())
        try refuseOthers(
            than: PlayMode(
                isHotSeat: hotSeat, isForOne: script.seats.upperBound == 1, isDemonstration: isDemonstration))
        if !hotSeat {
            if let objection = script.objectionToMessages {
                throw Refusal("\(objection) On one device: parlor play \(ShellWord(game).text) --hot-seat")
            }
            if script.seats.upperBound > 1 {
                return try playOnPhones(script, players, seed, terminal, piped, isDemonstration, home)
            }
            complain("\(script.title) is for one player, so it is played without phones (--hot-seat).")
        }
        let match = try begin(script, players.count, seed)
        let history = InputHistory(file: InputHistory.standardFile())
        let (screen, lines) = place(terminal, piped, history)
        let session = HotSeatMode(
            match: match, players: players, screen: screen, lines: lines,
            write: { StandardOutput.writeLine($0) }, complain: { complain(drawn: $0 + "\n") },
            readScript: { [game] () throws(GameError) in try GameCatalog(home: home).script(game, again: script) },
            watch: folderWatch(script, home))
        session.hint = hint(history, isPiped: piped != nil)
        if piped == nil { session.watch?.start(interrupting: lines) }
        defer { session.watch?.stop() }
        let status = isDemonstration ? session.demonstrate() : session.run()
        if piped == nil { history.save() }
        throw ExitCode(status)
    }

    /// Returns a watch of the game's folder, or nil if changes aren't wanted. Without `--watch` and
    /// `--no-watch`, only games that aren't bundled are watched, because people work on such games.
    func folderWatch(_ script: GameScript, _ home: ParlorHome) -> FolderWatch? {
        guard let folder = script.folder.url else { return nil }
        return watch ?? !script.isBundled(with: home, at: folder) ? FolderWatch(folder) : nil
    }

    /// Returns the screen and the source of lines. The screen is the whole terminal if it can be
    /// drawn on and no option rules that out. If not, lines come from a scrolling terminal or from
    /// piped input.
    func place(_ terminal: Terminal, _ piped: PipedLines?, _ history: InputHistory) -> (Screen, any LineSource) {
        var screen = screenOptions.screen(terminal, isColourful: terminal.isInteractive)
        if let piped { return (screen, piped) }
        guard terminal.takesFullScreen, !screenOptions.plain, !screenOptions.words else {
            return (screen, EditLine(history: history))
        }
        Interrupts.catchThem()
        let own = OwnTerminal()
        screen.columns = { own.size.columns }
        screen.rows = { own.size.rows }
        // complaints that are written to the terminal would spoil the screen
        let log = isatty(STDERR_FILENO) == 1 ? nil : { complain(drawn: $0 + "\n") }
        return (
            screen, FullScreen(on: own, history: history, charset: screen.charset, colour: screen.colour, log: log)
        )
    }

    /// Returns the hint for a newcomer, who has no history of lines yet.
    func hint(_ history: InputHistory, isPiped: Bool) -> String? {
        guard !isPiped, history.lines.isEmpty else { return nil }
        let rules = "Rules: `parlor rules \(ShellWord(game).text)`."
        return bot.isEmpty ? "\(rules) Alone? Add --bot 2=random." : rules
    }

    private func seating(_ script: GameScript) throws(GameError) -> Players {
        let isForPhones = !hotSeat && script.seats.upperBound > 1
        var players = Players(count: isForPhones ? max(2, script.seats.lowerBound) : script.seats.lowerBound)
        if let seats { players = try Players(argument: seats) }
        guard !isForPhones || players.count > 1 else {
            throw .request(
                "A conversation needs two people or more. Name them, such as --seats Ann,Bob, or play alone with --hot-seat."
            )
        }
        // a conversation may have more people than seats; the others watch
        if hotSeat || players.count < script.seats.lowerBound { _ = try script.checkedSeats(players.count) }
        // people get names, because a `rematch` gives them other seats while bots stay their
        // opponents
        if isForPhones || !bot.isEmpty && players.count > 1 { players = players.named(Self.people) }
        for argument in bot.flatMap({ $0.split(separator: ",").map(String.init) }) { try players.add(bot: argument) }
        return players
    }

    /// Returns the options of `--option`, each as the script declares it.
    func chosenOptions(_ script: GameScript) throws(GameError) -> [String: Value] {
        try script.options(arguments: option)
    }

    /// Returns a match with the given options. Its setup runs now, so unsuitable options fail here.
    func begin(_ script: GameScript, _ seats: Int, _ seed: UInt64) throws -> Match {
        do {
            let chosen = try chosenOptions(script)
            let match = try Match(of: script, seats: seats, options: chosen, seed: seed)
            match.luaStates.isWatchful = true
            try match.rules.wake()  // a hook that writes after `setup` is reported before play starts
            return match
        } catch {
            guard case .failed(let failure) = error else {
                return try orComplain { () throws(GameError) in throw error }
            }
            for line in FailureReport(failure: failure, files: script.folder.files).lines {
                complain(SafeText(line).string)
            }
            throw ExitCode.failure
        }
    }
}

/// The mode of `play`. It determines which options apply.
enum PlayMode: CommandMode {
    case phones, hotSeat, alone
    /// Bots play on all phones, or on all seats.
    case phonesOfBots, hotSeatOfBots

    var reason: String {
        switch self {
        case .phones: "it needs --hot-seat"
        case .hotSeat, .hotSeatOfBots: "with --hot-seat there are no phones"
        case .alone: "this game is for one player, so there are no phones"
        case .phonesOfBots: "there is no input, so bots play by themselves"
        }
    }

    init(isHotSeat: Bool, isForOne: Bool, isDemonstration: Bool) {
        self =
            if isForOne {
                .alone
            } else if isHotSeat {
                isDemonstration ? .hotSeatOfBots : .hotSeat
            } else {
                isDemonstration ? .phonesOfBots : .phones
            }
    }
}

extension PlayCommand: ScopedCommand {
    static var scopes: [OptionScope<Self, PlayMode>] {
        let onPhones: Set<Mode> = [.phones, .phonesOfBots]
        return [
            .always("<game>", "--hot-seat", "--seats", "--bot", "--seed", "--option", "--ascii", "--plain", "--words"),
            .flag("--slow", \.slow, [.phones]),
            .one("--watch", "--no-watch", value: \.watch, [.phones, .hotSeat, .alone]),
            .one(
                "--store", value: \.store, onPhones,
                advice: "Leave it out, and type `save FILE` to keep the match."),
            .one("--turn-limit", value: \.turnLimit, onPhones), .one("--profile", value: \.profile, onPhones),
            .many("--without", \.without, onPhones), .many("--desktop", \.desktop, onPhones),
        ]
    }
}

/// The refusal of `parlor play` without a game: the available games, and how to play one.
enum MissingGame {
    /// Returns the refusal, or nil if something else is wrong with the command line or the games
    /// can't be found.
    ///
    /// - Parameters:
    ///   - arguments: The command line without the program's name.
    ///   - parsed: The parser's text.
    static func refusal(of arguments: [String], parsed: String, on terminal: Terminal) -> String? {
        guard arguments.first == "play", parsed.contains("Missing expected argument '<game>'"),
            let home = try? ParlorHome.find(), let catalog = try? GameCatalog(home: home)
        else { return nil }
        let scripts = catalog.ids.compactMap { try? catalog.script($0) }
        guard let first = scripts.last else { return nil }
        let games = ListCommand.lines(of: scripts, on: terminal, within: terminal.columns - 2).map { "  " + $0 }
        return
            (["parlor: Which game? These are available:"] + games + [
                "Name one: `parlor play \(first.id)`, or a game's folder: `parlor play ./mine`.",
                "`parlor play --help` lists the options.",
            ]).joined(separator: "\n")
    }
}
