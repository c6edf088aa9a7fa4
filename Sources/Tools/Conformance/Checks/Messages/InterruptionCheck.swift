import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Simulation
import Values

/// W4, W5 and W6: whole matches on simulated phones, with as many people as the game's smallest
/// match has seats.
///
/// - The matches reach an end in both host profiles (W5).
/// - The game gets the callbacks that the lifecycle table lists (W6).
/// - A match in which the system ends an instance in every turn has the same log as a match without
///   interruptions (W4).
struct InterruptionCheck: GameCheck {
    static let properties: [Property] = [.w4, .w5, .w6]

    /// Returns the number of matches with interruptions, for each profile. A full check has one
    /// match for each callback that a turn can have. In each match the instances end after a
    /// different callback.
    static func interruptions(_ effort: Effort) -> Int { effort == .quick ? 1 : 40 }
    /// The most turns of a match, for each person: `turnsPerPly` for each ply of the game, and
    /// `moreTurns` in addition.
    private static let turnsPerPly = 2, moreTurns = 30

    /// The most moves of a match in a quick check. After these moves the seats resign, because a
    /// move on phones takes as long as hundreds of moves without phones.
    static let mostMoves = 20

    /// Returns whether the seats of a match on phones resign early. They don't in a match of more
    /// than two seats, because the match would continue after one of them has resigned.
    private static func ends(_ game: PlayedGame, _ run: CheckRun) -> Bool {
        run.effort == .quick && game.setup.seats <= 2 && game.steps.count > mostMoves
    }

