import Foundation
import GameRules

/// L4, S6, V3: what lies in the game's folder.
struct FolderCheck: GameCheck {
    static let properties: [Property] = [.l4, .s6, .v3]

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        try checkWords(script)
        run.note(.l4)
        // a script in memory, as tests have it, has no folder to keep anything in
        guard script.folder.url != nil else { return }
        guard !run.subject.playthroughs.isEmpty else {
            throw Finding(.v3, "There is no recorded game in playthroughs/: `parlor record \(script.id)` makes one.")
        }
        for recorded in run.subject.playthroughs where !run.isOver { try replay(recorded, run) }
    }

    private func checkWords(_ script: GameScript) throws(Finding) {
        guard !script.summary.isEmpty else {
            throw Finding(.l4, "The game has no `summary`: one sentence that says what players do.", place: "game.lua")
        }
        guard script.folder.url == nil || (script.folder.readme ?? "").contains(where: { !$0.isWhitespace }) else {
            throw Finding(.l4, "There is no README.md with the rules beside game.lua.")
        }
    }

    private func replay(_ recorded: RecordedGame, _ run: CheckRun) throws(Finding) {
        let place = "playthroughs/\(recorded.name)"
        guard let text = recorded.text else {
            throw Finding(.v3, "The recorded game can't be read as text.", place: place)
        }
        let script = run.subject.script
        var property = Property.v3
        do throws(GameError) {
            let playthrough = try Playthrough(text: text)
            guard playthrough.game == script.id else {
                throw .request("It is a game of \(playthrough.game), not of \(script.id).")
            }
            guard playthrough.outcome != nil else {
                throw .request("It has no outcome: a recorded game is played to its end.")
            }
            if let version = playthrough.version, version < script.version {
                property = .s6
                _ = try playthrough.play(older(version, of: script))
            } else {
                _ = try playthrough.play(script)
            }
            run.note(property)
        } catch {
            var finding = Diagnosis.finding(error, standard: property)
            (finding.property, finding.place) = (property, place)
            throw finding
        }
    }

    /// The script of an older version, which is kept in `versions/<version>`.
    private func older(_ version: Int, of script: GameScript) throws(GameError) -> GameScript {
        guard let folder = script.folder.url else { throw .request("The script of version \(version) isn't here.") }
        guard
            let source = try? FolderReader(folder).text(
                of: "versions/\(version)/game.lua", atMost: GameFolder.largestFile)
        else {
            throw .request(
                "It was recorded under version \(version), whose script isn't here: expected versions/\(version)/game.lua."
            )
        }
        let old = try GameScript(GameFolder(id: script.id, game: source), library: script.library)
        guard old.version == version else {
            throw .request("versions/\(version)/game.lua says that it is version \(old.version).")
        }
        return old
    }
}
