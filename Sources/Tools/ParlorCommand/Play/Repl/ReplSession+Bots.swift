import Parlor

// Bots, which play at random, the same way in every mode.
extension ReplSession {
    /// Plays what is the bots' to play, as long as people play too; there is an end. Among bots alone, one move.
    func playBots() throws {
        var played = 0
        while !botsRest, let mover = try botToMove(), !Interrupts.take() {
            guard played < mostPlies else {
                botsRest = true
                return note("The bots rest after \(counted(plies: played)) of their own; Enter lets them go on.")
            }
            guard try playAnyMove(for: mover) != nil else { return }
            played += 1
            isStale = true
            if hasOnlyBots { return }
        }
    }

    /// Random moves for whoever is to move.
    ///
    /// - Returns: how many plies that made: as many as asked for, or fewer where nobody can move.
    func playPlies(atMost limit: Int) throws -> Int {
        var played = 0
        // the first line soon, since people wait for it, and the others seldom
        var due = ContinuousClock.now + min(console.progressInterval, .milliseconds(250))
        defer { answers.showProgress(nil) }
        while played < limit, !Interrupts.take(), let mover = try nextToMove(),
            let plies = try playAnyMove(for: mover)
        {
            played += plies
            guard lines.isInteractive, ContinuousClock.now >= due else { continue }
            due = ContinuousClock.now + console.progressInterval
            answers.showProgress(StyledLine("Bots play: \(counted(plies: played)) so far. Ctrl-C stops them."))
        }
        return played
    }

    /// Lets bots play for everybody: so many plies, or to the end.
    func auto(_ count: Int?) throws {
        let played = try playPlies(atMost: count ?? mostPlies)
        settleBots()
        isStale = true
        guard played < count ?? .max, !isOver else { return }
        note(
            played == 0
                ? "Nobody can move now." : "The match isn't over after \(counted(played, "move")); `auto` goes on.")
    }

    /// One whole game played by bots: what a program shows that nobody talks to. Nothing is read, so all of it happens on a thread
    /// that Lua may run on.
    ///
    /// - Returns: the exit code.
    func demonstrate() -> Int32 { LuaThread.run { playDemonstration() } }

    private func playDemonstration() -> Int32 {
        answers.draw { introduceDemonstration() }
        var played = 0
        attempt {
            try beginDemonstration()
            while played < min(mostPlies, 1000), let mover = try nextToMove() {
                showDemonstration(of: mover)
                let plies = try playPlies(atMost: 1)
                guard plies > 0 else { break }  // where moves fail, they will fail again
                played += plies
            }
        }
        if !isOver { refuse("The game isn't over after \(counted(plies: played)).") }
        showTurn()
        endLine()
        answers.release()
        return console.hasFailed ? 1 : 0
    }
}
