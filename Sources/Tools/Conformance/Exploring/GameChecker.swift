import Dispatch
import Foundation
import GameRules
import LuaRuntime
import Synchronization
import Values

/// Checks one game: first its folder and setups, then games that are played in batches, then
/// properties of whole games. At the end it shortens the games of its findings.
final class GameChecker {
    /// The checks of every game that is played. The first failure ends a game. If the order of two
    /// checks matters, the check whose properties come first is listed first.
    static let plyChecks: [any PlyCheck.Type] = [
        MoveListCheck.self, ScriptVariablesCheck.self, SavingCheck.self, RenderingCheck.self,
        FactsCheck.self,
        OutcomeCheck.self,
        SecretCheck.self, HidingCheck.self, LateHidingCheck.self, ReplicaCheck.self, MoveTrialCheck.self,
        RoundCheck.self, LeaveCheck.self,
        ReplayCheck.self,
        LimitCheck.self,
    ]
    private static let plyProperties = plyChecks.flatMap { $0.properties }
    /// The checks of a game that is played only to reach its end.
    static let bareChecks: [any PlyCheck.Type] = [
        FactsCheck.self, OutcomeCheck.self, LateHidingCheck.self, BareGameCheck.self,
    ]
    static let firstChecks: [any GameCheck.Type] = [
        FolderCheck.self, RecordedGamesCheck.self, SetupCheck.self, FreeSeatsCheck.self,
    ]
    static let lastChecks: [any GameCheck.Type] = [
        MessageSizeCheck.self, MessageCostCheck.self, TamperCheck.self, DeliveryCheck.self, InterruptionCheck.self,
        RefusedMemoryCheck.self, RecordedPliesCheck.self,
    ]

    /// The number of games that are played in parallel before their results influence the next
    /// games. This number doesn't depend on the number of workers, so that the same seed gives the
    /// same games on every machine.
    static let batch = 4
    /// The fewest games of a quick check.
    static let fewestGames = 2
    /// The fewest and the most games of a full check, which plays each setup twice.
    static let fullGames = 60...300

    let subject: GameUnderTest
    let options: CheckOptions
    private let teller: ProgressTeller?
    /// The processor time so far, in seconds. Of games that are played in parallel, only the game
    /// with the most time counts.
    private(set) var spent = 0.0
    private let budget: CheckBudget
    /// The memory that all Lua states of the check share. Many Lua states exist at the same time.
    private let pool: MemoryPool
    private var tally: SearchState
    init(
        _ subject: GameUnderTest, _ options: CheckOptions, budget: CheckBudget? = nil, memory: Int = CheckBudget.memory,
        progress: (@Sendable (CheckProgress) -> Void)? = nil
    ) {
        pool = MemoryPool(limit: memory)
        self.subject = subject
        self.options = options
        teller = progress.map(ProgressTeller.init)
        let deadline = subject.script.limits.deadline / .seconds(1)
        let budget = budget ?? CheckBudget(options, deadline: deadline)
        self.budget = budget
        tally = SearchState(subject, options, budget)
    }

    func report() -> GameReport {
        var setups: [GameSetup] = []
        spend(on: []) { _ in
            setups = SetupCover(of: subject.script).setups
            tally.findLines()
        }
        tell(.setups, 0, setups.count, 0)
        run(Self.firstChecks, setups, games: [])
        if tally.findings[.l2] == nil { play(setups) }
        tell(.hosts, 0, Self.lastChecks.count, 0.7)
        run(Self.lastChecks, setups, games: tally.longestGames)
        shrink(setups)
        return tally.report()
    }

    private func tell(_ stage: CheckProgress.Stage, _ done: Int, _ total: Int, _ fraction: Double) {
        teller?.tell(
            CheckProgress(game: subject.script.id, stage: stage, done: done, total: total, fraction: min(1, fraction)))
    }

    /// Returns the time that is left of a share of the time box, in seconds of processor time; nil
    /// if the check has no time box.
    private func timeLeft(_ share: Double) -> Double? {
        guard options.effort == .quick, options.games == nil else { return nil }
        return options.timeBox / .seconds(1) * share - spent
    }

    /// Runs a part of the check on one thread, with the time that is left for the part. If this
    /// time isn't enough, marks the properties as not completely checked.
    private func spend(on properties: [Property], _ body: (CheckPart) -> Void) {
        let left = budget.left(after: spent)
        guard left > 0 else { return tally.leave(properties, .time) }
        CheckPart.run(left, pool) { part in
            let time = ProcessorClock.measure { body(part) }
            spent += time
            if let excess = part.excess { tally.leave(properties, excess) }
            tally.note(part.overruns.notes)
        }
    }

