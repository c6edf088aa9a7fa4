import GameRules
import Values

/// A strategy that chooses the next step of a checked game.
protocol Chooser {
    /// Chooses a step.
    ///
    /// - Returns: A legal step, or nil to end the game here.
    mutating func choose(in game: Playout) throws(Finding) -> Step?
}

/// Plays known steps, such as the steps of a failing game. A move may not be legal for its own
/// seat, for example because an earlier step was left out. In that case another seat in turn plays
/// the move, if it is legal for that seat. A move that is legal for no seat is skipped.
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
    /// Returns the step as it can be played if these moves are legal; nil if it can't be played.
    ///
    /// If the argument isn't one of the move's examples, the first example replaces the argument,
    /// because a forced answer depends on the numbers that were drawn.
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

/// Chooses legal moves at random, in a style.
struct RandomChooser: Chooser {
    let style: PlayStyle
    /// The number of times each move was seen in the earlier games, by name and text.
    private let seen: [String: Int]
    private var generator: SplitMix64
    /// The number of times each move was played in this game.
    private(set) var played: [String: Int] = [:]

    init(_ style: PlayStyle, seen: [String: Int], seed: UInt64) {
        self.style = style
        self.seen = seen
        generator = SplitMix64(seed: seed)
    }

    mutating func choose(in game: Playout) throws(Finding) -> Step? {
        guard let seat = game.status.turn.randomElement(using: &generator), let moves = game.legal[seat],
            let first = moves.first
        else { return nil }
        let move: Move
        switch style {
        case .uniform: move = moves.randomElement(using: &generator) ?? first
        case .kinds:
            let names = Set(moves.map(\.name)).sorted()
            let name = names.randomElement(using: &generator)
            move = moves.filter { $0.name == name }.randomElement(using: &generator) ?? first
        case .unseen:
            let fewest = moves.map(times).min() ?? 0
            move = moves.filter { times($0) == fewest }.randomElement(using: &generator) ?? first
        case .hasty: move = try ending(moves, of: seat, in: game) ?? first
        case .first: move = first
        case .last: move = moves.last ?? first
        }
        played[Self.name(move), default: 0] += 1
        return Step(seat: seat, move, argument: move.typed.map { $0.invented(using: &generator) })
    }

    static func name(_ move: Move) -> String { "\(move.name) \(move.text)" }

    private func times(_ move: Move) -> Int {
        seen[Self.name(move), default: 0] + played[Self.name(move), default: 0]
    }

    /// Tries a few moves in a copy of the match, and returns the first that ends the match. If none
    /// does, returns any of these moves.
    private mutating func ending(_ moves: [Move], of seat: Int, in game: Playout) throws(Finding) -> Move? {
        let few = moves.shuffled(using: &generator).prefix(4)
        // don't try moves late in a long game: a few more games would find the same
        guard few.count > 1, !game.status.isRound, game.isLookedAt else { return few.first }
        for move in few where move.typed == nil {
            let scout = try game.scout()
            let step = Step(seat: seat, move)
            let after = try game.attempt(step) { () throws(GameError) in try scout.play(step) }
            if after.outcome != nil { return move }
        }
        return few.first
    }
}

/// The way in which random moves are chosen. Each style finds games that the others rarely reach.
package enum PlayStyle: String, CaseIterable, Sendable {
    /// Every legal move is as likely as any other.
    case uniform
    /// A random name among the legal moves, and then a random move with this name, so that names
    /// with few moves come up more often.
    case kinds
    /// The move that was seen least often so far.
    case unseen
    /// A move that ends the game, if one is found among a few.
    case hasty
    /// Always the first legal move, which soon repeats positions in games without an end.
    case first
    /// Always the last legal move.
    case last
}
