import GameRules
import Values

/// The results so far, from which the styles of the next games are chosen.
struct SearchState {
    private let subject: GameUnderTest
    private let options: CheckOptions
    private let budget: CheckBudget
    /// For each property that fails, the finding of the first game, and the number of games with a
    /// finding.
    private(set) var findings: [Property: (finding: Finding, games: Int)] = [:]
    private var counts: [Property: Int] = [:]
    private var extents: [Property: [TrialCoverage]] = [:]
    /// The reasons why checks didn't judge some properties.
    private var reasons: [Property: String] = [:]
    private var figures = PlayFigures()
    private var facts = DeclaredFacts()
    private var covered: [String: Set<Int>] = [:]
    private var lines: Collected<[String: Set<Int>]> = .notCollected("The lines of the script weren't read.")
    /// The number of times each move was played.
    private(set) var seen: [String: Int] = [:]
    /// The number of new lines that each style reached.
    private var gains: [PlayStyle: Int] = [:]
    private var played: [PlayedGame] = []
    /// The number of games that the time box ended before their end.
    private var cutGames = 0
    /// The number of games that were played only to reach their end, and that reached it.
    private var bareGames = 0
    /// The number of games whose lines weren't recorded.
    private var uncoveredGames = 0
    /// The number of games that were stopped because the check ran out of a resource.
    private var endedGames: [CheckPart.Excess: Int] = [:]
    /// The properties that weren't checked, or weren't checked completely, because the check ran
    /// out of a resource.
    private var unfinished: [CheckPart.Excess: Set<Property>] = [:]
    /// The last call that was ended because the check's time was used up.
    private var endedCall: ScriptFailure?

    init(_ subject: GameUnderTest, _ options: CheckOptions, _ budget: CheckBudget) {
        self.subject = subject
        self.options = options
        self.budget = budget
        counts[.l1] = 1  // L1 holds, because the script was loaded
    }

    /// Finds the executable lines of the script.
    mutating func findLines() {
        do throws(GameError) {
            lines = .collected(try subject.script.executableLines())
        } catch {
            lines = .notCollected("\(error)")
        }
    }

    /// Marks properties as not checked, or not completely checked.
    mutating func leave(_ properties: [Property], _ excess: CheckPart.Excess) {
        unfinished[excess, default: []].formUnion(properties)
    }

    mutating func note(_ finding: Finding) {
        let known = findings[finding.property]
        // a finding of a random game can be shrunk, unlike a finding of a recorded game
        if let known, known.finding.game == nil, finding.game != nil {
            findings[finding.property] = (finding, 1)
            return
        }
        findings[finding.property] = (
            known?.finding ?? finding, (known?.games ?? 0) + (known == nil || finding.game != nil ? 1 : 0)
        )
    }

    /// Records calls that took too long. If no check has reported such a call, the first one
    /// becomes a finding.
    ///
    /// - Parameter result: The game that was played.
    mutating func note(_ overruns: CallOverruns.Notes, in result: GameResult? = nil) {
        endedCall = overruns.cutOff ?? endedCall
        guard let failure = overruns.first, findings[.b1] == nil else { return }
        var finding = Diagnosis.finding(.failed(failure), standard: .b1)
        if let result {
            (finding.setup, finding.steps, finding.game) = (result.plan.setup, result.steps, result.plan.number)
        }
        note(finding)
    }

    mutating func replace(_ finding: Finding) { findings[finding.property]?.finding = finding }

    mutating func add(_ run: CheckRun) {
        add(run.counts, run.figures)
        extents.merge(run.extents, uniquingKeysWith: +)
        reasons.merge(run.reasons) { first, _ in first }
    }

    private mutating func add(_ counts: [Property: Int], _ figures: PlayFigures) {
        self.counts.merge(counts, uniquingKeysWith: +)
        self.figures.add(figures)
    }

    mutating func add(_ result: GameResult) {
        if result.wasRefused {
            figures.refused += 1
            return
        }
        add(result.counts, result.figures)
        facts.add(result.facts)
        seen.merge(result.moves, uniquingKeysWith: +)
        var fresh = 0
        for (file, lines) in result.covered {
            fresh += lines.subtracting(covered[file] ?? []).count
            covered[file, default: []].formUnion(lines)
        }
        gains[result.plan.style, default: 0] += fresh
        if result.wasCut { cutGames += 1 }
        if result.isUncovered { uncoveredGames += result.figures.games }
        if let excess = result.excess { endedGames[excess, default: 0] += 1 }
        if let finding = result.finding { note(finding) }
        note(result.overruns, in: result)
        if result.isOver { played.append(PlayedGame(setup: result.plan.setup, steps: result.steps)) }
    }

