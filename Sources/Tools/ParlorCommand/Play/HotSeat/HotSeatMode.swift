import Foundation
import Parlor

/// A match at one keyboard: asks for lines, plays moves, shows what happened. It reads only from a
/// ``LineSource`` and writes only to two closures, so a test can be the player.
final class HotSeatMode: ReplMode {
    let console: Console
    /// Reads the script from the disk again.
    let readScript: () throws(GameError) -> GameScript
    /// The watch for changes of the script; nil if none is wanted.
    let watch: FolderWatch?
    /// The cache of pictures, and the pictures of the match.
    let assets = AssetStore()
    var matchImages: (match: ObjectIdentifier, images: MatchImages)?

    var match: Match
    var players: Players
    var bot: RandomBot
    /// Whether bots wait for a person after one of their moves failed.
    var botsRest = false
    /// The time and the instructions of the last turn.
    var lastTurn: (time: Duration, instructions: UInt64)?
    /// The seat whose player is at the keyboard, if the match has secrets. The secrets of other
    /// seats must not be shown.
    var viewer: Int?
    /// The number of plies that the news have covered, for each seat. If the match has no secrets,
    /// all players read the same news, under the key 0.
    var told: [Int: Int] = [:]

    /// The log as it was last saved or loaded; nil if the match is in no file.
    var kept: [LogEntry]?
    /// The last sentence of the session if the match isn't over and is stored in a file
    /// nevertheless.
    var keeper: String?
    /// The last news, to be shown again when a screen in place is redrawn.
    var lastNews: (ply: Int, seat: Int?, words: String)?

    var mostPlies = 10_000

    init(
        match: Match, players: Players, screen: Screen, lines: any LineSource, write: @escaping (String) -> Void,
        complain: @escaping (String) -> Void, readScript: @escaping () throws(GameError) -> GameScript,
        watch: FolderWatch? = nil
    ) {
        self.match = match
        self.players = players
        console = Console(screen: screen, lines: lines, write: write, complain: complain)
        self.readScript = readScript
        self.watch = watch
        bot = RandomBot(seed: match.seed)
        prepare(match)
    }

    /// Prepares a match for authors: detects illegal writes to the state and counts instructions.
    func prepare(_ match: Match) {
        match.luaStates.isWatchful = true
        match.luaStates.countsInstructions = true
    }

    var script: GameScript { match.script }

    var isOver: Bool { (try? match.status)?.outcome != nil }

    /// The hint for a first-time user; nil for others.
    var hint: String?

    // MARK: The loop

    func open() {
        if isSharingSecrets { return }  // the first hand-over greets
        if screen.isInPlace {
            say(hint ?? "\(script.title): \(players.roster). Seed \(match.seed).")
        } else {
            answers.draw {
                greet()
                if let hint { say(hint, .quiet) }
            }
        }
    }

    /// Lets bots play their moves.
    func prepare() {
        do {
            try playBots()
        } catch {
            botsRest = true
            report(error)
        }
    }

    /// Draws again on Enter alone. If only bots play, lets them make a move.
    func enter() throws {
        guard lines.isInteractive else { return }
        isStale = true
        botsRest = false
        if humans.isEmpty { try auto(1) }
    }

    // MARK: Moves

    /// The seats that people play and that haven't left.
    var humans: [Int] {
        let gone = (try? match.status.gone) ?? []
        return (1...match.seats).filter { !players.bots.contains($0) && !gone.contains($0) }
    }

    /// The seat whose player is asked now; nil if the match is over or only bots play.
    var seatToMove: Int? { (try? match.status)?.turn.first { !players.bots.contains($0) } }

    func openMoves() throws(GameError) -> [Move] {
        guard let seat = seatToMove else { return [] }
        return try match.legalMoves(for: seat)
    }

    func play(_ move: Move, typed text: String) throws { try play(text) }

    /// Plays the text, because the rules explain best why it isn't a legal move now.
    func takeUnknown(_ text: String, isMarked: Bool) {
        if isMarked {
            return refuse(Self.commands.unknown(text.split(separator: " ").first.map { $0.lowercased() } ?? ""))
        }
        rememberMove(text)
        attempt { try play(text) }
    }

    private func play(_ text: String) throws(GameError) {
        guard let seat = seatToMove else {
            return refuse(
                isOver
                    ? "The game is over. Type `rematch`, `new`, `undo` or `quit`."
                    : "Only bots play: try `auto`.")
        }
        do throws(GameError) {
            try timed { () throws(GameError) in _ = try match.playGoingOn(text, seat: seat) }
            if let failure = match.rules.lastFailure { report(failure, "The match is over as a tie.") }
        } catch {
            guard case .rejected(let rejection) = error else { throw error }
            let moves = (try? openMoves()) ?? []
            let seen = try match.history(for: seatShown).map {
                MoveRefusal.Played(name: players.name($0.seat), text: $0.text, move: $0.name)
            }
            let refusal = MoveRefusal(text: text, moves: moves, history: seen)
            let hint = refusal.hint(Self.commands) ?? refusal.advice
            let isListed = ["illegal_move", "unknown_move"].contains(rejection.code)
            return refuse(
                [rejection.message, isListed ? refusal.reason : nil, hint].compactMap(\.self).joined(separator: " "))
        }
        isStale = true
        botsRest = false
    }

