import ArgumentParser
import GameRules
import Parlor

struct ShowCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw the board of a message, or the first board of a game.",
        discussion: """
            The url of a message contains a whole match. Parlor verifies the match, replays
            it with the game's rules, and draws it as a spectator sees it. Quote the url,
            because a shell reads # as the start of a comment.

            Examples:
              parlor show 'https://parlor.games/tic-tac-toe#A6gAU…'
              parlor show "$url" --as svg > board.svg
              parlor show "$url" --as words --seat 1
              parlor show "$url" --game ./my-game
              pbpaste | parlor show -
              parlor show connect-four --as svg --theme dark > board.svg
              parlor show --all --as svg > games.svg

            Exit codes:
              0  the board was drawn
              1  The message can't be read or was tampered with, or its game isn't
                 available. An error message gives the reason.
              2  the command line isn't valid
            """)

    /// The format of the picture.
    enum Form: String, ExpressibleByArgument, CaseIterable { case text, svg, words }
    /// The room for the picture.
    enum Style: String, ExpressibleByArgument, CaseIterable { case expanded, compact, transcript }

    @Argument(
        help: "The url of a message, `-` to read one line from standard input, or a game's id or folder.",
        completion: .gameIDs)
    var source: String?

    @Flag(help: "Draw all available games, each in the middle of a match and at its end.")
    var all = false

    @Option(help: "The folder of the message's game, if the game isn't bundled.", completion: .directory)
    var game: String?

    @Option(name: .customLong("as"), help: "The kind of drawing.")
    var form = Form.text

    @Option(help: "Draw what this seat sees (default: what a spectator sees).")
    var seat: Int?

    @Option(help: "The room for the drawing (default: expanded).")
    var style: Style?

    @Option(help: "The colours of an SVG (default: light).")
    var theme: Theme?

    @Option(help: "The start of the urls of messages (default: \(MessageURLCoder.defaultBase)).")
    var base: String?

    /// The kind of picture to draw.
    enum Mode: CommandMode {
        case message, game, all

        var reason: String {
            switch self {
            case .message: "it needs a game"
            case .game: "you named a game, not the url of a message"
            case .all: "--all chooses the games, seats and styles itself"
            }
        }
    }

    static var scopes: [OptionScope<Self, Mode>] {
        [
            .always("--all", "--as", "--theme"), .one("<source>", value: \.source, [.message, .game]),
            .one("--seat", value: \.seat, [.message, .game]), .one("--style", value: \.style, [.message, .game]),
            .one("--base", value: \.base, [.message]), .one("--game", value: \.game, [.message]),
        ]
    }

    private var isMessage: Bool { source == "-" || source?.contains("://") ?? false }

    func validate() throws {
        if let objection = objection(in: all ? .all : isMessage ? .message : .game) { throw ValidationError(objection) }
        if source == nil, !all { throw ValidationError("Name a game or the url of a message, or use --all.") }
        if theme != nil, form != .svg {
            throw ValidationError("--theme needs --as svg, because only an SVG has a theme.")
        }
    }

    func run() throws {
        let catalog = try openCatalog()
        // the budget for a stranger's url covers verification, replay and drawing together
        if isMessage {
            try ProcessorBudget.message.run { try show(catalog) }
        } else if all {
            try ProcessorBudget.command.run { try showAll(catalog) }
        } else {
            try LuaThread.run { try show(catalog) }
        }
    }

    /// Draws every game in its typical positions, as one sheet or as a list of texts.
    private func showAll(_ catalog: GameCatalog) throws {
        let scripts = try catalog.ids.map { id in
            try orComplain { () throws(GameError) in try catalog.script(id) }
        }
        let entries = try drawing { try scripts.flatMap { try TypicalPositions(script: $0).entries() } }
        switch form {
        case .svg:
            StandardOutput.writeLine(ContactSheet(entries, theme: theme ?? .light).document(title: "Parlor's games"))
        case .text, .words:
            for entry in entries { StandardOutput.writeLine(entry.text(form == .text ? renderer : nil)) }
        }
    }

    /// Runs `body`. If it fails, prints the error on one line and throws the exit code 1.
    private func drawing<R>(_ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let DriveFailure.error(_, message, _) {
            complain("parlor: \(SafeText(message).string)")
            throw ExitCode.failure
        } catch let error as GameError {
            complain("parlor: \(error)")
            throw ExitCode.failure
        }
    }

    private var renderer: TerminalRenderer {
        let terminal = Terminal.current()
        return TerminalRenderer(
            columns: max(terminal.columns, TerminalRenderer.fewestColumns),
            charset: terminal.hasUnicode ? .unicode : .ascii,
            colour: terminal.isInteractive && terminal.hasColour ? .ansi : .none)
    }

    private func show(_ catalog: GameCatalog) throws {
        let (match, names) = try read(catalog)
        if let seat, !(1...match.seats).contains(seat) {
            complain("parlor: There is no seat \(seat): this match has seats 1 to \(match.seats).")
            throw ExitCode.usage
        }
        let scene = DriveScene(
            seat: seat, style: (style ?? .expanded).rawValue, form: form.rawValue, renderer: renderer,
            theme: theme ?? .light)
        StandardOutput.writeLine(try drawing { try scene.draw(match, names: names).stringValue ?? "" })
    }

    /// Returns the match of the message, or a new match of the named game, and the names of its
    /// seats.
    private func read(_ catalog: GameCatalog) throws -> (Match, SeatNames) {
        let source = source ?? ""
        guard isMessage else {
            return (try orComplain { () throws(GameError) in try Match(of: catalog.script(source), seed: 0) }, .unknown)
        }
        let carrier: MessageURLCoder
        do {
            carrier = try MessageURLCoder(base: base ?? MessageURLCoder.defaultBase)
        } catch {
            complain("parlor: --base: \(error)")
            throw ExitCode.usage
        }
        let verdict: Verdict
        do {
            let envelope = try carrier.envelope(from: TypedURL.read(source))
            let shelf = try MessageGame.shelf(for: envelope.signedLog.match.game.name, named: game, in: catalog)
            let opened = try orComplain { () throws(GameError) in
                try CorrespondenceMatch.open(envelope, shelf: shelf, carrier: carrier)
            }
            if let match = opened.match { return (match.match, SeatNames(of: envelope.signedLog)) }
            verdict = opened.verdict
        } catch let error as WireError {
            complain("parlor: This message can't be read: \(SafeText("\(error)").string).")
            throw ExitCode.failure
        }
        var advice = ""
        if case .unknownGame = verdict, game == nil {
            advice = " `--game FOLDER` shows it with the game in that folder."
        }
        complain("parlor: \(SafeText(verdict.line).string)\(advice)")
        throw ExitCode.failure
    }
}

extension Theme: ExpressibleByArgument {}
