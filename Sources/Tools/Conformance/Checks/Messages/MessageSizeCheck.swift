import GameRules
import MessageProtocol
import Values

/// W1: every message of the longest game can be sent.
///
/// A log and the signatures beside it only grow, so the last message of a game is the longest. The
/// longest game is measured a second time with the longest text for each typed move, because
/// players may type longer texts than the examples of the move.
struct MessageSizeCheck: GameCheck {
    static let properties: [Property] = [.w1]

    /// The limits for measuring messages that no host would accept.
    private static let unlimited = WireLimits(url: 1 << 24, plies: 1 << 16)

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        var random = run.generator(.w1)
        let wordy = try run.messageGames.first.flatMap { longest throws(Finding) in try Self.wordiest(longest, run) }
        try run.go(
            through: run.messageGames + [wordy].compactMap(\.self), .w1, "games, by the length of their messages,"
        ) {
            played throws(Finding) in
            let game = try SignedGame(played, of: run.subject, .w1, using: &random)
            let length = try Self.length(of: game)
            run.figures.longestURL = max(run.figures.longestURL ?? 0, length)
            let limits = WireLimits()
            guard length <= limits.url else {
                throw game.finding(
                    .w1,
                    "The last message of a game of \(counted(plies: game.game.steps.count)) has \(length) characters. "
                        + "At most \(limits.url) can be sent. A ply takes "
                        + "\(try Self.growth(of: game, length)) characters.")
            }
            guard game.plies.count <= limits.plies else {
                throw game.finding(
                    .w1, "A game of \(game.plies.count) plies can't be read by others. At most \(limits.plies) can.")
            }
            run.note(.w1, times: game.plies.count + 1)
        }
    }

    /// Returns the game with each typed text replaced by the longest text that is allowed; nil if
    /// no text gets longer. The game ends as soon as its next step isn't legal any more.
    private static func wordiest(_ played: PlayedGame, _ run: CheckRun) throws(Finding) -> PlayedGame? {
        var steps: [Step] = []
        var isLonger = false
        do throws(GameError) {
            let match = try Match(
                of: run.subject.script, seats: played.setup.seats, options: played.setup.options,
                seed: played.setup.seed)
            for step in played.steps where !run.isOver {
                if let longer = try wordiest(step, in: match), (try? match.play(longer)) != nil {
                    isLonger = true
                    steps.append(longer)
                } else if (try? match.play(step)) != nil {
                    steps.append(step)
                } else {
                    break
                }
            }
        } catch {
            throw Finding(error, standard: .w1, in: played)
        }
        return isLonger ? PlayedGame(setup: played.setup, steps: steps) : nil
    }

    private static func wordiest(_ step: Step, in match: Match) throws(GameError) -> Step? {
        guard case .move(let name, .string(let text)) = step.action,
            let move = try match.legalMoves(for: step.seat).first(where: { $0.name == name && $0.typed?.kind == .text }
            ),
            let most = move.typed.map({ $0.most ?? TypedArgument.mostCharacters }), text.count < most
        else { return nil }
        return Step(seat: step.seat, move, argument: .string(String(repeating: "x", count: most)))
    }

    private static func length(of game: SignedGame, after plies: Int? = nil) throws(Finding) -> Int {
        do {
            return try game.url(plies ?? game.plies.count, carrier: MessageURLCoder(limits: unlimited)).utf8.count
        } catch {
            throw Finding(error, standard: .w1, in: game.game)
        }
    }

    /// Returns how much longer a message gets with each ply, with one decimal.
    private static func growth(of game: SignedGame, _ length: Int) throws(Finding) -> String {
        let played = game.plies.count - SignedGame.joins
        guard played > 0 else { return "0" }
        let first = try Self.length(of: game, after: SignedGame.joins)
        let tenths = (length - first) * 10 / played
        return "\(tenths / 10).\(tenths % 10)"
    }
}
