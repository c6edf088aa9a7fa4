import Parlor

/// What a session shows between two lines of input: whom to hand the keyboard to, what happened, the board, whose turn it is.
extension PlaySession {
    var narrator: Narrator { Narrator(players: players) }

    /// Do several people share this screen who may not see everything of each other?
    var isSharingSecrets: Bool {
        guard lines.isInteractive, humans.count > 1, let status = try? match.status, status.outcome == nil else {
            return false
        }
        return match.script.hidden || match.script.secretive || match.script.dealt || status.isRound
    }

    /// Whose view is shown; nil for a spectator's. After the end of a match everything is open to everybody.
    var seatShown: Int? {
        if humans.count == 1 { return humans.first }
        return (try? match.status)?.outcome == nil ? seatToMove : nil
    }

    var prompt: String {
        let isOver = (try? match.status)?.outcome != nil
        let name = seatToMove.map(players.name) ?? (isOver ? "over" : "bots")
        return (screen.charset == .ascii ? SafeText(name).ascii : name) + "> "
    }

    func greet() {
        let script = match.script
        show(screen.lines("\(script.title): \(players.roster)", .title))
        if !script.summary.isEmpty { show(screen.lines(script.summary, .quiet)) }
        if script.chance != .none || !players.bots.isEmpty { show(screen.lines("Seed \(match.seed).", .quiet)) }
        if lines.isInteractive { show(screen.lines("Type a move or `help`.", .quiet)) }
    }

    static let interruptHint = "Ctrl-C again, or Ctrl-D, leaves the game."

    /// Ends the session, with a word to whoever sits there.
    func leave() {
        isLeaving = true
        guard lines.isInteractive else { return }
        let isOver = (try? match.status)?.outcome != nil
        let loss = "You left the match; it isn't kept. `save FILE` would have kept it."
        show(screen.lines(isOver || match.log.isEmpty ? "Goodbye." : loss))
    }

    // MARK: The turn

    /// Shows everything that the next player wants to know; then answers stand below.
    func showTurn() {
        answers.draw { drawTurn() }
        answers.release()
    }

    private func drawTurn() {
        isStale = false
        if isSharingSecrets, let seat = seatToMove, seat != viewer { handOver(to: seat) }
        if isLeaving { return }
        do {
            write("")
            show(screen.lines(try news(for: seatShown, key: isSharingSecrets ? viewer ?? 0 : 0)))
            show(try board(for: seatShown))
            showPrinted()
            show(try turnLines())
            try match.checkGoesOn()
        } catch {
            report(error)
        }
    }

    /// What was played since this was last told, up to the last ply that is complete.
    ///
    /// - Parameter key: under which it is kept what was told.
    private func news(for seat: Int?, key: Int) throws(GameError) -> String {
        let ply = try match.status.ply
        let first = min(told[key] ?? 0, ply)
        told[key] = ply
        return narrator.happened(try match.history(for: seat).prefix(ply).dropFirst(first))
    }

    /// Treats everything up to now as told.
    func forgetNews(to ply: Int) {
        for key in 0...match.seats { told[key] = min(told[key] ?? 0, ply) }
    }

    /// A word about what a command did; the board is shown anew.
    func note(_ sentence: String) {
        show(screen.lines(sentence, .quiet))
        isStale = true
    }

    func board(for seat: Int?) throws(GameError) -> [String] {
        let status = try match.status
        let last = try match.history(for: seat).prefix(status.ply).last
        let isLive = seat.map { status.turn.contains($0) && !players.bots.contains($0) } ?? false
        return try screen.board(match, for: seat, lastMove: last, showsHints: isLive)
    }

    func showPrinted() {
        show(FailureReport.printed(match.takePrinted()).flatMap { screen.lines($0, .quiet) })
    }

    private func turnLines() throws(GameError) -> [String] {
        let status = try match.status
        if let outcome = status.outcome { return screen.lines(narrator.ended(outcome), .title) }
        guard let seat = seatToMove else {
            let hint = lines.isInteractive ? ". Enter plays one move, `auto` the whole match." : ""
            return screen.lines(narrator.turn(status) + hint)
        }
        return screen.line(narrator.choices(of: seat, try match.legalMoves(for: seat)))
    }

    // MARK: Secrets at one keyboard

    /// What everybody may read of what the others did, for the screen between two players.
    private func showHappened() throws(GameError) {
        let waiting = match.log.dropFirst(try match.status.ply).map { "\(players.name($0.seat)) has moved." }
        let sentences = [try news(for: nil, key: 0)] + waiting
        show(screen.lines(sentences.filter { !$0.isEmpty }.joined(separator: " ")))
    }

    /// Clears the screen and waits until the next player sits there.
    private func handOver(to seat: Int) {
        let name = players.name(seat)
        write(screen.wipe)
        if viewer == nil { greet() } else { show(screen.lines(match.script.title, .title)) }
        answers.release()
        attempt { () throws(GameError) in try showHappened() }
        let sentence =
            viewer == nil ? "\(name) sits at the keyboard; nobody else looks." : "Hand the keyboard to \(name)."
        show(screen.lines("\(sentence) Press Enter."))
        var answer = lines.next(prompt: "")
        if answer == .interrupted {
            show(screen.lines(Self.interruptHint, .quiet))
            answer = lines.next(prompt: "")
        }
        switch answer {
        case .end, .interrupted: leave()
        case .text, .tooLong:
            write(screen.wipe)
            viewer = seat
        }
    }

    /// Asks before something is shown that others at this keyboard keep secret.
    func mayReveal() -> Bool {
        guard isSharingSecrets else { return true }
        show(screen.lines("That shows what others hide. Look? Type `yes`."))
        if case .text(let answer) = lines.next(prompt: "yes or no> ") {
            return ["y", "yes"].contains(answer.lowercased())
        }
        return false
    }

    // MARK: Completion

    /// The lines that what was typed so far may become.
    func candidates(for begun: String) -> [String] {
        let moves = (try? openMoves()) ?? []
        var all = moves.map { $0.typed == nil ? $0.text : $0.text + " " }
        for word in CommandWord.all {
            all.append(word.name + (word.takes.isEmpty ? "" : " "))
            all.append("/" + word.name)
        }
        let seats = players.names + (1...match.seats).map(String.init)
        all += seats.flatMap { ["view \($0)", "bot \($0) random", "bot \($0) off"] } + ["view spectator"]
        return all.filter { $0.hasPrefix(begun) && (!begun.isEmpty || !$0.hasPrefix("/")) }
    }
}
