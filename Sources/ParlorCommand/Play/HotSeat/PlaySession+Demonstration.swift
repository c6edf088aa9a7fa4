import Parlor

/// One whole game played by bots: what a program shows that nobody talks to.
extension PlaySession {
    /// Plays to the end and shows every turn.
    ///
    /// - Returns: the exit code.
    func demonstrate() -> Int32 {
        players.bots = Set(1...match.seats)
        let command = "parlor play \(match.script.id) --seed \(match.seed)"
        answers.draw {
            greet()
            show(screen.lines("Nobody is typing, so bots play. The same seed plays the same game:", .quiet))
            show(screen.lines("  \(command) < /dev/null"))
        }
        do {
            while try match.status.outcome == nil {
                guard try match.status.ply < min(mostPlies, 1000) else {
                    refuse("The game isn't over after \(try match.status.ply) plies.")
                    break
                }
                showTurn()
                try auto(1)
            }
        } catch {
            report(error)
        }
        showTurn()
        return hasFailed ? 1 : 0
    }
}
