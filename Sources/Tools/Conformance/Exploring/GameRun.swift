import GameRules
import LuaRuntime
import Values

/// The plan of one game of a run. The plan determines everything that happens in the game.
struct GamePlan: Sendable {
    /// The number of the game, from 0.
    let number: Int
    let setup: GameSetup
    let style: PlayStyle
    /// The number of times each move was seen in the earlier games.
    let seen: [String: Int]
    /// The seed of the run.
    let seed: UInt64
    /// Whether the game is played only to reach its end, and for the moves that occur in it. The
    /// lines that run in it, and its writes, aren't recorded.
    var isBare = false
    /// See ``Playout/rotation``.
    var rotation = 0
}

struct GameResult: Sendable {
    let plan: GamePlan
    var steps: [Step] = []
    var isOver = false
    var finding: Finding?
    var counts: [Property: Int] = [:]
    var figures = PlayFigures()
    var facts = DeclaredFacts()
    var moves: [String: Int] = [:]
    var covered: [String: Set<Int>] = [:]
    /// Whether lines weren't recorded, because calls would have taken longer than allowed.
    var isUncovered = false
    /// Whether the time box ended the game before its end.
    var wasCut = false
    /// The resource of the check (time or memory) that ran out during this game, or nil. A game
    /// with an excess has no finding.
    var excess: CheckPart.Excess?
    /// The calls that took too long, including calls that no check reported.
    var overruns = CallOverruns.Notes()
    /// Whether `setup` refused the options, so that nothing was played.
    var wasRefused = false

    var hasOverrun: Bool { overruns.first != nil }
}

extension GamePlan {
    /// The plan of the same game, played only to reach its end, in a style that chooses moves
    /// quickly.
    var bare: GamePlan {
        var plan = GamePlan(number: number, setup: setup, style: .uniform, seen: seen, seed: seed)
        plan.isBare = true
        return plan
    }

    /// Plays the game, on a thread for Lua.
    ///
    /// - Parameters:
    ///   - deadline: The time at which the game is stopped; nil to play it to its end.
    ///   - part: The part of the check that plays the game.
    func play(
        _ subject: GameUnderTest, _ effort: Effort, checks types: [any PlyCheck.Type], deadline: ProcessorDeadline?,
        in part: CheckPart
    ) -> GameResult {
        var result = GameResult(plan: self)
        do throws(GameError) {
            // `setup` may refuse options that don't fit together; this isn't a finding
            _ = try Match(of: subject.script, seats: setup.seats, options: setup.options, seed: setup.seed)
        } catch {
            if case .rejected = error {
                result.wasRefused = true
                return result
            }
        }
        play(subject, effort, checks: types, deadline: deadline, in: part, coversLines: !isBare, &result)
        // recording lines slows calls down, so a call may only seem too slow: repeat the game
        // without recording, and use only the result of the repetition
        guard result.finding?.property == .b1, part.overruns.notes.first == nil else { return result }
        let covered = result.covered
        result = GameResult(plan: self)
        play(subject, effort, checks: types, deadline: deadline, in: part, coversLines: false, &result)
        (result.covered, result.isUncovered) = (covered, true)
        return result
    }

    private func play(
        _ subject: GameUnderTest, _ effort: Effort, checks types: [any PlyCheck.Type], deadline: ProcessorDeadline?,
        in part: CheckPart, coversLines: Bool, _ result: inout GameResult
    ) {
        var stream = SplitMix64(seed: seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
        var checks: [any PlyCheck] = types.map { $0.init() }
        do throws(Finding) {
            let game = try Playout(
                of: subject, setup, effort: effort, seed: stream.next(), deadline: deadline, part: part,
                number: number, rotation: rotation, coversLines: coversLines)
            if isBare { game.match.luaStates.isWatchful = false }
            var chooser = RandomChooser(style, seen: seen, seed: stream.next())
            defer { collect(game, chooser, into: &result) }
            try game.play(choosing: &chooser, checks: &checks)
        } catch {
            result.excess = part.excess
            guard result.excess == nil else { return }
            var finding = error
            if finding.setup == nil { finding.setup = setup }
            finding.game = number
            result.finding = finding
        }
    }

    private func collect(_ game: Playout, _ chooser: RandomChooser, into result: inout GameResult) {
        (result.steps, result.isOver, result.counts) = (game.steps, game.isOver, game.counts)
        (result.figures, result.facts, result.moves) = (game.figures, game.facts, chooser.played)
        result.wasCut = game.wasCut
        result.covered = game.match.luaStates.coveredLines.merging(game.coveredBeside) { $0.union($1) }
        result.figures.games = 1
        result.figures.finished = game.isOver ? 1 : 0
        result.figures.plies = game.steps.count
        result.figures.longest = game.steps.count
    }
}
