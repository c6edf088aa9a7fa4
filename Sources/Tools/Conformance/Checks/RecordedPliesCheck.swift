import GameRules
import LuaRuntime

/// What is judged ply by ply in random games, along recorded games: they come to places that random games don't.
///
/// Each is replayed first with the state compared around every call that must not change it, as tests of a game are played (V3).
struct RecordedPliesCheck: GameCheck {
    static let properties: [Property] = [.v3]

    /// For what is judged along recorded games, all together, where there is a time box: seconds of processor time.
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
            if !games.isEmpty { run.note(.v3, Extent("recorded games, ply by ply,", tried: looked, of: games.count)) }
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

    /// - Returns: what it came to; nil where it doesn't replay at all, which ``RecordedGamesCheck`` tells.
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