    /// Returns the style for a game. Every third game gets the style that reached most new lines;
    /// the others take turns.
    func style(for number: Int) -> PlayStyle {
        let styles = PlayStyle.allCases
        if number % 3 == 2, let best = gains.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }),
            best.value > 0
        {
            return best.key
        }
        return styles[number % styles.count]
    }

    /// Whether the time box ended every game that was played.
    var wereAllCut: Bool { cutGames > 0 && figures.finished == 0 && endedGames.isEmpty }

    /// Adds the result of a game that was played only to reach its end. The game isn't counted
    /// among the checked games.
    mutating func add(bare result: GameResult) {
        guard result.excess == nil else { return }
        let judged = [Property.o1] + GameChecker.bareChecks.flatMap { $0.properties }
        counts.merge(result.counts.filter { judged.contains($0.key) }, uniquingKeysWith: +)
        facts.add(result.facts)
        if result.isOver { bareGames += 1 }
        if let finding = result.finding { note(finding) }
        if result.isOver { played.append(PlayedGame(setup: result.plan.setup, steps: result.steps)) }
    }

    /// The games for the checks of whole games, the longest first.
    var longestGames: [PlayedGame] {
        let sorted = played.enumerated().sorted {
            ($0.element.steps.count, $1.offset) > ($1.element.steps.count, $0.offset)
        }
        return sorted.prefix(8).map(\.element)
    }

    /// Checks, after all games were played, whether each fact that the script declares has
    /// happened.
    mutating func judgeFacts() {
        // a game that ended early because of a finding may not have reached the fact
        guard findings.isEmpty, figures.finished + bareGames > 0, let finding = facts.finding(for: subject.script)
        else { return }
        note(finding)
    }

    /// Returns a failed property on which a property depends, directly or through other properties;
    /// nil if there is none.
    func failedNeed(of property: Property) -> Property? {
        for name in property.needs {
            guard let need = Property.named(name) else { continue }
            if let failed = findings[need] == nil ? failedNeed(of: need) : need { return failed }
        }
        return nil
    }

    func report() -> GameReport {
        var extents = extents
        if figures.deals > figures.dealsCompared {
            extents[.p1, default: []].append(
                TrialCoverage(
                    "games, starting with the deal,", tried: figures.dealsCompared, of: figures.deals,
                    leftOut: [
                        "The others had no other deal that starts the same way. What `setup` shows wasn't compared."
                    ]))
        }
        if figures.dealtTurns > 0 {
            extents[.p1, default: []].append(
                TrialCoverage(
                    "games, including whose turn it is,", tried: figures.deals - figures.dealtTurns, of: figures.deals,
                    leftOut: [
                        "In the others the turn depends on the deal, for example because the lowest card leads. All "
                            + "players know that then, so the check counts it as shown."
                    ]))
        }
        let results = Property.all.map {
            PropertyResult(
                property: $0, verdict: verdict(on: $0), extents: extents[$0] ?? [], applies: whyNotOfThisGame($0) == nil
            )
        }
        var omissions = [options.effort.omission]
        if options.effort == .quick, options.games == nil {
            omissions.append("The check played as many games as its time allowed: \(figures.games).")
        }
        if figures.refused > 0 {
            let games = counted(figures.refused, "game")
            omissions.append("The check left out \(games), because `setup` rejected the options.")
        }
        if cutGames > 0 {
            omissions.append(
                "Time ran out for \(cutGames) of them before their end. --full and --games play all to the end.")
        }
        if bareGames > 0 {
            omissions.append(
                "One more game was played to its end. It judged O1 to O4, P3 and, at some plies, S1.")
        }
        omissions += [CheckPart.Excess.time, .memory].compactMap(omission)
        return GameReport(
            game: subject.script.id, title: subject.script.title, effort: options.effort, seed: options.seed,
            results: results, figures: figures, coverage: coverage, omissions: omissions)
    }

    /// Returns the sentence on what was left out because a resource ran out; nil if nothing was
    /// left out.
    private func omission(_ excess: CheckPart.Excess) -> String? {
        let games = endedGames[excess] ?? 0
        let names = (unfinished[excess] ?? []).filter { findings[$0] == nil }.sorted().map(\.id)
        guard games > 0 || !names.isEmpty else { return nil }
        var left: [String] = []
        if games > 0 { left.append("\(games) \(games == 1 ? "game was" : "games were") stopped before the end") }
        if !names.isEmpty { left.append("Not tested, or not completely: \(names.joined(separator: " "))") }
        return "\(words(excess)). \(left.joined(separator: ". "))."
    }

    private func words(_ excess: CheckPart.Excess) -> String {
        switch excess {
        case .time:
            "The check used up its processor time (\(budget.words))"
                + (endedCall?.place.map { ". The last line that ran was \($0.source):\($0.line)" } ?? "")
        case .memory: "The check used up the memory of its Lua states (\(CheckBudget.memory >> 20) MB)"
        }
    }

    private func verdict(on property: Property) -> PropertyResult.Verdict {
        switch property.scope {
        case .tests: return .notJudged(whyNotOfThisGame(property) ?? "")
        case .script, .host: break
        }
        if let need = failedNeed(of: property) { return .notJudged("It needs \(need.id), which doesn't hold.") }
        if let (finding, games) = findings[property] { return .fails(finding, games: games) }
        if let times = counts[property], times > 0, property != .o4 || unprovenFacts == nil {
            return .holds(times: times)
        }
        for excess in [CheckPart.Excess.time, .memory] where unfinished[excess]?.contains(property) ?? false {
            return .cutOff("\(words(excess)).")
        }
        return .notJudged(reasons[property] ?? reason(property))
    }

    private var coverage: Collected<LineCoverage> {
        switch lines {
        case .notCollected(let reason): return .notCollected(reason)
        case .collected where figures.games == 0: return .notCollected(noGame)
        case .collected where uncoveredGames == figures.games:
            return .notCollected("Calls exceeded their time while their lines were recorded.")
        case .collected(let executable):
            var coverage = LineCoverage()
            (coverage.executable, coverage.covered) = (executable, covered)
            coverage.isPartial = figures.finished < figures.games || uncoveredGames > 0
            return .collected(coverage)
        }
    }

    /// The reason why no game was played.
    private var noGame: String {
        let front = "No game was played"
        for excess in [CheckPart.Excess.time, .memory] where endedGames[excess] != nil || unfinished[excess] != nil {
            return "\(front). \(words(excess))."
        }
        if figures.refused > 0 { return "\(front), because `setup` rejected the options of each." }
        let ids = findings.keys.filter { findings[$0]?.finding.setup != nil }.sorted().map(\.id)
        return ids.isEmpty ? "\(front)." : "\(front). See \(ids.joined(separator: " "))."
    }

    /// Returns the reason why a property wasn't judged.
    private func reason(_ property: Property) -> String {
        if let reason = whyNotOfThisGame(property) { return reason }
        guard figures.games > 0 else { return noGame }
        switch property {
        case .o4: if let unprovenFacts { return unprovenFacts }
        case .p1: return "The check found no two matches that differ in a secret."
        case .p2, .p3: return "No seat sealed a move in the games that were played."
        default: break
        }
        return figures.finished > 0 ? "No game tested it." : "No game tested it, and none was played to its end."
    }

    /// The sentence on declared facts that no game has shown so far; nil if there are no such
    /// facts.
    private var unprovenFacts: String? {
        figures.finished + bareGames > 0 ? nil : facts.unproven(of: subject.script)
    }

    /// Returns the reason why a property doesn't apply to the game; nil if the property applies, or
    /// may apply.
    private func whyNotOfThisGame(_ property: Property) -> String? {
        switch property.scope {
        case .tests: return "Parlor's own tests prove it."
        case .script, .host: break
        }
        let script = subject.script
        if property == .p1, !script.hidden { return "The game hides nothing." }
        if property == .p2 || property == .p3, script.dealt {
            return "A host deals, so no phone answers from its own sealed moves."
        }
        if property == .p2 || property == .p3, script.sealing.isEmpty {
            return "No move of the game is sealed for longer than its round."
        }
        if property == .p4, script.chance == .none { return "Nothing is dealt or drawn in the game." }
        if Property.messages.contains(property), script.dealt {
            return "A host deals, so no message contains the match."
        }
        if let reason = reasons[property] { return property == .s6 ? reason : nil }
        // if games were played to their end without anything to check for the property, the
        // property doesn't apply to the game
        guard figures.finished > 0 else { return nil }
        return switch property {
        case .m6: "In no game did several seats move at once."
        case .v2: "No scene was drawn in any game."
        case .v4: "No message had a caption of the game's own."
        default: nil
        }
    }
}
