import MessageWire
import Values

/// W1: every message of the longest game can be sent.
///
/// A log only grows, and so do the signatures beside it, so of all messages of a game the last one is the longest.
struct MessageSizeCheck: GameCheck {
    static let properties: [Property] = [.w1]

    /// Measures what no host would take.
    private static let unlimited = WireLimits(url: 1 << 24, plies: 1 << 16)

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        var random = run.generator(.w1)
        try run.go(through: run.messageGames, .w1, "games, by the length of their messages,") {
            played throws(Finding) in
            let game = try SignedGame(played, of: run.subject, .w1, using: &random)
            let length = try Self.length(of: game)
            run.figures.longestURL = max(run.figures.longestURL ?? 0, length)
            let limits = WireLimits()
            guard length <= limits.url else {
                throw game.finding(
                    .w1,
                    "The last message of a game of \(counted(plies: game.game.steps.count)) has \(length) characters; at most "
                        + "\(limits.url) can be sent. A ply takes \(try Self.growth(of: game, length)) characters.")
            }
            guard game.plies.count <= limits.plies else {
                throw game.finding(
                    .w1, "A game of \(game.plies.count) plies can't be read by others: at most \(limits.plies) can.")
            }
            run.note(.w1, times: game.plies.count + 1)
        }
    }

    private static func length(of game: SignedGame, after plies: Int? = nil) throws(Finding) -> Int {
        do {
            return try game.url(plies ?? game.plies.count, carrier: Carrier(limits: unlimited)).utf8.count
        } catch {
            throw Finding(error, standard: .w1, in: game.game)
        }
    }

    /// How much longer a message gets with each ply, with one decimal.
    private static func growth(of game: SignedGame, _ length: Int) throws(Finding) -> String {
        let played = game.plies.count - SignedGame.joins
        guard played > 0 else { return "0" }
        let first = try Self.length(of: game, after: SignedGame.joins)
        let tenths = (length - first) * 10 / played
        return "\(tenths / 10).\(tenths % 10)"
    }
}
