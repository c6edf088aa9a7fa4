import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// B1: the cost of a game's calls. A call that exceeds a limit ends with an error, which every
/// check reports. This check only measures the costs, in a match that no other check uses.
struct LimitCheck: PlyCheck {
    static let properties: [Property] = [.b1]

    /// Whether counting instructions made a call exceed its time limit. In that case no further
    /// costs are measured, and the check has no finding.
    private var isTooSlow = false

    init() {}

    mutating func end(_ game: Playout) throws(Finding) {
        let match = try game.attempt(.b1) { () throws(GameError) in
            try Match(
                of: game.subject.script, seats: game.setup.seats, options: game.setup.options, seed: game.setup.seed)
        }
        match.luaStates.countsInstructions = true
        try measure(.setup, nil, match, game) { () throws(GameError) in try match.restart(seed: game.setup.seed) }
        var last: Step?
        for step in game.steps {
            try look(match, behind: last, game)
            last = step
            try game.attempt(.b1) { () throws(GameError) in try match.luaStates.viewers.showPosition(to: step.seat) }
            let hook: PlayFigures.Hook = if case .leave = step.action { .leave } else { .play }
            try measure(hook, step.description, match, game) { () throws(GameError) in try match.play(step) }
        }
        try look(match, behind: last, game)
        if !isTooSlow { game.note(.b1) }
    }

    private mutating func look(_ match: Match, behind last: Step?, _ game: Playout) throws(Finding) {
        guard !isTooSlow else { return }
        let status = try game.attempt(.b1) { () throws(GameError) in
            let status = try match.status
            // bring the viewers' states to this position now, so that this work isn't counted as a
            // cost of the script
            for seat in [nil] + status.turn.map(Optional.some) { try match.luaStates.viewers.showPosition(to: seat) }
            return status
        }
        for seat in status.turn {
            try measure(.choices, nil, match, game) { () throws(GameError) in _ = try match.legalMoves(for: seat) }
        }
        let viewer = status.turn.first
        try measure(.view, nil, match, game) { () throws(GameError) in _ = try match.view(for: viewer) }
        try measure(.scene, nil, match, game) { () throws(GameError) in _ = try match.scene(for: viewer) }
        let event = last.map { MatchEvent(of: $0, in: match) } ?? MatchEvent(kind: .start, seat: 1)
        try measure(.message, nil, match, game) { () throws(GameError) in _ = try match.views.message(of: event.value) }
    }

    private mutating func measure(
        _ hook: PlayFigures.Hook, _ step: String?, _ match: Match, _ game: Playout, _ body: () throws(GameError) -> Void
    ) throws(Finding) {
        guard !isTooSlow else { return }
        let before = match.meters?.instructions ?? 0
        try game.attempt(.b1) { () throws(GameError) in
            do throws(GameError) {
                try body()
            } catch {
                guard case .failed(let failure) = error, failure.error.limit == .time else { throw error }
                isTooSlow = true
            }
        }
        guard !isTooSlow else { return }
        guard let meters = match.meters else { return }
        var cost = PlayFigures.Cost()
        // if the state was rebuilt meanwhile, its count began at 0
        cost.instructions = meters.instructions >= before ? meters.instructions - before : meters.instructions
        // `granted` is measured for a call and `peak` for a state, as the limits on them are
        (cost.granted, cost.peak, cost.step) = (meters.granted, match.luaStates.latestMeters?.peak ?? meters.peak, step)
        game.figures.note(hook, cost)
    }
}
