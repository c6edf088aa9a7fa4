import FileAccess
import Foundation
import GameRules
import LuaRuntime

/// S6, V3: the recorded games in a game's folder can be replayed. They are read one after the
/// other, within the limits of the check. ``RecordedPliesCheck`` checks each ply of these games.
struct RecordedGamesCheck: GameCheck {
    static let properties: [Property] = [.s6, .v3]

    /// The most bytes of one file, and of all files together.
    private static let largest = 1 << 20, largestTogether = 8 << 20
    /// The most entries of the folder.
    private static let most = 1024
    private static let folder = "playthroughs"

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        // a script in memory, as in tests, has no folder
        guard let reader = script.folder.url.map(FolderReader.init) else {
            run.leave([.s6, .v3], because: "The game isn't in a folder, so it has no recorded games.")
            return
        }
        let names = try names(reader, run)
        if names.isEmpty { return }
        var (bytes, tried) = (0, 0)
        defer { run.note(.v3, TrialCoverage("recorded games", tried: tried, of: names.count)) }
        for name in names {
            if run.isOver { return }
            let text = try text(name, reader, run)
            bytes += text.utf8.count
            guard bytes <= Self.largestTogether else {
                let sentence =
                    "The recorded games have more than \(Self.largestTogether) bytes together. This game and all "
                    + "later ones aren't read. Keep fewer or shorter ones."
                throw finding(Finding(.v3, sentence), name, run)
            }
            try replay(name, text, run)
            tried += run.isOver ? 0 : 1
        }
        run.leave([.s6], because: Self.noneIsOlder)
        run.leave([.v3], because: "All recorded games are of older versions. S6 judges them.")
    }

    /// Returns the recorded games of this version that can be read, with their places.
    /// ``check(_:)`` reports the recorded games that can't be read.
    func current(_ run: CheckRun) -> [(place: String, game: Playthrough)] {
        let script = run.subject.script
        guard let reader = script.folder.url.map(FolderReader.init), let names = try? names(reader, run) else {
            return []
        }
        var bytes = 0
        return names.compactMap { name in
            guard let text = try? text(name, reader, run) else { return nil }
            bytes += text.utf8.count
            guard bytes <= Self.largestTogether, let game = try? Playthrough(text: text), game.game == script.id,
                game.version.map({ $0 >= script.version }) ?? true
            else { return nil }
            return ("\(Self.folder)/\(name.onOneLine)", game)
        }
    }

    private static let noneIsOlder = "There is no recorded game of an older version."

    private func names(_ reader: FolderReader, _ run: CheckRun) throws(Finding) -> [String] {
        var names: [String] = []
        do throws(FolderReader.Failure) {
            names = try reader.names(in: Self.folder, atMost: Self.most).filter { $0.hasSuffix(".play") }
        } catch .missing {
            // the folder doesn't exist, which is reported below
        } catch {
            run.leave([.s6], because: "The recorded games can't be read, see V3.")
            throw Finding(.v3, "\(Self.folder) \(error).")
        }
        guard !names.isEmpty else {
            run.leave([.s6], because: Self.noneIsOlder)
            run.leave([.v3], because: "There is no recorded game in \(Self.folder)/. `parlor record` writes one.")
            return []
        }
        return names
    }

    private func text(_ name: String, _ reader: FolderReader, _ run: CheckRun) throws(Finding) -> String {
        do throws(FolderReader.Failure) {
            return try reader.text(of: "\(Self.folder)/\(name)", atMost: Self.largest)
        } catch {
            throw finding(Finding(.v3, "The recorded game \(error)."), name, run)
        }
    }

    private func replay(_ name: String, _ text: String, _ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        var property = Property.v3
        var isOfAnother = false
        do throws(GameError) {
            let playthrough = try Playthrough(text: text)
            isOfAnother = playthrough.game != script.id
            guard !isOfAnother else {
                throw .request("It is a game of \(playthrough.game.excerpt), not of \(script.id).")
            }
            if let version = playthrough.version, version < script.version {
                property = .s6
                _ = try playthrough.play(older(version, of: script))
            } else {
                _ = try playthrough.play(script)
            }
            run.note(property)
        } catch {
            var found = Diagnosis.finding(error, standard: property)
            found.property = property
            if isOfAnother { found.mend = Self.mendOfAnother }
            throw finding(found, name, run)
        }
    }

    private static let mendOfAnother =
        "A copied folder contains the recordings of the other game. Remove this one, and record this game with "
        + "`parlor record \(Finding.nameless)`."

    /// Returns the finding with the place of the recorded game that fails. Records that the other
    /// properties weren't checked, because no game after this one is checked.
    private func finding(_ finding: Finding, _ name: String, _ run: CheckRun) -> Finding {
        var finding = finding
        let place = "\(Self.folder)/\(name.onOneLine)"
        finding.place = place
        let others = Self.properties.filter { $0 != finding.property }
        run.leave(others, because: "It wasn't tested, because \(place) came first and fails \(finding.property.id).")
        return finding
    }

    /// Returns the script of an older version, from `versions/<version>`.
    private func older(_ version: Int, of script: GameScript) throws(GameError) -> GameScript {
        guard let folder = script.folder.url else { throw .request("The script of version \(version) isn't here.") }
        let path = "versions/\(version)/game.lua"
        let source: String
        do throws(FolderReader.Failure) {
            source = try FolderReader(folder).text(of: path, atMost: GameFolder.largestFile)
        } catch .missing {
            throw .request("It was recorded under version \(version), whose script is missing. Expected it at \(path).")
        } catch {
            throw .request("It was recorded under version \(version), but \(path) \(error).")
        }
        let old = try GameScript(GameFolder(id: script.id, game: source), library: script.library)
        guard old.version == version else {
            throw .request("versions/\(version)/game.lua says that it is version \(old.version).")
        }
        return old
    }
}

