import MatchSessions
import MessageHost
import Parlor
import Simulation

// What bots play on phones.
extension ChatSession {
    var hasOnlyBots: Bool { world.people.allSatisfy(bots.contains) }

    func botToMove() throws -> String? { bots.sorted().first(where: canMove) }

    func nextToMove() throws -> String? { world.people.first(where: canMove) }

    /// Plays one move for a person and sends it, unless they move again.
    func playAnyMove(for mover: String) throws -> Int? {
        guard let phone = world.devices.first(where: { $0.person == mover }) else { return nil }
        let moves = phone.legalMoves(of: game, in: chat)
        console.drawnMoves.learn(from: moves)
        guard let move = bot.choose(from: moves) else { return nil }
        let before = phone.match(of: game, in: chat)?.record
        let kept = person
        person = mover
        defer { person = kept }
        try touch(bot.text(of: move))
        // what the script refuses or fails at changes nothing, and would be tried for ever
        let after = phone.match(of: game, in: chat)?.record
        let isDrafted = after?.draft?.url != before?.draft?.url || moves == [.answer]
        guard after?.signedLog.head != before?.signedLog.head || isDrafted else { return nil }
        if !isMovingOn(mover) { try sendDraft(of: mover) }
        return 1
    }

    func settleBots() { settleQuickly() }

    /// Is the match over, and everything told that ended it?
    var isOver: Bool {
        device.match(of: game, in: chat)?.status.outcome != nil && device.legalMoves(of: game, in: chat).isEmpty
    }

    // MARK: A game that bots play

    func introduceDemonstration() {
        greet()
        say("Nobody is typing, so bots play on simulated phones. The same seed plays the same game.", .quiet)
    }

    func beginDemonstration() throws { try beginQuickly() }

    func showDemonstration(of mover: String) {
        person = mover
        shareTime()
        showTurn()
    }
}
