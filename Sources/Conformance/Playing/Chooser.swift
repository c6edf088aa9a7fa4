import GameRules
import Values

/// Decides what happens next in a checked game.
protocol Chooser {
    /// - Returns: a legal step, or nil to stop there.
    mutating func choose(in game: Playout) throws(Finding) -> Step?
}

/// Plays steps that are known, such as those of a failing game. Where something before a step was left out, so that another
/// seat is to move now, that seat plays it; what isn't legal any more at all is skipped.
struct ScriptedChooser: Chooser {
    private var rest: ArraySlice<Step>

    init(_ steps: some Collection<Step>) { rest = ArraySlice(steps) }

    mutating func choose(in game: Playout) throws(Finding) -> Step? {
        while var step = rest.popFirst() {
            switch step.action {
            case .leave: if !game.isOver, !game.status.gone.contains(step.seat) { return step }
            case .move(let name, let argument):
                let seats = [step.seat] + game.status.turn
                let able = seats.first { seat in
                    (game.legal[seat] ?? []).contains {
                        $0.name == name && ($0.typed != nil || $0.argument == argument)
                    }
                }
                guard let able else { continue }
                step.seat = able
                return step
            }
        }
        return nil
    }
}
