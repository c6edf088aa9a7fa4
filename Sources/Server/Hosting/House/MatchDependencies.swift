import GameRules
import Synchronization
import Values

/// The parts that all active matches of a service share.
final class MatchDependencies: Sendable {
    let log: any MatchLog
    let shelf: GameRegistry
    let secret: ServerSecret
    let settings: MatchServiceSettings
    let room = ScriptExecutor()
    /// The mutexes of quick matches: one for each game, and one for requests that accept any game.
    /// Requests with the same mutex run one after the other, so two requests that come at once get
    /// the same match.
    let seekers: [String: AsyncMutex]
    let loaded: MatchCache
    /// The last time at which the log was unreachable; at first the start of the service.
    private let lastAway = Mutex(Timestamp.now)
    /// Receives the problems that players aren't told.
    let report: @Sendable (String) -> Void

    init(
        _ log: any MatchLog, _ shelf: GameRegistry, _ secret: ServerSecret, _ settings: MatchServiceSettings,
        _ report: @escaping @Sendable (String) -> Void
    ) {
        (self.log, self.shelf, self.secret) = (UncancelledLog(log), shelf, secret)
        (self.settings, self.report) = (settings, report)
        loaded = MatchCache(most: settings.mostTables)
        seekers = Dictionary(uniqueKeysWithValues: Set(shelf.games.map(\.id) + [""]).map { ($0, AsyncMutex()) })
    }

    /// Returns the error that a requester gets for an error of the log. If the log is unreachable,
    /// also records the current time.
    func failure(_ error: MatchLogError) -> HostingError {
        if case .unavailable = error { lastAway.withLock { $0 = .now } }
        return HostingError(error)
    }

    /// Returns the time at which a turn times out. After the service starts or the log was
    /// unreachable, players get at least `graceSeconds` more (or the turn limit, if that is
    /// shorter).
    func end(of deadline: Timestamp, turnLimit: Int) -> Timestamp {
        max(deadline, lastAway.withLock { $0 }.adding(seconds: min(turnLimit, settings.graceSeconds)))
    }
}

// The deadlines of a match: the time of a bot's move, and the end of a turn.
extension MatchDependencies {
    /// Plans the next deadline. Every server with the match in memory plans it. The first server
    /// that appends an entry wins.
    ///
    /// `failures`: The number of failures in a row so far.
    func attend(_ table: ActiveMatch, _ match: HostedMatch, failures: Int = 0) {
        guard let status = try? match.match.status, (try? match.phase()) == .playing else {
            return table.attendant.rest()
        }
        let due = (try? match.deadline()).map { end(of: $0, turnLimit: match.opening.turnLimit ?? 0) }
        let left = due.map { $0.milliseconds - Timestamp.now.milliseconds }
        let bot = status.turn.first { match.sitters[$0]?.isBot == true }
        // a bot whose move failed tries again until its turn times out; the turn of a bot times out
        // like a person's
        if let bot, failures == 0 || left.map({ $0 > 0 }) != false {
            let what = "the bot can't move"
            Self.plan(table, after: settings.botPause, what, failures, until: due) { () throws(HostingError) in
                try await Self.moveBot(bot, table)
            }
        } else if let left, let seat = bot ?? status.turn.first {
            // wait 20 ms longer: the clock of another server may be ahead, and a timeout that comes
            // too early is refused
            let pause = Duration.milliseconds(max(0, left) + 20)
            Self.plan(table, after: pause, "the overdue turn can't be ended", failures) { () throws(HostingError) in
                guard try await !Self.timeOut(seat, table) else { return }
                // the turn isn't over after all, because the log was unreachable meanwhile
                try await table.ask { match in table.house.attend(table, match) }
            }
        } else {
            table.attendant.rest()
        }
    }

    /// Runs `action` after a pause. If `action` fails because of the rules, or because the log is
    /// unreachable, the next deadline is planned again.
    ///
    /// `end`: The time after which a retry would be too late.
    private static func plan(
        _ table: ActiveMatch, after pause: Duration, _ problem: String, _ failures: Int, until end: Timestamp? = nil,
        _ action: @escaping @Sendable () async throws(HostingError) -> Void
    ) {
        table.attendant.plan(after: pause) {
            do throws(HostingError) {
                try await action()
            } catch {
                table.house.report("\(table.id): \(problem): \(error.forTheServer ?? error.message)")
                lookAgain(table, failures + 1, behind: error, until: end)
            }
        }
    }

