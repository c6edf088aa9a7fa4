import GameRules
import LuaRuntime
import Values

/// A game that is played from its setup to its end while checks examine it.
package final class Playout {
    /// The game that is checked.
    package let subject: GameUnderTest
    /// The setup of the match.
    package let setup: GameSetup
    /// The number of the game in its run, from 0.
    let number: Int
    /// The number that selects the first seat, for checks that change it from game to game.
    let rotation: Int
    /// Whether the scene is drawn at every ply, for every viewer.
    var isDrawnWhole = false
    /// The effort, which determines at which plies per-ply properties are checked.
    package let effort: Effort
    /// The match. If the script writes to the state at a time when it may not, the write fails. See
    /// `LuaStates.isWatchful`.
    package let match: Match
    /// The random numbers for the checks' own choices. The checks draw numbers in a fixed order, so
    /// the same game always gives the same choices.
    var chance: SplitMix64
    /// The steps so far, in order of arrival.
    package private(set) var steps: [Step] = []
    /// The current status of the match.
    package private(set) var status: MatchStatus
    /// The legal moves of each seat to move.
    package private(set) var legal: [Int: [Move]] = [:]
    private var beside: Match?
    /// The time at which the game is stopped; nil to play it to its end.
    private let deadline: ProcessorDeadline?
    /// The part of the check that plays the game; nil for no limits.
    let part: CheckPart?
    /// Whether the game was stopped before its end because its time was over.
    private(set) var wasCut = false
    /// The number of times each property was checked.
    package private(set) var counts: [Property: Int] = [:]
    var figures = PlayFigures()
    var facts = DeclaredFacts()
    /// The lines that ran when steps were tried beside the game.
    private(set) var coveredBeside: [String: Set<Int>] = [:]

    /// Sets up a game.
    ///
    /// - Parameters:
    ///   - subject: The game that is checked.
    ///   - seed: The seed of the checks' own choices.
    ///   - coversLines: Whether the lines that run are recorded. Recording makes calls several
    ///     times as slow.
    /// - Throws: ``Finding`` for a match that can't be set up.
    init(
        of subject: GameUnderTest, _ setup: GameSetup, effort: Effort, seed: UInt64, deadline: ProcessorDeadline? = nil,
        part: CheckPart? = nil, number: Int = 0, rotation: Int = 0, coversLines: Bool = false
    ) throws(Finding) {
        (self.number, self.rotation) = (number, rotation)
        self.deadline = deadline
        self.part = part
        self.subject = subject
        self.setup = setup
        self.effort = effort
        chance = SplitMix64(seed: seed)
        do {
            match = try Match(
                of: subject.script, seats: setup.seats, options: setup.options, seed: setup.seed,
                limits: coversLines ? Self.coveredLimits(subject.script) : nil, witness: nil, isWatchful: true)
            match.luaStates.coversLines = coversLines
            match.luaStates.failsBoundPlies = true
            status = try match.status
        } catch {
            throw Diagnosis.finding(error, standard: .l2)
        }
    }

    /// Returns the limits of calls whose lines are recorded. The deadline of such a call is
    /// shorter: if the call reaches it, the call is repeated without recording, and the check must
    /// have time for both calls.
    private static func coveredLimits(_ script: GameScript) -> LuaLimits {
        var limits = script.limits
        limits.deadline = limits.deadline * coveredShare
        return limits
    }
    private static let coveredShare = 0.4

    /// The number of steps so far.
    var ply: Int { steps.count }
    var isOver: Bool { status.outcome != nil }
    /// Whether per-ply properties are checked at this ply.
    var isSampled: Bool { effort.takes(ply: ply, of: number) || isOver }

    /// Whether properties that concern every ply are checked at this ply. Late in a game, which may
    /// never end, only some plies are checked.
    var isLookedAt: Bool { ply < Self.closelyLookedAt || isSampled }
    private static let closelyLookedAt = 300

    /// All viewers: every seat, and nil for a spectator.
    var viewers: [Int?] { (1...setup.seats).map(Optional.some) + [nil] }

    /// The most plies of a game: see O1. A message has room for about 3,500 plies of one byte each.
    static let mostPlies = 3500

    // MARK: Playing

    /// Plays to the end, or until the chooser chooses no step.
    ///
    /// - Throws: The first ``Finding`` of a check, with the game so far.
    func play(choosing chooser: inout some Chooser, checks: inout [any PlyCheck]) throws(Finding) {
        do throws(Finding) {
            for index in checks.indices { try checks[index].begin(self) }
            while true {
                try gather()
                note(.s4)
                for index in checks.indices { try checks[index].look(self) }
                if isOver {
                    note(.o1)
                    break
                }
                guard ply < Self.mostPlies else {
                    throw Finding(
                        .o1,
                        "The game ran for \(ply) plies without an end. Its message would be too long to be sent.")
                }
                if let deadline, deadline.hasPassed, part?.excess == nil {
                    wasCut = true
                    break
                }
                guard let chosen = try chooser.choose(in: self) else { break }
                let step = try advance(chosen)
                for index in checks.indices { try checks[index].played(step, self) }
            }
            for index in checks.indices { try checks[index].end(self) }
        } catch {
            throw located(error)
        }
    }

    private func gather() throws(Finding) {
        legal = [:]
        for seat in status.turn {
            let moves = try attempt(.m2) { () throws(GameError) in try match.legalMoves(for: seat) }
            legal[seat] = moves
            figures.legalMoves += moves.count
        }
    }

    /// Plays a step. A typed argument may be refused, as for a person. In that case plays another
    /// step for the seat.
    ///
    /// - Returns: The step that was played.
    private func advance(_ chosen: Step) throws(Finding) -> Step {
        guard let refusal = try refusal(of: chosen) else { return chosen }
        for step in others(than: chosen) where try self.refusal(of: step) == nil { return step }
        throw located(
            Finding(
                .m1,
                "Seat \(chosen.seat) is to move, but nothing that was tried can be played. The check tried other moves "
                    + "and examples of typed ones. '\(chosen.text)' is rejected: \(refusal)"),
            followedBy: [chosen])
    }

    /// Plays a step.
    ///
    /// - Returns: The reason why a typed argument is refused; nil if the step was played.
    private func refusal(of step: Step) throws(Finding) -> Rejection? {
        // if a step that completes a round is refused, another entry may be the cause: such a
        // refusal is a finding
        let mayBeRefused = match.enteredInRound == 0 && isTyped(step)
        var refusal: Rejection?
        let played = try attempt(step) { () throws(GameError) -> MatchStatus? in
            do throws(GameError) {
                return try match.play(step)
            } catch {
                guard mayBeRefused, case .rejected(let rejection) = error else { throw error }
                refusal = rejection
                return nil
            }
        }
        guard let played else { return refusal }
        status = played
        steps.append(step)
        part?.noteStep?()
        return nil
    }

    private func isTyped(_ step: Step) -> Bool {
        guard case .move(let name, _) = step.action else { return false }
        return legal[step.seat]?.contains { $0.name == name && $0.typed != nil } ?? false
    }

    /// Returns other steps of the seat: its listed moves, and its typed moves with some arguments.
    private func others(than chosen: Step) -> [Step] {
        var steps: [Step] = []
        for move in legal[chosen.seat] ?? [] {
            if let typed = move.typed {
                steps += typed.samples(using: &chance).map { Step(seat: chosen.seat, move, argument: $0) }
            } else {
                steps.append(Step(seat: chosen.seat, move))
            }
        }
        return steps.filter { $0.action != chosen.action }.shuffled(using: &chance)
    }

    /// Returns the finding with the steps of the game so far, followed by steps that were only
    /// tried.
    func located(_ finding: Finding, followedBy tried: [Step] = []) -> Finding {
        var finding = finding
        if finding.setup == nil { (finding.setup, finding.steps) = (setup, steps + tried) }
        return finding
    }

    // MARK: For checks

    /// Returns a second match in the same position, in which steps can be tried. There is only one
    /// such match: the next call of this function resets it.
    func scout() throws(Finding) -> Match {
        let here = try attempt(.s1) { () throws(GameError) in try match.rules.snapshot() }
        let scout: Match
        if let beside {
            scout = beside
        } else {
            scout = try attempt(.l2) { () throws(GameError) in
                try Match(of: subject.script, seats: setup.seats, options: setup.options, seed: setup.seed)
            }
        }
        beside = scout
        try attempt(.s2) { () throws(GameError) in try scout.rules.restore(to: here) }
        return scout
    }

    /// Records the lines that run when a step is tried beside the game.
    func cover(_ step: Step) throws(Finding) {
        guard match.luaStates.coversLines else { return }
        let beside = try attempt(.s2) { () throws(GameError) in
            try subject.runtime.load(match.save(), subject.script)
        }
        beside.luaStates.coversLines = true
        _ = try? beside.play(step)  // other checks judge the result
        coveredBeside.merge(beside.luaStates.coveredLines) { $0.union($1) }
    }

    /// Records that a property was checked. Does nothing after the time or the memory of the part
    /// is used up, because the result would mean nothing.
    func note(_ property: Property, times: Int = 1) {
        if part?.excess == nil { counts[property, default: 0] += times }
    }

    /// Runs a function that must not fail.
    ///
    /// - Parameter property: The property of the finding if `body` is refused, or if its failure
    ///   doesn't show a more specific property.
    @discardableResult
    func attempt<R>(_ property: Property, _ body: () throws(GameError) -> R) throws(Finding) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            throw Diagnosis.finding(error, standard: property)
        }
    }

    /// Runs a function that plays a listed step, in the game or in another match. If the function
    /// fails, the finding has the steps of the game and the step that failed.
    func attempt<R>(_ step: Step, _ body: () throws(GameError) -> R) throws(Finding) -> R {
        do throws(GameError) {
            return try body()
        } catch {
            var finding = Diagnosis.finding(error, standard: .m3)
            if case .rejected(let rejection) = error {
                finding.sentence =
                    "'\(step.text)' is listed for seat \(step.seat), but playing it is rejected: \(rejection)"
            }
            throw located(finding, followedBy: [step])
        }
    }

    /// Throws a finding with the first difference if two values differ.
    func expect(
        _ found: Value, equals expected: Value, _ property: Property, _ what: String, root: String
    ) throws(Finding) {
        guard let difference = found.firstDifference(from: expected, root: root) else { return }
        throw Finding(property, "\(what): \(difference)")
    }
}

extension TypedArgument {
    /// Returns arguments to try: the examples, or, if there are none, numbers at the bounds and
    /// between the bounds.
    fileprivate func samples(using random: inout SplitMix64) -> [Value] {
        guard examples.isEmpty, kind == .integer, let least, let most, least <= most else { return examples }
        var numbers = [least, most]
        for _ in 0..<8 { numbers.append(Int.random(in: least...most, using: &random)) }
        return numbers.map { .int(Int64($0)) }
    }
}
