import ArgumentParser
import Foundation
import Parlor

struct ReplayCommand: ScopedCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show a match that was written down or saved, turn by turn.",
        discussion: """
            Examples:
              parlor replay games/battleship/playthroughs/boats.play
              parlor replay friday.save --step
              parlor replay mine.play --game ./my-game
              parlor replay .parlor/nim-S2.play --step      a game that `parlor check` kept

            A playthrough that stops being legal is shown up to there, and why it stops is said.
            """)

    @Argument(help: "A playthrough (.play), or what `save` wrote.", completion: .file())
    var file: String

    @Option(help: "The game's folder, if it isn't a bundled one.")
    var game: String?

    @Option(help: ArgumentHelp("Show what this seat saw, instead of a spectator.", valueName: "seat"))
    var seat: Int?

    @Flag(help: "Wait for Enter between turns.")
    var step = false

    @OptionGroup var screenOptions: ScreenOptions

    enum Mode: CommandMode {
        case terminal, elsewhere

        var reason: String {
            self == .elsewhere ? "there is no terminal at which Enter could be awaited" : "it goes without a terminal"
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
            // somebody who steps through it ends it when they like
            if step { try show() } else { try ProcessorBudget.command.run(show) }
            if let trouble { throw trouble }
        }
    }

    /// The folder of the game whose playthrough this is, if the file lies in it.
    private func owner(of content: MatchFile.Content, _ catalog: Catalog) -> String? {
        guard !catalog.ids.contains(content.game) else { return nil }
        let folder = URL(typed: file).deletingLastPathComponent().deletingLastPathComponent()
        let script = folder.appendingPathComponent("game.lua").path
        return folder.lastPathComponent == content.game && FileManager.default.fileExists(atPath: script)
            ? folder.path : nil
    }
}