    private func run(_ checks: [any GameCheck.Type], _ setups: [GameSetup], games: [PlayedGame]) {
        for (index, type) in checks.enumerated() {
            let needed = Set(type.properties.flatMap(\.needs))
            // skip a check if each of its properties depends on a property that has failed, because
            // such a property would fail for the same reason
            if type.properties.allSatisfy({ tally.failedNeed(of: $0) != nil }), !needed.isEmpty { continue }
            let left = timeLeft(0.95)
            spend(on: type.properties) { part in
                let run = CheckRun(
                    subject, effort: options.effort, seed: options.seed, setups: setups, games: games,
                    deadline: left.map { ProcessorDeadline(in: $0) }, part: part)
                do throws(Finding) {
                    try type.init().check(run)
                } catch {
                    if !run.isOver { tally.note(error) }
                }
                tally.add(run)
            }
            if !games.isEmpty {
                tell(.hosts, index + 1, checks.count, 0.7 + 0.2 * Double(index + 1) / Double(checks.count))
            }
        }
    }

    // MARK: Games

    private var wanted: Int {
        if let games = options.games { return games }
        return options.effort == .quick ? Int.max : 0
    }

    private func play(_ setups: [GameSetup]) {
        var total = wanted
        if total == 0 { total = min(max(setups.count * 2, Self.fullGames.lowerBound), Self.fullGames.upperBound) }
        var number = 0
        let begun = spent
        tell(.games, 0, total == .max ? 0 : total, 0.05)
        while number < total {
            let count = min(Self.batch, total - number)
            let plans = (number..<number + count).map { plan($0, setups) }
            let results = playBatch(plans, since: begun)
            for result in results { tally.add(result) }
            number += count
            let isUsedUp = results.contains { $0.excess == .time }
            if isUsedUp || results.count < count && budget.left(after: spent) <= 0 {
                tally.leave(Self.plyProperties, .time)
                break
            }
            if results.contains(where: { $0.excess == .memory }) {
                tally.leave(Self.plyProperties, .memory)
            }
            tell(.games, number, total == .max ? 0 : total, Self.fraction(played: share(number, of: total)))
            // play no more games after a game that doesn't end, or in which a call takes too long:
            // each such game takes as long as a hundred others
            let isEndless = tally.findings[.o1] != nil || results.contains(where: \.hasOverrun)
            if results.count < count || isEndless { break }
        }
        if tally.wereAllCut, tally.findings.isEmpty, let setup = setups.first { playToTheEnd(setup, number) }
        tally.judgeFacts()
    }

    /// Plays one game to its end with few checks, if there wasn't time to play any game with all
    /// checks. The game shows whether games end, with which outcome, and how long a message of a
    /// whole game is.
    private func playToTheEnd(_ setup: GameSetup, _ number: Int) {
        let plan = plan(number, [setup]).bare
        spend(on: [.o1, .o2, .o3]) { part in
            part.noteStep = noteStep
            tally.add(bare: plan.play(subject, options.effort, checks: Self.bareChecks, deadline: nil, in: part))
        }
    }

    /// The function that reports a played ply; nil without a listener.
    private var noteStep: (() -> Void)? { teller.map { teller in { teller.noteStep() } } }

    /// Returns the progress of a check that has played this share of its games.
    private static func fraction(played share: Double) -> Double { 0.05 + 0.65 * share }

    private func share(_ done: Int, of total: Int) -> Double {
        guard total == .max else { return Double(done) / Double(total) }
        return min(1, spent / (options.timeBox / .seconds(1) * Self.playingShare))
    }

    /// The share of the time box for playing; the rest is for whole-game checks and shrinking.
    private static let playingShare = 0.7

    private func plan(_ number: Int, _ setups: [GameSetup]) -> GamePlan {
        var stream = SplitMix64(seed: options.seed ^ (UInt64(number) &* 0xd134_2543_de82_ef95))
        var setup = setups[number % setups.count]
        setup.seed = stream.next() >> 12  // a number that people can type
        var plan = GamePlan(
            number: number, setup: setup, style: tally.style(for: number), seen: tally.seen, seed: options.seed)
        plan.rotation = Self.rotation(of: number, setups: setups.count)
        return plan
    }

    /// Returns a number that grows by one with each game of the same setup. It starts at a
    /// different number for each setup.
    ///
    /// The game's own number can't be used instead. The setups take turns, so the numbers of one
    /// setup's games may all have the same remainder modulo the number of seats. All these games
    /// would then begin with the same seat.
    private static func rotation(of number: Int, setups: Int) -> Int {
        var stream = SplitMix64(seed: UInt64(number % setups))
        return number / setups + Int(stream.next() >> 40)
    }

