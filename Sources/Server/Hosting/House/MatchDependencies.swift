import GameRules
import Synchronization
import Values

/// What the tables of a house share.
final class MatchDependencies: Sendable {
    let log: any MatchLog
    let shelf: GameRegistry
    let secret: ServerSecret
    let settings: MatchServiceSettings
    let room = ScriptExecutor()
    /// Who looks for a match of a game, one after the other: two who come at once shall meet.
    let seekers: [String: AsyncMutex]
    let loaded: MatchCache
    /// When the log was found away last; in the beginning, when the house began.
    private let lastAway = Mutex(Instant.now)
    /// Hears of what players aren't told.
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

    /// An error of the log, as whoever asks is told of it.
    func failure(_ error: MatchLogError) -> HostingError {
        if case .unavailable = error { lastAway.withLock { $0 = .now } }
        return HostingError(error)
    }

    /// When a turn of a match ends by itself: not while nobody can move because the server or its log is away, and for a while
    /// behind that.
    func end(of deadline: Instant, turnLimit: Int) -> Instant {
        max(deadline, lastAway.withLock { $0 }.adding(seconds: min(turnLimit, settings.graceSeconds)))
    }
}

// What falls due at a table by itself: a bot's move, the end of somebody's time.
extension MatchDependencies {
    /// Plans what falls due next. Every server that has the match in memory does; whoever writes first has done it.
    ///
    /// `failures`: How often in a row it has failed.
    func attend(_ table: ActiveMatch, _ match: HostedMatch, failures: Int = 0) {
        guard let status = try? match.match.status, (try? match.phase()) == .playing else {
            return table.attendant.rest()
        }
        let due = (try? match.deadline()).map { end(of: $0, turnLimit: match.opening.turnLimit ?? 0) }
        let left = due.map { $0.milliseconds - Instant.now.milliseconds }
        let bot = status.turn.first { match.sitters[$0]?.isBot == true }
        // a bot that can't move has the time that everybody has
        if let bot, failures == 0 || left.map({ $0 > 0 }) != false {
            let what = "the bot can't move"
            Self.plan(table, after: settings.botPause, what, failures, until: due) { () throws(HostingError) in
                try await Self.moveBot(bot, table)
            }
        } else if let left, let seat = bot ?? status.turn.first {
            // a clock of another server may be ahead: better late than refused
            let pause = Duration.milliseconds(max(0, left) + 20)
            Self.plan(table, after: pause, "a turn's time can't be ended", failures) { () throws(HostingError) in
                guard try await !Self.timeOut(seat, table) else { return }
                // it isn't over yet after all: the log was away meanwhile
                try await table.ask { match in table.house.attend(table, match) }
            }
        } else {
            table.attendant.rest()
        }
    }

    /// Does something after a while. Where it fails, because of the rules or of a log that is away, what falls due is looked up again.
    ///
    /// `end`: When it will be too late.
    private static func plan(
        _ table: ActiveMatch, after pause: Duration, _ problem: String, _ failures: Int, until end: Instant? = nil,
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

    /// So often; whoever asks for the match begins it anew.
    private static let mostFailures = 100

    private static func lookAgain(
        _ table: ActiveMatch, _ failures: Int, behind error: HostingError, until end: Instant? = nil
    ) {
        guard failures <= mostFailures else { return }
        // a log comes back; rules that fail, or take all the time that they may, will do so again
        let doublings = if case .unavailable = error { 4 } else { 10 }
        var pause = table.house.settings.retryPause * (1 << min(failures - 1, doublings))
        if let left = end.map({ $0.milliseconds - Instant.now.milliseconds }), left > 0 {
            pause = min(pause, .milliseconds(left + 20))
        }
        table.attendant.plan(after: pause) {
            do throws(HostingError) {
                try await table.ask { match in table.house.attend(table, match, failures: failures) }
            } catch {
                lookAgain(table, failures + 1, behind: error)
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
                // whoever moved meanwhile has planned the next look at this seat
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
                    continue  // an example that the rules refuse here
                }
            }
            try match.play(.leave(seat: seat))
            return .leave(seat: seat)
        }
    }

    private static let mostTries = 20

    /// Ends a turn whose time is over; false if it isn't.
    static func timeOut(_ seat: Int, _ table: ActiveMatch) async throws(HostingError) -> Bool {
        let number = try await table.write(.random()) { match throws(HostingError) in
            guard let deadline = try match.deadline(),
                Instant.now >= table.house.end(of: deadline, turnLimit: match.opening.turnLimit ?? 0)
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

/// Looks after what falls due at a table: a bot's move, the end of somebody's time. One thing at a time; the next takes its place.
final class DeadlineScheduler: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Does `action` after a while, instead of what was to be done.
    func plan(after pause: Duration, _ action: @escaping @Sendable () async -> Void) {
        // the clock reckons in nanoseconds of 64 bits
        let pause = min(max(pause, .zero), .seconds(1_000_000_000))
        let next = Task {
            do { try await Task.sleep(for: pause) } catch { return }
            // as a task of its own: what it does plans the next thing, and would cancel itself
            Task { await action() }
        }
        task.withLock { task in
            task?.cancel()
            task = next
        }
    }

    /// Nothing falls due.
    func rest() {
        task.withLock { task in
            task?.cancel()
            task = nil
        }
    }
}
