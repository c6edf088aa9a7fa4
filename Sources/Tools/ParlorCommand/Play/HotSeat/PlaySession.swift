import Foundation
import Parlor

/// A match at one keyboard: asks for lines, plays moves, shows what happened. Everything it reads comes from a
/// ``LineSource`` and everything it shows goes to two closures, so a test can be the player.
final class PlaySession: ReplSession {
    let console: Console
    /// Reads the script anew from the disk.
    let readScript: () throws(GameError) -> GameScript
    /// Looks whether the script was changed; nil where nobody wants to know.
    let watch: FolderWatch?
    /// The pictures that are held, and those of the match.
    let assets = AssetStore()
    var matchImages: (match: ObjectIdentifier, images: MatchImages)?

    var match: Match
    var players: Players
    var bot: RandomBot
    /// After a failure in a bot's move, nothing is tried again by itself.
    var botsRest = false
    /// Time and instructions of the last turn.
    var lastTurn: (time: Duration, instructions: UInt64)?
    /// Who sits at the keyboard of a match with secrets: nobody else's secrets may be shown.
    var viewer: Int?
    /// How many plies were told: to each seat, where secrets make everybody read alone; else under 0.
    var told: [Int: Int] = [:]

    /// The match as it was last saved or loaded; nil for one that is in no file.
    var kept: [LogEntry]?
    /// What becomes of a match that is left before its end, where somebody keeps it: the last word of the session.
    var keeper: String?
    /// What was told last, for a screen in place that is drawn again.
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

    /// A match as authors want it: writes to the state where none may happen are found, instructions counted.
    func prepare(_ match: Match) {
        match.isWatchful = true
        match.countsInstructions = true
    }

    var script: GameScript { match.script }

    var isOver: Bool { (try? match.status)?.outcome != nil }

    /// What somebody should know who is here for the first time; nil for everybody else.
    var hint: String?

    // MARK: The loop

    func open() {
        if isSharingSecrets { return }  // the first player's hand-over greets
        if screen.isInPlace {
            say(hint ?? "\(script.title): \(players.roster). Seed \(match.seed).")
        } else {
            answers.draw {
                greet()
                if let hint { say(hint, .quiet) }
            }
        }
    }

    /// Bots play what is theirs.
    func prepare() {
        do {
            try playBots()
        } catch {
            botsRest = true
            report(error)
        }
    }

    /// Enter alone draws again; where only bots play, it lets them play on.
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

    /// The seat whose player is asked now; nil after the end, and where only bots play.
    var seatToMove: Int? { (try? match.status)?.turn.first { !players.bots.contains($0) } }

    func openMoves() throws(GameError) -> [Move] {
        guard let seat = seatToMove else { return [] }
        return try match.legalMoves(for: seat)
    }

    func play(_ move: Move, typed text: String) throws { try play(text) }

    /// The rules say best why something is no move now.
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
                    ? "The game is over. `rematch`, `new`, `undo` and `quit` go on from here."
                    : "Only bots play: try `auto`.")
        }
        do throws(GameError) {
            try timed { () throws(GameError) in _ = try match.playGoingOn(text, seat: seat) }
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

    /// Measures a turn for `stats`.
    func timed(_ body: () throws(GameError) -> Void) throws(GameError) {
        _ = try match.view(for: nil)  // so that the state is built: that isn't part of the turn
        let before = match.meters?.instructions ?? 0
        let start = ContinuousClock.now
        try body()
        lastTurn = (ContinuousClock.now - start, (match.meters?.instructions ?? before) &- before)
    }

    // MARK: What goes wrong

    func report(_ error: any Error) {
        let reread = error as? RereadError
        switch reread?.error ?? error as? GameError {
        case .failed(let failure):
            let report = FailureReport(failure: failure, files: reread?.files ?? script.folder.files)
            console.complain(report.drawn(on: screen) + screen.lines("The match is as it was before.", .quiet))
        case .invalid(let problems):
            // of the text as it is now
            let files =
                reread?.files ?? script.folder.url.flatMap { try? GameFolder(at: $0).files } ?? script.folder.files
            console.complain(ProblemReport(problems: problems, files: files).lines.flatMap { screen.line($0) })
        default: refuse("\(error)")
        }
    }

    /// The script was changed: the match goes on under the new text, or under the old one where that doesn't fit.
    func takeUpChanges() -> Bool {
        guard let watch, hasChanged(watch) else { return false }
        do {
            try reload()
        } catch {
            report(error)
            say("The script was changed, and the match goes on under the old rules.", .quiet)
        }
        return true
    }
}