/// A recorded game that can be replayed, so that per-ply checks run along it.
struct RecordedGame {
    /// The checks for random games that need only the moves that were played.
    static let checks: [any PlyCheck.Type] = [
        MoveListCheck.self, ScriptVariablesCheck.self, SavingCheck.self, RenderingCheck.self,
        OutcomeCheck.self,
        LateHidingCheck.self,
    ]

    /// The path of the recording: `playthroughs/three.play`.
    let place: String
    private let setup: GameSetup
    private let steps: [Step]

    /// Reads the steps of a recorded game.
    ///
    /// - Parameter match: The match at the end of the recording.
    init(_ place: String, _ match: Match) throws(Finding) {
        self.place = place
        setup = GameSetup(seats: match.seats, options: match.options, seed: match.seed)
        var steps: [Step] = []
        do throws(GameError) {
            let again = try Match(of: match.script, seats: match.seats, options: match.options, seed: match.seed)
            for entry in match.log {
                guard let step = try again.step(entry) else { break }
                try again.play(step)
                steps.append(step)
            }
        } catch {
            throw Diagnosis.finding(error, standard: .v3)
        }
        self.steps = steps
    }

    /// Plays the game, and checks each ply.
    ///
    /// - Parameter deadline: The time at which the game is stopped; nil to play the whole
    ///   recording.
    /// - Returns: Whether the game was played to the end of the recording.
    func look(_ run: CheckRun, until deadline: ProcessorDeadline?) throws(Finding) -> Bool {
        var checks: [any PlyCheck] = Self.checks.map { $0.init() }
        do throws(Finding) {
            let game = try Playout(
                of: run.subject, setup, effort: run.effort, seed: run.seed, deadline: deadline, part: run.part)
            game.isDrawnWhole = true
            var chooser = ScriptedChooser(steps)
            try game.play(choosing: &chooser, checks: &checks)
            for (property, times) in game.counts { run.note(property, times: times) }
            return !game.wasCut
        } catch {
            var finding = error
            finding.sentence = "In \(place): \(finding.sentence)"
            throw finding
        }
    }
}

/// V3: the per-ply checks of random games, made along recorded games. Recorded games reach
/// positions that random games don't reach.
///
/// Each game is first replayed. During that replay the state is compared before and after every
/// call that must not change it, as in an author's tests.
struct RecordedPliesCheck: GameCheck {
    static let properties: [Property] = [.v3]

    /// The processor time for all recorded games together in a check with a time box, in seconds.
    private static let patience = 1.0

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let games = RecordedGamesCheck().current(run)
        var replayed: [RecordedGame] = []
        for (place, game) in games where !run.isOver {
            if let match = try replay(game, place, run) { replayed.append(try RecordedGame(place, match)) }
        }
        let deadline = run.deadline == nil ? nil : ProcessorDeadline(in: Self.patience)
        var looked = 0
        defer {
            if !games.isEmpty {
                run.note(.v3, TrialCoverage("recorded games, ply by ply,", tried: looked, of: games.count))
            }
        }
        for (number, game) in replayed.enumerated() where number == 0 || deadline?.hasPassed != true {
            do throws(Finding) {
                if try game.look(run, until: deadline) { looked += 1 }
            } catch {
                looked += 1
                throw error
            }
        }
    }

    /// Replays a game.
    ///
    /// - Returns: The match at its end; nil if it can't be replayed, which ``RecordedGamesCheck``
    ///   reports.
    private func replay(_ game: Playthrough, _ place: String, _ run: CheckRun) throws(Finding) -> Match? {
        let script = run.subject.script
        do throws(GameError) {
            return try game.playWatched(script)
        } catch {
            guard !run.isOver, (try? game.play(script)) != nil else { return nil }
            var finding = Diagnosis.finding(error, standard: .v3)
            (finding.property, finding.place) = (.v3, place)
            throw finding
        }
    }
}