    /// Runs a turn and measures it for `stats`.
    func timed(_ body: () throws(GameError) -> Void) throws(GameError) {
        _ = try match.view(for: nil)  // builds the state first, which isn't part of the turn
        let before = match.meters?.instructions ?? 0
        let start = ContinuousClock.now
        try body()
        lastTurn = (ContinuousClock.now - start, (match.meters?.instructions ?? before) &- before)
    }

    // MARK: Failures

    /// Shows a failure of the script, and what it means for the match.
    private func report(_ failure: ScriptFailure, _ consequence: String, files: [String: String]? = nil) {
        let report = FailureReport(failure: failure, files: files ?? script.folder.files)
        console.complain(report.drawn(on: screen) + screen.lines(consequence, .quiet))
    }

    func report(_ error: any Error) {
        let reread = error as? RereadError
        switch reread?.error ?? error as? GameError {
        case .failed(let failure): report(failure, "The match hasn't changed.", files: reread?.files)
        case .invalid(let problems):
            // show the problems in the current text of the files
            let files =
                reread?.files ?? script.folder.url.flatMap { try? GameFolder(at: $0).files } ?? script.folder.files
            console.complain(ProblemReport(problems: problems, files: files).lines.flatMap { screen.line($0) })
        default: refuse("\(error)")
        }
    }

    /// Continues the match under the changed script, or under the old one if the new one doesn't
    /// fit.
    func takeUpChanges() -> Bool {
        guard let watch, hasChanged(watch) else { return false }
        do {
            try reload()
        } catch {
            report(error)
            say("The script was changed. The match continues with the old rules.", .quiet)
        }
        return true
    }
}

/// The output between two lines of input: the hand-over, the news, the board, whose turn it is.
extension HotSeatMode {
    var narrator: Narrator { Narrator(players: players, drawn: console.drawnMoves) }

    /// Whether several people who have secrets from each other share this screen.
    var isSharingSecrets: Bool {
        guard lines.isInteractive, humans.count > 1, let status = try? match.status, status.outcome == nil else {
            return false
        }
        return match.script.hidden || match.script.secretive || match.script.dealt || status.isRound
    }

    /// The seat whose view is shown; nil for a spectator's view. After a match everything is
    /// public.
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

    /// Ends the session with a sentence for a person at the terminal.
    func leave() {
        console.isLeaving = true
        guard lines.isInteractive else { return }
        if let keeper, wouldLoseMatch { return say(keeper) }
        let loss = "You left the match; \(kept == nil ? "it isn't saved" : "the moves since `save` aren't saved")."
        say(wouldLoseMatch ? loss + " `save FILE` saves a match." : "Goodbye.")
    }

    /// Whether a file contains the match as it is now.
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

    /// Returns the sentences on the plies since the last call for `key`, up to the last complete
    /// ply.
    private func news(for seat: Int?, key: Int) throws(GameError) -> String {
        let ply = try match.status.ply
        let first = min(told[key] ?? 0, ply)
        told[key] = ply
        let fresh = try match.history(for: seat).prefix(ply).dropFirst(first)
        // after many plies at once the board should stay visible
        guard lines.isInteractive, fresh.count > Self.mostPliesTold else { return narrator.happened(fresh) }
        let last = fresh.suffix(Self.pliesToldOfMany)
        return "\(fresh.count - last.count) earlier plies are left out: `history` lists them. "
            + narrator.happened(last)
    }

    /// The most plies that the news list in full: enough for a round of many bots.
    static let mostPliesTold = 12
    private static let pliesToldOfMany = 5

    /// Returns the news. On a screen in place, repeats the last ones while the match hasn't
    /// changed.
    private func newsAgain(for seat: Int?, key: Int) throws(GameError) -> String {
        let (words, ply) = (try news(for: seat, key: key), try match.status.ply)
        guard screen.isInPlace else { return words }
        if words.isEmpty, let last = lastNews, last.ply == ply, last.seat == seat { return last.words }
        lastNews = (ply, seat, words)
        return words
    }

    /// Forgets that plies after `ply` were told, so that the news cover the moves played after an
    /// undo.
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

    /// Returns the pictures of the match. The pictures of a match that is over aren't cached.
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
        for printout in match.luaStates.takePrintouts() {
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
        let asking = TurnPrompt(
            name: players.name(seat), moves: moves,
            prompts: try match.views.prompts(for: seat, names: players.seatNames), answer: forcedAnswer(among: moves))
        return screen.line(asking.line)
    }

    // MARK: Secrets at one keyboard

    /// Shows the news that everybody may read, on the screen between two players.
    private func showHappened() throws(GameError) {
        let waiting = match.log.dropFirst(try match.status.ply).map { "\(players.name($0.seat)) has moved." }
        let sentences = [try news(for: nil, key: 0)] + waiting
        say(sentences.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Hands the keyboard to the next player, with the news that everybody may read.
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

// Bots at one keyboard.
extension HotSeatMode {
    var hasOnlyBots: Bool { humans.isEmpty }

    /// Returns the bot to move, or nil if only bots play: a person then starts each move.
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
