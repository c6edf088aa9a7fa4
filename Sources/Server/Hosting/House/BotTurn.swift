import GameRules
import Values

/// A turn as a bot's seat may see it: the argument of ``MatchServiceSettings/bot``.
public struct BotTurn: Sendable {
    /// The match.
    public let match: HostedMatchID
    /// The id of its game.
    public let game: String
    /// The bot's seat, from 1.
    public let seat: Int
    /// The number of seats.
    public let seats: Int
    /// The result of the script's `view` for the seat. Without `view`, the state with only the
    /// seat's own part of `state.secret`.
    public let view: Value
    /// The seat's legal moves, in canonical order. A `typed` move consists of its name and an
    /// argument.
    public let moves: [Move]
    /// The number of the match's last entry.
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
    /// Returns the move that ``MatchServiceSettings/bot`` chooses; nil if there is no such
    /// function, if the function chooses no move, or if it takes too long.
    func choose(for seat: Int, at table: ActiveMatch) async throws(HostingError) -> (turn: BotTurn, text: String)? {
        guard let bot = settings.bot else { return nil }
        let asked = try await table.ask { match throws(HostingError) in (try match.turn(of: seat), try match.deadline())
        }
        guard let turn = asked.0 else { return nil }
        var time = settings.botTime
        if let left = asked.1.map({ $0.milliseconds - Timestamp.now.milliseconds }) {
            time = min(time, .milliseconds(max(0, left)))
        }
        guard let text = await Self.answer(within: time, { await bot(turn) }) else {
            report("\(table.id): the bot at seat \(seat) chose no move within \(time): a random one is played")
            return nil
        }
        return text.map { (turn, $0) }
    }

    /// Returns the result of `body`; nil if `body` takes longer than `time`. In that case `body` is
    /// cancelled, and this function doesn't wait until `body` has ended.
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
