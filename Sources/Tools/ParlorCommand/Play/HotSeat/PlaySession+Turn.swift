import Parlor

/// What a session shows between two lines of input: whom to hand the keyboard to, what happened, the board, whose turn it is.
extension PlaySession {
    var narrator: Narrator { Narrator(players: players, drawn: console.drawnMoves) }

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

    var asked: String { seatToMove.map(players.name) ?? (isOver ? "over" : "bots") }

    func greet() {
        say("\(script.title): \(players.roster)", .title)
        if !script.summary.isEmpty { say(script.summary, .quiet) }
        if script.chance != .none || !players.bots.isEmpty { say("Seed \(match.seed).", .quiet) }
        if lines.isInteractive { say("Type a move or `help`.", .quiet) }
    }

    var wouldLoseMatch: Bool { !isOver && !match.log.isEmpty && !isKept }

    var lastWords: String? { (try? match.status)?.outcome?.sentence(players.name) }

    /// Ends the session, with a word to whoever sits there.
    func leave() {
        console.isLeaving = true
        guard lines.isInteractive else { return }
        if let keeper, wouldLoseMatch { return say(keeper) }
        let loss = "You left the match; \(kept == nil ? "it isn't kept" : "what was played since `save` isn't kept")."
        say(wouldLoseMatch ? loss + " `save FILE` would have kept it." : "Goodbye.")
    }

    /// Does the match lie in a file as it stands?
    private var isKept: Bool {
        kept.map { $0.elementsEqual(match.log) { $0.seat == $1.seat && $0.choice == $1.choice } } ?? false
    }

    // MARK: The turn

    func drawTurn() {
        if isSharingSecrets, let seat = seatToMove, seat != viewer { handOver(to: seat) }
        if console.isLeaving { return }
        do {
            show([StyledLine()])
            say(try newsAgain(for: seatShown, key: isSharingSecrets ? viewer ?? 0 : 0))
            show(try board(for: seatShown))
            showPrinted()
            answers.place(try turnLines(), in: .standing)
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
        let fresh = try match.history(for: seat).prefix(ply).dropFirst(first)
        // after many plies at once the board is to be seen, not a wall of moves
        guard lines.isInteractive, fresh.count > Self.mostPliesTold else { return narrator.happened(fresh) }
        let last = fresh.suffix(Self.pliesToldOfMany)
        return "\(fresh.count - last.count) earlier plies are left out: `history` lists them. "
            + narrator.happened(last)
    }

    /// A round of many bots is still told whole.
    static let mostPliesTold = 12
    private static let pliesToldOfMany = 5

    /// The news, which on a screen in place stay as long as the match stands where it does.
    private func newsAgain(for seat: Int?, key: Int) throws(GameError) -> String {
        let (words, ply) = (try news(for: seat, key: key), try match.status.ply)
        guard screen.isInPlace else { return words }
        if words.isEmpty, let last = lastNews, last.ply == ply, last.seat == seat { return last.words }
        lastNews = (ply, seat, words)
        return words
    }

    /// Treats everything up to now as told.
    func forgetNews(to ply: Int) {
        for key in 0...match.seats { told[key] = min(told[key] ?? 0, ply) }
    }

    func board(for seat: Int?) throws(GameError) -> [StyledLine] {
        let status = try match.status
        let last = try match.lastPly(for: seat)
        let isLive = seat.map { status.turn.contains($0) && !players.bots.contains($0) } ?? false
        return try screen.board(
            match, for: seat, names: players.seatNames, lastMove: last, showsHints: isLive, images: images())
    }

    /// The pictures of the match. Those of one that is over aren't held.
    private func images() -> SceneImages {
        let folder = match.script.folder.url
        if isOver {
            matchImages = nil
            return assets.images(of: folder, isKept: false).forDrawing
        }
        if let matchImages, matchImages.match == ObjectIdentifier(match) { return matchImages.images.forDrawing }
        let images = assets.images(of: folder)
        matchImages = (ObjectIdentifier(match), images)
        return images.forDrawing
    }

    func showPrinted() {
        for printout in match.takePrintouts() {
            show(FailureReport.printed(printout.text, hook: printout.hook).flatMap { screen.lines($0, .quiet) })
        }
    }

    private func turnLines() throws(GameError) -> [StyledLine] {
        let status = try match.status
        if let outcome = status.outcome {
            let next =
                lines.isInteractive
                ? screen.lines("What next: `rematch`, `new`, `undo`, `rules` or `quit`?", .quiet) : []
            return screen.lines(outcome.sentence(players.name), .title) + next
        }
        guard let seat = seatToMove else {
            let hint = lines.isInteractive ? ". Enter plays one move, `auto` the whole match." : ""
            return screen.lines(narrator.turn(status) + hint)
        }
        let moves = try match.legalMoves(for: seat)
        console.drawnMoves.learn(from: moves)
        let asking = Asking(
            name: players.name(seat), moves: moves,
            prompts: try match.prompts(for: seat, names: players.seatNames), answer: forcedAnswer(among: moves))
        return screen.line(asking.line)
    }

    // MARK: Secrets at one keyboard

    /// What everybody may read of what the others did, for the screen between two players.
    private func showHappened() throws(GameError) {
        let waiting = match.log.dropFirst(try match.status.ply).map { "\(players.name($0.seat)) has moved." }
        let sentences = [try news(for: nil, key: 0)] + waiting
        say(sentences.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// The next player sits down, and reads what everybody may read.
    private func handOver(to seat: Int) {
        let isThere = console.handOver(
            to: players.name(seat), isFirst: viewer == nil,
            heading: {
                viewer == nil ? greet() : say(script.title, .title)
                say(handOverReason, .quiet)
            },
            news: { attempt { try showHappened() } })
        if isThere { viewer = seat } else { leave() }
    }
}
