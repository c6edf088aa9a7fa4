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
            case .move:
                for seat in [step.seat] + game.status.turn {
                    step.seat = seat
                    if let listed = step.listed(in: game.legal[seat] ?? []) { return listed }
                }
            }
        }
        return nil
    }
}

extension Step {
    /// The step as it can be played where these moves are legal; nil if it can't. An answer that was forced is another one where
    /// other things were drawn: it stands as the example.
    func listed(in moves: [Move]) -> Step? {
        guard case .move(let name, let argument) = action,
            let move = moves.first(where: { $0.name == name && ($0.typed != nil || $0.argument == argument) })
        else { return nil }
        guard let examples = move.typed?.examples, !examples.contains(argument), let example = examples.first else {
            return self
        }
        return Step(seat: seat, move, argument: example)
    }
}
