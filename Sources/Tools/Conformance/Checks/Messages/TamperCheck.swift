import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// W2: however a message is changed on its way, the reader's match stays unchanged.
struct TamperCheck: GameCheck {
    static let properties: [Property] = [.w2]

    /// Returns the number of forged messages.
    var forgeries: (Effort) -> Int = { $0 == .quick ? 200 : 5000 }
    /// The number of forgeries of one message that one receiver gets.
    private static let batch = 40

    /// Creates a reader of a match's messages, by a game's script, as the inviter or as a
    /// spectator.
    var receiver: (SignedGame, GameScript, Bool) throws -> any MessageReceiver = { game, script, isInviter in
        try TableReceiver(game, of: script, isInviter: isInviter)
    }

    init() {}

    func check(_ run: CheckRun) throws(Finding) {
        var random = run.generator(.w2)
        var games: [SignedGame] = []
        for (number, played) in run.messageGames.enumerated() where number == 0 || run.hasTime && run.effort == .full {
            games.append(try SignedGame(played, of: run.subject, .w2, using: &random))
        }
        guard let first = games.first else { return }
        // another match with the same id, as an attacker would make it with other keys
        games.append(
            try SignedGame(first.game, of: run.subject, id: first.identity.id, .w2, using: &random))
        let batches = forgeries(run.effort) / Self.batch
        try run.go(through: 0..<batches, .w2, "batches of \(Self.batch) forged messages") { number throws(Finding) in
            let index = number % max(1, games.count - 1)
            let other = games[(index + 1) % games.count]
            let times = try attack(games[index], other: other, run.subject.script, using: &random)
            run.note(.w2, times: times)
        }
    }

    /// Sends forged versions of one message, and then the message itself.
    ///
    /// - Returns: The number of forged messages that were sent.
    private func attack(
        _ game: SignedGame, other: SignedGame, _ script: GameScript, using random: inout SplitMix64
    ) throws(Finding) -> Int {
        let count = Int.random(in: 1...game.plies.count, using: &random)
        var sent = 0
        do {
            let others = [try other.url(Int.random(in: 0...other.plies.count, using: &random))]
            let tampering = try Tampering(game, after: count, others: others, using: &random)
            let genuine = try game.log(count)
            let isInviter = game.sender(count) != game.identity.setup.inviterSeat && Bool.random(using: &random)
            var receiver = try self.receiver(game, script, isInviter)
            _ = receiver.read(try game.url(count - 1))
            for _ in 0..<Self.batch {
                guard !ProcessorBudget.isUsedUp, let forgery = try tampering.forgery(using: &random) else { continue }
                let before = receiver.standing
                let verdict = receiver.read(forgery.url)
                sent += 1
                let after = receiver.standing
                // a whole message of another match may change that match, but no other match
                if after == before || forgery.isWhole && after[game.identity.id] == before[game.identity.id] {
                    continue
                }
                guard case .adopt(let adoption) = verdict, adoption.signedLog == genuine,
                    after.count == before.count
                else {
                    throw game.finding(
                        .w2,
                        "A message with \(forgery.what) changed the match of its reader. The verdict was "
                            + "\(verdict.code), expected a rejection. Ply \(count) of the log was on its way.",
                        plies: count)
                }
                // this forgery has the same meaning as the genuine message, so the receiver has
                // rightly accepted it: send the other forgeries to a new receiver
                receiver = try self.receiver(game, script, isInviter)
                _ = receiver.read(try game.url(count - 1))
            }
            let verdict = receiver.read(tampering.url)
            guard receiver.standing[game.identity.id]?.signedLog == genuine else {
                throw game.finding(
                    .w2,
                    "After \(sent) forged messages the genuine one wasn't adopted. The verdict was \(verdict.code), "
                        + "expected adopt.", plies: count)
            }
        } catch {
            throw Finding(error, standard: .w2, in: game.game)
        }
        return sent
    }
}
