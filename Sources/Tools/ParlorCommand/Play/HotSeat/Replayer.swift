import ArgumentParser
import Foundation
import Parlor

/// Shows a match turn by turn from its beginning.
final class Replayer {
    private let whole: [LogEntry]
    private let playthrough: Playthrough
    private let script: GameScript
    private let players: Players
    private let screen: Screen
    private let viewer: Int?
    private let match: Match
    private var shown: [[StyledLine]] = []
    private var drawnMoves = RandomArgumentMoves()

    /// - Parameter viewer: The seat whose view is shown; nil for a spectator's view. Moves that are
    ///   still sealed to the viewer aren't shown.
    init(_ match: Match, players: Players, screen: Screen, viewer: Int?) throws(GameError) {
        whole = Array(try match.history(for: viewer).prefix(try match.status.ply))
        playthrough = try Playthrough(match)
        script = match.script
        self.players = players
        self.screen = screen
        self.viewer = viewer
        self.match = try playthrough.begin(script)
    }

    /// Returns the frame of a turn, or nil after the last. Frame 0 is the beginning.
    func frame(_ index: Int) throws(GameError) -> [StyledLine]? {
        while shown.count <= index {
            let ply = try match.status.ply
            guard shown.isEmpty || ply < whole.count else { return nil }
            if !shown.isEmpty {
                var next = ply
                repeat {
                    try learn(from: whole[next])
                    try match.play(playthrough.plies[next])
                    next += 1
                } while try match.status.ply == ply && next < whole.count
            }
            shown.append(try drawn(since: ply))
        }
        return shown[index]
    }

    /// Finds out whether devices draw the number of this move. The record of the match doesn't
    /// contain this fact.
    private func learn(from entry: LogEntry) throws(GameError) {
        guard case .move(.typed(_, .int)) = entry.choice else { return }
        drawnMoves.learn(from: try match.legalMoves(for: entry.seat))
    }

    private func drawn(since before: Int) throws(GameError) -> [StyledLine] {
        let status = try match.status
        let narrator = Narrator(players: players, drawn: drawnMoves)
        let played = whole[min(before, whole.count)..<min(status.ply, whole.count)]
        let head =
            shown.isEmpty
            ? "\(script.title): \(players.roster)" : "\(status.ply)/\(whole.count)  \(narrator.happened(played))"
        var lines = screen.lines(head, .title)
        lines += try screen.board(
            match, for: viewer, names: players.seatNames, lastMove: played.last, showsHints: false)
        if let outcome = status.outcome { lines += screen.lines(outcome.sentence(players.name), .title) }
        return lines
    }

    /// Shows all frames, one after the other.
    ///
    /// - Parameter stepping: Whether to wait for Enter between them; `b` goes back, `q` stops.
    func run(on lines: any LineSource, write: (StyledLine) -> Void, stepping: Bool) throws(GameError) {
        var index = 0
        while let frame = try frame(index) {
            write(StyledLine())
            for line in frame { write(line) }
            index += 1
            guard stepping, index <= whole.count, try self.frame(index) != nil else { continue }
            switch lines.next(prompt: "Enter: next, b: back, q: stop> ") {
            case .end, .interrupted: return
            case .tooLong, .resized, .news, .refused: break
            case .text(let text):
                let word = text.lowercased().trimmingCharacters(in: .whitespaces)
                if ["q", "quit"].contains(word) { return }
                if ["b", "back"].contains(word) { index = max(0, index - 2) }
            }
        }
    }
}

struct ReplayCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show a recorded or saved match, turn by turn.",
        discussion: """
            Examples:
              parlor replay games/battleship/playthroughs/boats.play
              parlor replay friday.save --step
              parlor replay mine.play --game ./my-game
              parlor replay .parlor/nim-S2.play --step    a game that `parlor check` saved

            If a move of a playthrough isn't legal any more, the replay stops before it
            and gives the reason.
            """)

    @Argument(help: "A playthrough (.play), or a match that `save` wrote.", completion: .file())
    var file: String

    @Option(help: "The game's folder, if the game isn't bundled.")
    var game: String?

    @Option(help: ArgumentHelp("Show what this seat saw (default: what a spectator saw).", valueName: "seat"))
    var seat: Int?

    @Flag(help: "Wait for Enter between turns.")
    var step = false

    @OptionGroup var screenOptions: ScreenOptions

    enum Mode: CommandMode {
        case terminal, elsewhere

        var reason: String {
            self == .elsewhere
                ? "it waits for Enter, and there is no terminal" : "it needs an output that is no terminal"
        }
    }

    static var scopes: [OptionScope<Self, Mode>] {
        [
            .always("<file>", "--game", "--seat", "--ascii", "--plain", "--words"),
            .flag("--step", \.step, [.terminal]),
        ]
    }

    func run() throws {
        let terminal = Terminal.current()
        try refuseOthers(than: terminal.isInteractive ? .terminal : .elsewhere)
        let catalog = try openCatalog()
        try orComplain { () throws(GameError) in
            let content = try MatchFile.read(file)
            let script = try catalog.script(game ?? owner(of: content, catalog) ?? content.game)
            let (match, notice, trouble) = try ProcessorBudget.command.run { () throws(GameError) in
                try content.matchAsFarAsItGoes(of: script)
            }
            if let seat, !(1...match.seats).contains(seat) {
                throw .request("There is no seat \(seat); seats are 1 to \(match.seats).")
            }
            let screen = screenOptions.screen(terminal, isColourful: true)
            if let notice { complain(notice) }
            let replayer = try Replayer(match, players: Players(count: match.seats), screen: screen, viewer: seat)
            let lines: any LineSource =
                step ? EditLine(history: InputHistory(file: nil)) : PipedLines { [] }
            let show = { () throws(GameError) in
                try replayer.run(on: lines, write: { StandardOutput.writeLine($0.text(screen.colour)) }, stepping: step)
            }
            // a person who steps through a match can stop it
            if step { try show() } else { try ProcessorBudget.command.run(show) }
            if let trouble { throw trouble }
        }
    }

    /// Returns the folder of the playthrough's game if the folder contains the file; nil if it
    /// doesn't, or if the game is bundled.
    private func owner(of content: MatchFile.Content, _ catalog: GameCatalog) -> String? {
        guard !catalog.ids.contains(content.game) else { return nil }
        let folder = URL(typed: file).deletingLastPathComponent().deletingLastPathComponent()
        let script = folder.appendingPathComponent("game.lua").path
        return folder.lastPathComponent == content.game && FileManager.default.fileExists(atPath: script)
            ? folder.path : nil
    }
}