    /// Plays some games in parallel. A quick check leaves out the first game for which there is no
    /// time, and all games after it.
    ///
    /// If the games together needed too much memory, each game is played again alone, so that its
    /// result and its cost don't depend on the other games. This includes games that reached their
    /// end, because the shortage made Lua collect garbage more often in them.
    ///
    /// - Parameter begun: The time that the check had spent before the first game.
    private func playBatch(_ plans: [GamePlan], since begun: Double) -> [GameResult] {
        let shortages = pool.shortages
        var results = play(plans, workers: min(options.workers, plans.count), since: begun)
        guard options.workers > 1, pool.shortages != shortages else { return results }
        for index in results.indices {
            guard let alone = play([plans[index]], workers: 1, since: begun).first else { break }
            results[index] = alone
        }
        return results
    }

    private func play(_ plans: [GamePlan], workers: Int, since begun: Double) -> [GameResult] {
        let share = min(budget.left(after: spent), budget.part - (spent - begun))
        guard share > 0 else { return [] }
        let pool = pool
        let results = Mutex<[GameResult?]>(Array(repeating: nil, count: plans.count))
        let next = Mutex(0)
        let longest = Mutex(0.0)
        let left = timeLeft(Self.playingShare)
        let (subject, effort) = (subject, options.effort)
        let (teller, spent) = (teller, spent)
        let box = left == nil ? nil : options.timeBox / .seconds(1) * Self.playingShare
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            LuaThread.run {
                let deadline = left.map { ProcessorDeadline(in: $0) }
                let threadBegun = ProcessorClock.threadSeconds()
                defer {
                    let time = ProcessorClock.threadSeconds() - threadBegun
                    longest.withLock { $0 = max($0, time) }
                }
                while true {
                    let index = next.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard index < plans.count else { return }
                    let plan = plans[index]
                    if let deadline, plan.number >= Self.fewestGames, deadline.hasPassed { return }
                    let left = share - (ProcessorClock.threadSeconds() - threadBegun)
                    guard left > 0 else { return }
                    // don't play this game if a call took too long in an earlier one
                    if results.withLock({ $0.prefix(index).contains { $0?.hasOverrun ?? false } }) { return }
                    let result = CheckPart.run(left, pool) { part in
                        part.noteStep = teller.map { teller in
                            {
                                teller.noteStep {
                                    guard let box else { return 0 }
                                    let time = spent + ProcessorClock.threadSeconds() - threadBegun
                                    return Self.fraction(played: min(1, time / box))
                                }
                            }
                        }
                        var result = plan.play(subject, effort, checks: Self.plyChecks, deadline: deadline, in: part)
                        result.overruns = part.overruns.notes
                        return result
                    }
                    results.withLock { $0[index] = result }
                }
            }
        }
        self.spent += longest.withLock { $0 }
        // keep the games before the first one that wasn't played. Of these, keep only the games up
        // to and including the first one with a call that took too long. Otherwise the set of games
        // would depend on which thread was faster
        let played = results.withLock { Array($0.prefix { $0 != nil }).compactMap(\.self) }
        return Array(played.prefix((played.firstIndex(where: \.hasOverrun) ?? played.count) + 1))
    }

    /// The processor time for shortening failing games, in seconds: for all games together, and, if
    /// there is a time box, for each game.
    static let shrinking = [Effort.quick: 10.0, .full: 60.0], shrinkingInBox = 2.0

    private func shrink(_ setups: [GameSetup]) {
        let found = tally.findings.values.map(\.finding).sorted { $0.property < $1.property }
            .filter { tally.failedNeed(of: $0.property) == nil }
        let end = spent + (Self.shrinking[options.effort] ?? 10)
        for (index, finding) in found.enumerated() {
            func tell(_ share: Double) {
                self.tell(
                    .shrinking, index, found.count, 0.9 + 0.1 * (Double(index) + share) / Double(found.count))
            }
            tell(0)
            let share = max(0, end - spent) / Double(found.count - index)
            let isBoxed = options.effort == .quick && options.games == nil
            spend(on: []) { part in
                part.noteStep = noteStep
                var shrinker = Shrinker(
                    subject, deadline: ProcessorDeadline(in: isBoxed ? min(share, Self.shrinkingInBox) : share),
                    part: part,
                    rotation: finding.game.map { Self.rotation(of: $0, setups: max(1, setups.count)) } ?? 0,
                    noteRun: tell)
                tally.replace(shrinker.shrink(finding))
            }
        }
        tell(.shrinking, found.count, found.count, 1)
    }
}
