import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Values

/// W1: every message can be read in time.
///
/// A reader has the time `ProcessorBudget.message` for a whole message. A device doesn't sign a log
/// that takes over 0.5 s to replay, so a match that reaches that limit can't continue.
struct MessageCostCheck: GameCheck {
    static let properties: [Property] = [.w1]

    private static let share = ProcessorBudget.message.forSigning
    /// The time for making all slow games together.
    private static let patience = ProcessorBudget(.seconds(10))
    private static let mostSetups = 3

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        var random = run.generator(.w1)
        var seen: Set<[String: Value]> = []
        let games = run.messageGames.filter { seen.insert($0.setup.options).inserted }
        try Self.patience.run { () throws(Finding) in
            try run.go(
                through: games.prefix(Self.mostSetups), .w1, "games, by the time that slow moves take,"
            ) { game throws(Finding) in try check(game, run, using: &random) }
        }
    }

    private func check(_ played: PlayedGame, _ run: CheckRun, using random: inout SplitMix64) throws(Finding) {
        let empty = try SignedGame(played, of: run.subject, .w1, using: &random)
        let length: Int
        do {
            length = try empty.url(SignedGame.joins).utf8.count
        } catch {
            throw Finding(error, standard: .w1, in: played)
        }
        let room = (WireLimits().url - length) / 4 * 3
        if let slow = Self.slowGame(of: run.subject.script, played.setup, room: room, using: &random) {
            var finding = Finding(.w1, Self.sentence(slow))
            (finding.setup, finding.steps) = (slow.setup, slow.steps)
            throw finding
        }
        run.note(.w1)
    }

    /// Returns a game that takes too long to replay; nil if none was found. Also returns nil if the
    /// script fails, which other checks report, or if the time for making the game is over.
    private static func slowGame(
        of script: GameScript, _ setup: GameSetup, room: Int, using random: inout SplitMix64
    ) -> SlowestGame? {
        guard var game = try? SlowestGame(of: script, setup) else { return nil }
        // The result depends on the time of a full replay. The time that was measured while the
        // game was made is only an estimate of that time. If the estimate was too high, as on a
        // busy machine, the game is continued until the estimate exceeds the limit by a larger
        // factor.
        for excess in [1, 1.5, 2, 3] {
            guard (try? game.play(room: room, until: share.seconds * excess, using: &random)) != nil,
                game.seconds > share.seconds
            else { return nil }
            if let seconds = try? game.replayed(), seconds > share.seconds { return game }
        }
        return nil
    }

    private static func sentence(_ game: SlowestGame) -> String {
        let worst = game.worst.map { ". The slowest move was \($0.step), with \(rounded($0.seconds)) s" } ?? ""
        return
            "Players can make a match that nobody can read in time. \(counted(plies: game.steps.count)) took \(rounded(game.seconds)) s of processor time to replay, and "
            + "at most \(share.seconds) s may be signed\(worst). A message has room for more such moves."
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
