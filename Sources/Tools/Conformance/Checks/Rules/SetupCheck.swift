import GameRules
import Values

/// L2: a match can begin with every declared number of seats and every declared option.
struct SetupCheck: GameCheck {
    static let properties: [Property] = [.l2]

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        let script = run.subject.script
        var tried: Set<GameSetup> = []
        defer { run.note(.l2, TrialCoverage(of: tried, script)) }
        guard let standard = run.setups.first else { return }
        for seats in script.seats {
            // with the default options a game has to begin for any number of seats
            try begin(GameSetup(seats: seats, options: standard.options, seed: run.seed), mayRefuse: false, script, run)
            if !run.isOver { tried.insert(GameSetup(seats: seats, options: standard.options)) }
        }
        for setup in run.setups where !run.isOver {
            try begin(setup, mayRefuse: true, script, run)
            if !run.isOver { tried.insert(setup) }
        }
    }

    private func begin(_ setup: GameSetup, mayRefuse: Bool, _ script: GameScript, _ run: CheckRun) throws(Finding) {
        do throws(GameError) {
            _ = try Match(of: script, seats: setup.seats, options: setup.options, seed: setup.seed).status
        } catch {
            if case .rejected(let rejection) = error {
                if mayRefuse { return run.note(.l2) }
                var finding = Finding(
                    .l2, "`setup` rejects the default options for \(counted(setup.seats, "seat")): \(rejection)")
                finding.setup = setup
                throw finding
            }
            var finding = Diagnosis.finding(error, standard: .l2)
            finding.setup = setup
            throw finding
        }
        run.note(.l2)
    }
}