    /// Returns the callbacks of one instance, for comparison with the lifecycle table. A test
    /// replaces this function by one that changes the order of the callbacks.
    var callbacks: ([String]) -> [String] = { $0 }

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        guard run.subject.script.objectionToMessages == nil else { return }
        let people = SimulatedMatch.people(for: run.subject.script)
        let games = run.games.filter { $0.setup.seats == people }
        guard let game = games.last else {
            guard !run.games.isEmpty else { return }
            return run.leave(
                Self.properties, because: "No game of \(people) seats, the size of a match on phones, reached its end."
            )
        }
        var random = run.generator(.w4)
        let seed = random.next()
        if run.effort == .full {
            for other in games.dropLast() where !run.isOver {
                for profile in [HostProfile.documented, .modern] {
                    _ = try wholeMatch(run, other, profile, seed)
                }
            }
        }
        if Self.ends(game, run) {
            run.note(
                .w5,
                TrialCoverage(
                    "moves of a match on phones", tried: Self.mostMoves, of: game.steps.count,
                    leftOut: ["Then the seats resigned."]))
        }
        // the shortest game, because it is played many times
        for profile in [HostProfile.documented, .modern] {
            let whole = try wholeMatch(run, game, profile, seed)
            for number in 0..<Self.interruptions(run.effort) where number == 0 || run.hasTime {
                guard number < whole.callbacks.max() ?? 0 else { break }
                let choice = random.next()
                try interruptedMatch(run, game, profile, seed, whole) { turn, callback in
                    guard run.effort.takes(ply: turn, of: number) else { return false }
                    let most = max(1, whole.callbacks.indices.contains(turn) ? whole.callbacks[turn] : 1)
                    let point =
                        run.effort == .full ? number : Int((choice &+ UInt64(turn) &* 0x9e37_79b9) % UInt64(most))
                    return callback == point
                }
            }
        }
    }

    private func mostTurns(_ game: PlayedGame) -> Int {
        (Self.turnsPerPly * game.steps.count + Self.moreTurns) * max(2, game.setup.seats)
    }

    private func name(_ profile: HostProfile) -> String { profile == .documented ? "documented" : "modern" }

    // MARK: W5, W6

    private func wholeMatch(
        _ run: CheckRun, _ game: PlayedGame, _ profile: HostProfile, _ seed: UInt64
    ) throws(Finding) -> SimulatedMatch {
        do {
            let match = try SimulatedMatch(
                run.subject.script, game, profile: profile, seed: seed,
                mostMoves: Self.ends(game, run) ? Self.mostMoves : nil)
            match.observe = { observation in
                try hold(observation, game, profile)
                run.note(.w6)
            }
            do {
                try match.play(mostTurns: mostTurns(game))
            } catch let error as SimulatedMatch.Problem {
                throw finding(.w5, "On phones of the profile \(name(profile)): \(error.sentence)", match, game)
            }
            let failures = match.world.devices.flatMap(\.notices).filter {
                $0.text.hasPrefix(run.subject.script.id + "/")
            }
            if let failure = failures.first {
                throw finding(
                    .w5, "On phones of the profile \(name(profile)) a hook failed: \(failure.text)", match, game)
            }
            run.note(.w5)
            return match
        } catch {
            throw Finding(error, standard: .w5, in: game)
        }
    }

    /// Checks W6 in the log of a stimulus, instance by instance.
    private func hold(
        _ observation: SimulatedMatch.Observation, _ game: PlayedGame, _ profile: HostProfile
    ) throws(Finding) {
        let events = observation.entries.compactMap(\.event)
        var told: [(instance: InstanceID, callbacks: [String])] = []
        for event in events {
            let text =
                switch event.callback {
                case .completion, .contentSizeThatFits: event.callback.name
                default: "\(event.callback)"
                }
            if let place = told.firstIndex(where: { $0.instance == event.instance }) {
                told[place].callbacks.append(text)
            } else {
                told.append((event.instance, [text]))
            }
        }
        for event in events where LifecycleTable.styles[event.instance.kind]?.contains(event.style) != true {
            throw wrongOrder(
                observation, ["\(event.callback) in \(event.style) style"],
                expected: (LifecycleTable.styles[event.instance.kind] ?? []).map { "\($0) style" }.sorted(), game,
                profile)
        }
        let games = told.filter { [.main, .errand].contains($0.instance.kind) }
        let found = callbacks(games.flatMap(\.callbacks))
        if !LifecycleTable.allows(found, in: observation.scenario, profile) {
            let expected = LifecycleTable.rows[observation.scenario]?.callbacks(profile) ?? []
            throw wrongOrder(observation, found, expected: expected, game, profile)
        }
        for bubble in told where ![.main, .errand].contains(bubble.instance.kind) {
            if !LifecycleTable.allowsBubble(bubble.callbacks, profile) {
                throw wrongOrder(
                    observation, bubble.callbacks, expected: LifecycleTable.bubble.callbacks(profile), game, profile)
            }
        }
    }

    private func wrongOrder(
        _ observation: SimulatedMatch.Observation, _ found: [String], expected: [String], _ game: PlayedGame,
        _ profile: HostProfile
    ) -> Finding {
        var finding = Finding(
            .w6,
            "On a phone of the profile \(name(profile)), \(observation.scenario.rawValue): expected "
                + "\(expected.isEmpty ? "nothing" : expected.joined(separator: ", ")), found "
                + "\(found.isEmpty ? "nothing" : found.joined(separator: ", ")).")
        (finding.setup, finding.steps) = (game.setup, game.steps)
        return finding
    }

    // MARK: W4

    private func interruptedMatch(
        _ run: CheckRun, _ game: PlayedGame, _ profile: HostProfile, _ seed: UInt64, _ whole: SimulatedMatch,
        kills: @escaping (Int, Int) -> Bool
    ) throws(Finding) {
        do {
            let match = try SimulatedMatch(
                run.subject.script, game, profile: profile, seed: seed,
                mostMoves: Self.ends(game, run) ? Self.mostMoves : nil)
            match.kills = kills
            let place = "On phones of the profile \(name(profile)), with an instance ended in each turn"
            do {
                try match.play(mostTurns: 2 * mostTurns(game))
            } catch let error as SimulatedMatch.Problem {
                throw finding(.w4, "\(place): \(error.sentence)", match, game)
            }
            guard let one = whole.records.first?.signedLog, let other = match.records.first?.signedLog else { return }
            // If an instance ended before its seat was taken, that seat has another key than in the
            // match without interruptions. If this happened to the inviter's seat, the match has
            // another identity, and other random draws.
            let hasOtherDraws = one.match != other.match && run.subject.script.chance != .none
            let isSame = hasOtherDraws || Self.told(one) == Self.told(other)
            guard isSame else {
                throw finding(
                    .w4,
                    "\(place): the log of \(counted(plies: other.log.plies.count)) differs from the one without, of "
                        + "\(one.log.plies.count).", match, game)
            }
            run.note(.w4, times: match.killed)
        } catch {
            throw Finding(error, standard: .w4, in: game)
        }
    }

    /// Returns the moves, without commitments, because with another key the same sealed move has
    /// another commitment.
    private static func told(_ log: SignedLog) -> [Ply] { log.log.moves.filter { $0.commitment == nil } }

    /// Returns a finding with the steps that were played so far.
    private func finding(
        _ property: Property, _ sentence: String, _ match: SimulatedMatch, _ game: PlayedGame
    ) -> Finding {
        let played = match.records.first.map { PlayedGame($0.signedLog, of: match.script, game.setup) }
        let isSlow = match.world.devices.flatMap(\.notices).contains {
            if case .table(.tooSlow) = $0.error { true } else { false }
        }
        var finding = Finding(isSlow ? .w1 : property, sentence)
        (finding.setup, finding.steps) = (played?.setup ?? game.setup, played?.steps ?? [])
        return finding
    }
}