    /// The most failures in a row. After so many failures, nothing is planned until the match gets
    /// an entry or is loaded again.
    private static let mostFailures = 100

    private static func lookAgain(
        _ table: ActiveMatch, _ failures: Int, behind error: HostingError, until end: Timestamp? = nil
    ) {
        guard failures <= mostFailures else { return }
        // a log becomes reachable again, but rules that failed or ran out of time will fail again:
        // the pause between their attempts grows longer
        let doublings = if case .unavailable = error { 4 } else { 10 }
        var pause = table.house.settings.retryPause * (1 << min(failures - 1, doublings))
        if let left = end.map({ $0.milliseconds - Timestamp.now.milliseconds }), left > 0 {
            pause = min(pause, .milliseconds(left + 20))
        }
        table.attendant.plan(after: pause) {
            do throws(HostingError) {
                try await table.ask { match in table.house.attend(table, match, failures: failures) }
            } catch {
                lookAgain(table, failures + 1, behind: error, until: end)
            }
        }
    }

    private static func moveBot(_ seat: Int, _ table: ActiveMatch) async throws(HostingError) {
        let chosen = try await table.house.choose(for: seat, at: table)
        try await table.write(.random()) { match throws(HostingError) in
            guard try match.rules({ match throws(GameError) in try match.status.turn.contains(seat) }) else {
                return nil
            }
            if let chosen {
                // if the match has continued meanwhile, the new entry has planned the next deadline
                if match.hasGoneOn(after: chosen.turn.number) { return nil }
                do throws(HostingError) {
                    return try match.decide(chosen.text, seat: seat)
                } catch .illegalMove(let why) {
                    table.house.report(
                        "\(table.id): the bot at seat \(seat) chose \(chosen.text.excerpt), which isn't legal: \(why). "
                            + "A random move is played.")
                }
            }
            var bot = RandomBot(generator: SplitMix64(seed: .random(in: .min ... .max)))
            for _ in 1...Self.mostTries {
                do throws(HostingError) {
                    return try match.decideForBot(seat, &bot)
                } catch .illegalMove {
                    continue  // the rules reject this example of a typed move
                }
            }
            try match.play(.leave(seat: seat))
            return .leave(seat: seat)
        }
    }

    private static let mostTries = 20

    /// Ends a turn whose time is up. Returns false if no entry was written.
    static func timeOut(_ seat: Int, _ table: ActiveMatch) async throws(HostingError) -> Bool {
        let number = try await table.write(.random()) { match throws(HostingError) in
            guard let deadline = try match.deadline(),
                Timestamp.now >= table.house.end(of: deadline, turnLimit: match.opening.turnLimit ?? 0)
            else { return nil }
            let event = HostedEntry.Event.timeout(seat: seat)
            do throws(HostingError) {
                try match.check(event, at: .now)
            } catch .badRequest, .notPlaying {
                return nil  // somebody was quicker
            }
            try match.play(event)
            return event
        }
        return number != nil
    }
}

/// The next deadline of a match: a bot's move, or the end of a turn. A new plan replaces the old
/// one.
final class DeadlineScheduler: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Runs `action` after a pause, and cancels the action that was planned before.
    func plan(after pause: Duration, _ action: @escaping @Sendable () async -> Void) {
        // a longer pause would overflow the clock, which counts nanoseconds in 64 bits
        let pause = min(max(pause, .zero), .seconds(1_000_000_000))
        let next = Task {
            do { try await Task.sleep(for: pause) } catch { return }
            // a separate task, because `action` plans the next deadline, which cancels this task
            Task { await action() }
        }
        task.withLock { task in
            task?.cancel()
            task = next
        }
    }

    /// Cancels the planned action.
    func rest() {
        task.withLock { task in
            task?.cancel()
            task = nil
        }
    }
}
