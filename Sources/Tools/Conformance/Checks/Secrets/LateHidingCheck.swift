import GameRules
import Values

/// P3: nobody hides something after having been asked about it.
///
/// The check looks for a seat that makes its first sealed move after another seat has chosen among
/// open moves. The seat must then play an open move before another seat chooses again. If the legal
/// open moves of the seat depend both on that earlier choice and on its sealed move, the open move
/// answers a question that the seat already knew when it sealed its move. To find these
/// dependencies, the check replays the game with another choice of the other seat, and with another
/// sealed move.
///
/// There is no finding if the seat answers before anybody has asked, or if it was asked again after
/// its sealed move. A move such as `ready`, which is either legal or not, causes no finding either,
/// because such a move answers nothing.
struct LateHidingCheck: PlyCheck {
    static let properties: [Property] = [.p3]

    /// The most replays with another choice, for each game that is checked.
    private static let mostTrials = [Effort.quick: 400, .full: 2000]
    /// The most other choices that are tried in place of one choice.
    private static let mostAlternatives = 24
    /// The number of choices of other seats that are tried for one sealed move: the last choices
    /// before it.
    private static let mostChoices = 8

    /// A step, and the steps that its seat could have played instead.
    private struct Choice {
        let index: Int
        let step: Step
        let others: [Step]
    }

