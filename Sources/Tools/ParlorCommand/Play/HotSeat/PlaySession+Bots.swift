import Parlor

// What bots play at one keyboard.
extension PlaySession {
    var hasOnlyBots: Bool { humans.isEmpty }

    /// A bot as long as people play too: else somebody says when.
    func botToMove() throws -> Int? {
        hasOnlyBots ? nil : try match.status.turn.first(where: players.bots.contains)
    }

    func nextToMove() throws -> Int? { try match.status.turn.first }

    func playAnyMove(for seat: Int) throws -> Int? {
        let before = try match.status.ply
        try timed { () throws(GameError) in try bot.play(match, seat: seat) }
        return try match.status.ply - before
    }

    // MARK: A game that bots play

    func introduceDemonstration() {
        players.bots = Set(1...match.seats)
        greet()
        let mode = script.seats.upperBound > 1 ? " --hot-seat" : ""
        let command = "parlor play \(script.id)\(mode) --seed \(match.seed)"
        say("Nobody is typing, so bots play. The same seed plays the same game:", .quiet)
        say("  \(command) < /dev/null")
    }

    func showDemonstration(of seat: Int) { showTurn() }
}
