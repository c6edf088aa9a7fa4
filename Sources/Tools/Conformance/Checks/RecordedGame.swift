import GameRules
import LuaRuntime

/// A recorded game that replays: what is judged ply by ply is judged along it.
struct RecordedGame {
    /// What looks at it: of what looks at random games, all that needs no moves beside those that were played.
    static let checks: [any PlyCheck.Type] = [
        MoveListCheck.self, FreshScriptCheck.self, SavingCheck.self, LooksCheck.self, LookOrderCheck.self,
        OutcomeCheck.self,
        LateHidingCheck.self,
    ]

    /// `playthroughs/three.play`
    let place: String
    private let setup: GameSetup
    private let steps: [Step]

    /// - Parameter match: What the recording came to.
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

    /// Plays it, and looks at each ply.
    ///
    /// - Parameter deadline: When it is left where it stands; nil to play all of it.
    /// - Returns: whether it was played to where the recording ends.
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
            finding.sentence = "Along \(place): \(finding.sentence)"
            throw finding
        }
    }
}
