import Conformance
import Foundation
import Parlor

/// Failing games in files that `parlor replay` steps through: `tic-tac-toe-S2.play`, and numbers behind for others.
struct FailingGameFiles {
    /// As it was named; made when the first game is kept.
    let folder: String

    /// A property that fails in many ways fills no disk.
    static let mostFiles = 999

    /// Looks whether games can be kept in the folder, before the work.
    ///
    /// - Throws: ``GameError/request(_:)`` that says what stands in the way.
    func check() throws(GameError) { try WritableFile.check(folder: folder) }

    /// Writes the game of a finding, and never over another one.
    ///
    /// - Returns: The file's path; nil for a finding without a match.
    /// - Throws: ``GameError/request(_:)`` if it can't be written.
    func keep(_ finding: Finding, of game: CheckedGame) throws(GameError) -> String? {
        guard let setup = finding.setup else { return nil }
        for number in 1...Self.mostFiles {
            let suffix = number == 1 ? "" : "-\(number)"
            let path = "\(folder)/\(game.report.game)-\(finding.property.id)\(suffix).play"
            let text = try Self.text(
                finding, setup, CheckedGame(game.report, name: game.name, saved: [finding.property: .kept(path)]))
            let file = try WritableFile(typed: path, ownFolders: 1)
            if try file.check(makingFolders: true) {
                // the same game, found again
                if file.holds(Array(text.utf8)) { return path }
                continue
            }
            try file.write(Array(text.utf8), replacing: false, makingFolders: true)
            return path
        }
        throw .request(
            "\(folder.onOneLine) holds \(Self.mostFiles) games of \(game.report.game) and \(finding.property.id): clear it up."
        )
    }

    /// The game as a playthrough, under comments that say what it shows.
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

    /// On one line, whatever a script made of it.
    private static func line(_ text: String) -> String {
        let short = text.count > 2000 ? text.prefix(2000) + "…" : text[...]
        return SafeText(String(short)).string
    }
}
