import GameRules
import Values

/// A turn as the seat of a bot may see it: all that ``MatchServiceSettings/bot`` is told.
public struct BotTurn: Sendable {
    /// The match.
    public let match: HostedMatchID
    /// The id of its game.
    public let game: String
    /// The bot's seat, from 1.
    public let seat: Int
    /// How many seats there are.
    public let seats: Int
    /// The seat's view, as the script's `view` gives it; without one, the state with the seat's own part of `state.secret` alone.
    public let view: Value
    /// The seat's legal moves, in canonical order. A move that is `typed` is its name and an argument.
    public let moves: [Move]
    /// The number of the entry that the match stands at.
    let number: Int
}

extension HostedMatch {
    /// Returns the turn as a bot's seat may see it; nil if the seat isn't to move.
    func turn(of seat: Int) throws(HostingError) -> BotTurn? {
        guard try phase() == .playing, sitters[seat]?.isBot == true else { return nil }
        return try rules { match throws(GameError) in
            guard try match.status.turn.contains(seat) else { return nil }
            return BotTurn(
                match: id, game: script.id, seat: seat, seats: opening.seats, view: try match.view(for: seat),
                moves: try match.legalMoves(for: seat), number: number)
        }
    }
}

extension MatchDependencies {
    /// The move that the embedder's bot chose; nil without one, for none, and where it takes too long.
    func choose(for seat: Int, at table: ActiveMatch) async throws(HostingError) -> (turn: BotTurn, text: String)? {
        guard let bot = settings.bot else { return nil }
        let asked = try await table.ask { match throws(HostingError) in (try match.turn(of: seat), try match.deadline())
        }
        guard let turn = asked.0 else { return nil }
        var time = settings.botTime
        if let left = asked.1.map({ $0.milliseconds - Instant.now.milliseconds }) {
            time = min(time, .milliseconds(max(0, left)))
        }
        guard let text = await Self.answer(within: time, { await bot(turn) }) else {
            report("\(table.id): the bot at seat \(seat) chose no move within \(time): a random one is played")
            return nil
        }
        return text.map { (turn, $0) }
    }

    /// The answer of something that may never answer; nil if it takes longer. It is cancelled then, and nobody waits for its end.
    private static func answer<R: Sendable>(
        within time: Duration, _ body: @escaping @Sendable () async -> R
    ) async -> R? {
        let (answers, continuation) = AsyncStream<R?>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let thinking = Task { continuation.yield(await body()) }
        let time = min(max(time, .zero), .seconds(1_000_000_000))
        let alarm = Task {
            try? await Task.sleep(for: time)
            continuation.yield(nil)
        }
        defer {
            thinking.cancel()
            alarm.cancel()
        }
        for await answer in answers { return answer }
        return nil
    }
}
