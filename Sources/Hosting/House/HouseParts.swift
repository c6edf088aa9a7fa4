import GameRules
import Synchronization
import Values

/// What the tables of a house share.
final class HouseParts: Sendable {
    let log: any MatchLog
    let shelf: GameShelf
    let secret: HouseSecret
    let settings: HouseSettings
    let room = LuaRoom()
    let loaded: LoadedTables
    /// Hears of what players aren't told.
    let report: @Sendable (String) -> Void

    init(
        _ log: any MatchLog, _ shelf: GameShelf, _ secret: HouseSecret, _ settings: HouseSettings,
        _ report: @escaping @Sendable (String) -> Void
    ) {
        (self.log, self.shelf, self.secret, self.settings, self.report) = (log, shelf, secret, settings, report)
        loaded = LoadedTables(most: settings.mostTables)
    }

    /// Plans what falls due at a table: a bot's move, or the end of somebody's time. Every server that has the match in memory does;
    /// whoever writes first has done it.
    func attend(_ table: HostedTable, _ match: HostedMatch) {
        guard let status = try? match.match.status, (try? match.phase()) == .playing else {
            return table.attendant.rest()
        }
        if let bot = status.turn.first(where: { match.sitters[$0]?.isBot == true }) {
            return table.attendant.plan(after: settings.botPause) { await Self.moveBot(bot, table) }
        }
        guard let deadline = try? match.deadline(), let seat = status.turn.first else { return table.attendant.rest() }
        let left = deadline.milliseconds - Instant.now.milliseconds
        // a clock of another server may be ahead: better late than refused
        table.attendant.plan(after: .milliseconds(max(0, left) + 20)) { await Self.timeOut(seat, table) }
    }

    private static func moveBot(_ seat: Int, _ table: HostedTable) async {
        do throws(HostingError) {
            try await table.write(.random()) { match throws(HostingError) in
                guard try match.rules({ match throws(GameError) in try match.status.turn.contains(seat) }) else {
                    return nil
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
        } catch {
            table.house.report("the bot of \(table.id) can't move: \(error.forTheServer ?? error.message)")
        }
    }

    private static let mostTries = 20

    private static func timeOut(_ seat: Int, _ table: HostedTable) async {
        do throws(HostingError) {
            try await table.write(.random()) { match throws(HostingError) in
                let event = HostedEntry.Event.timeout(seat: seat)
                do throws(HostingError) {
                    try match.check(event, at: .now)
                } catch .badRequest, .notPlaying {
                    return nil  // somebody was quicker
                }
                try match.play(event)
                return event
            }
        } catch {
            table.house.report("the time of \(table.id) can't be ended: \(error.forTheServer ?? error.message)")
        }
    }
}
