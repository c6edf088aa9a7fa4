import Conformance
import Foundation
import Parlor

/// Failing games in files for `parlor replay`: `tic-tac-toe-S2.play`, then `tic-tac-toe-S2-2.play`
/// and so on.
struct FailingGameFiles {
    /// The folder as it was named. It is made when the first game is saved.
    let folder: String

    /// The most files of one game and property. The limit keeps a property with many failures from
    /// filling the disk.
    static let mostFiles = 999

    /// Checks that games can be saved in the folder.
    ///
    /// - Throws: ``GameError/request(_:)`` if games can't be saved there, with the reason.
    func check() throws(GameError) { try WritableFile.check(folder: folder) }

    /// Saves the game of a finding without replacing another file.
    ///
    /// - Returns: The file's path, or nil for a finding without a match.
    /// - Throws: ``GameError/request(_:)`` if the file can't be written.
    func keep(_ finding: Finding, of game: CheckedGame) throws(GameError) -> String? {
        guard let setup = finding.setup else { return nil }
        for number in 1...Self.mostFiles {
            let suffix = number == 1 ? "" : "-\(number)"
            let path = "\(folder)/\(game.report.game)-\(finding.property.id)\(suffix).play"
            let text = try Self.text(
                finding, setup, CheckedGame(game.report, name: game.name, saved: [finding.property: .kept(path)]))
            let file = try WritableFile(typed: path, ownFolders: 1)
            if try file.check(makingFolders: true) {
                // the file contains the same game, from an earlier check
                if file.holds(Array(text.utf8)) { return path }
                continue
            }
            try file.write(Array(text.utf8), replacing: false, makingFolders: true)
            return path
        }
        throw .request(
            "\(folder.onOneLine) has \(Self.mostFiles) failing games of \(game.report.game) for \(finding.property.id). Delete some of them."
        )
    }

    /// Returns the game as a playthrough, with comments that explain the finding.
    static func text(_ finding: Finding, _ setup: GameSetup, _ game: CheckedGame) throws(GameError) -> String {
        let property = finding.property
        let what = [finding.place, finding.sentence].compactMap(\.self).joined(separator: ": ")
        var playthrough = try Playthrough(text: "game: \(line(game.report.game))")
        playthrough.comments = ["\(property.id): \(property.meaning)", line(what)]
        playthrough.comments.append("Again: \(line(game.command(for: finding)))")
        if let replay = game.replayCommand(for: property) {
            playthrough.comments.append("Step through: \(line(replay))")
        }
        playthrough.seats = setup.seats
        playthrough.seed = setup.seed
        for (name, value) in setup.options { playthrough.options[line(name)] = line(GameOption.text(value)) }
        playthrough.plies = finding.steps.map { step in
            Playthrough.Ply(seat: step.seat, move: line(step.text))
        }
        return playthrough.text
    }

    /// Returns a script's text as one line, cut after 2,000 characters.
    private static func line(_ text: String) -> String {
        let short = text.count > 2000 ? text.prefix(2000) + "…" : text[...]
        return SafeText(String(short)).string
    }
}