    /// The last choices of each seat among open moves.
    private var asked: [Choice] = []
    /// The sealed moves by seat.
    private var hidden: [Int: [Choice]] = [:]
    /// The sets of open moves that were tried, by seat. A set isn't tried again after a further
    /// sealed move of the seat.
    private var tried: [Int: Set<[OpenMove]>] = [:]
    private var trials = 0
    private var scratch: Match?

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard !game.subject.script.sealing.isEmpty, !game.isOver, game.match.enteredInRound == 0 else { return }
        for seat in game.status.turn {
            guard let first = hidden[seat]?.first, !open(seat, game).isEmpty else { continue }
            game.note(.p3)
            let others = asked.filter { $0.step.seat != seat }
            // if another seat has asked after the seat's first sealed move, the seat sealed that
            // move before it knew the question
            guard !others.contains(where: { $0.index > first.index }) else { continue }
            guard !others.isEmpty, tried[seat, default: []].insert(open(seat, game)).inserted else { continue }
            try examine(seat, first, others.suffix(Self.mostChoices).reversed(), game)
        }
    }

    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {
        let sealing = game.subject.script.sealing
        guard !sealing.isEmpty, case .move(let name, _) = step.action else { return }
        let isSealed = sealing.contains(name)
        let moves = (game.legal[step.seat] ?? []).filter { sealing.contains($0.name) == isSealed }
        let others = moves.flatMap { steps($0, of: step.seat, using: &game.chance) }.filter { $0.action != step.action }
        let choice = Choice(
            index: game.ply - 1, step: step,
            others: Array(others.shuffled(using: &game.chance).prefix(Self.mostAlternatives)))
        if isSealed {
            hidden[step.seat, default: []].append(choice)
        } else if !others.isEmpty {
            let own = asked.filter { $0.step.seat == step.seat }
            if own.count == Self.mostChoices { asked.removeAll { $0.index == own.first?.index } }
            asked.append(choice)
        }
    }

    /// Returns the steps that play a move. A typed move gets a few arguments.
    private func steps(_ move: Move, of seat: Int, using random: inout SplitMix64) -> [Step] {
        guard let typed = move.typed else { return [Step(seat: seat, move)] }
        var arguments = typed.examples
        if arguments.isEmpty, typed.kind == .integer, let least = typed.least, let most = typed.most, least < most {
            arguments = (0..<4).map { _ in .int(Int64(Int.random(in: least...most, using: &random))) }
        }
        return arguments.map { Step(seat: seat, move, argument: $0) }
    }

    /// Returns the open moves of a seat in turn.
    private func open(_ seat: Int, _ game: Playout) -> [OpenMove] {
        OpenMove.all(game.legal[seat] ?? [], of: game.subject.script)
    }

    // MARK: Trying

    private mutating func examine(
        _ seat: Int, _ first: Choice, _ choices: [Choice], _ game: Playout
    ) throws(Finding) {
        let answers = open(seat, game)
        guard let question = try variation(of: choices, seat, answers, game) else { return }
        guard try variation(of: hidden[seat] ?? [], seat, answers, game) != nil else { return }
        let (said, other) = (answers.map(\.text), question.answers.map(\.text))
        throw Finding(
            .p3,
            "Seat \(seat) first hid something at ply \(first.index + 1), after seat \(question.choice.step.seat) had "
                + "chosen '\(question.choice.step.text)' at ply \(question.choice.index + 1). Its answers depend "
                + "on that choice. \(Self.list(said)) can be played. After '\(question.other.text)' it would be "
                + "\(Self.list(other))."
        )
    }

    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return texts.isEmpty ? "nothing" : texts.count > 3 ? "\(shown), …" : shown
    }

    private struct Variation {
        let choice: Choice
        let other: Step
        let answers: [OpenMove]
    }

    /// Tries other choices in place of those that were made. Returns the first one after which a
    /// seat has other open moves at the current position; nil if none was found.
    private mutating func variation(
        of choices: [Choice], _ seat: Int, _ answers: [OpenMove], _ game: Playout
    ) throws(Finding) -> Variation? {
        // alternate between the choices, because the seat may answer any of them
        for number in 0..<Self.mostAlternatives {
            for choice in choices where number < choice.others.count {
                guard trials < Self.mostTrials[game.effort] ?? 0 else { return nil }
                trials += 1
                let other = choice.others[number]
                guard let found = try replay(game, choice.index, other, seat), Self.differ(found, answers) else {
                    continue
                }
                return Variation(choice: choice, other: other, answers: found)
            }
        }
        return nil
    }

    /// Returns whether each of two sets of open moves has a move that the other set lacks. It isn't
    /// enough that only one set lacks a move, such as `ready`, which is either legal or not.
    private static func differ(_ some: [OpenMove], _ others: [OpenMove]) -> Bool {
        !Set(some).isSubset(of: others) && !Set(others).isSubset(of: some)
    }

    /// Replays the game with one step replaced, and returns the open moves of a seat at its end;
    /// nil if a later step isn't legal in the changed game.
    private mutating func replay(_ game: Playout, _ index: Int, _ other: Step, _ seat: Int) throws(Finding)
        -> [OpenMove]?
    {
        let match: Match
        if let scratch {
            match = scratch
        } else {
            match = try game.attempt(.l2) { () throws(GameError) in
                try Match(
                    of: game.subject.script, seats: game.setup.seats, options: game.setup.options,
                    seed: game.setup.seed)
            }
            scratch = match
        }
        do throws(GameError) {
            try match.restart(seed: game.setup.seed)
            for (number, step) in game.steps.enumerated() { try match.play(number == index ? other : step) }
            guard try match.status.turn == game.status.turn else { return nil }
            return OpenMove.all(try match.legalMoves(for: seat), of: game.subject.script)
        } catch {
            return nil
        }
    }
}

/// An open move, identified by what it plays.
private struct OpenMove: Hashable {
    let name: String
    let argument: Value
    let examples: [Value]
    /// The move as a person reads it.
    let text: String

    static func all(_ moves: [Move], of script: GameScript) -> [OpenMove] {
        moves.filter { !script.sealing.contains($0.name) }.map { move in
            let examples = move.typed?.examples ?? []
            let text = examples.count == 1 ? "\(move.text) \(GameOption.text(examples[0]))" : move.text
            return OpenMove(name: move.name, argument: move.argument, examples: examples, text: text)
        }
    }
}
