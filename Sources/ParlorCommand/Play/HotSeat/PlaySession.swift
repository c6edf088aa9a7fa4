import Foundation
import Parlor

/// A match at one keyboard: asks for lines, plays moves, shows what happened. Everything it reads comes from a
/// ``LineSource`` and everything it shows goes to two closures, so a test can be the player.
final class PlaySession {
    let lines: any LineSource
    let screen: Screen
    let answers: Answers
    /// Reads the script anew from the disk.
    let readScript: () throws(GameError) -> GameScript

    var match: Match
    var players: Players
    var bot: RandomBot
    var isLeaving = false
    /// Was something refused? Decides the exit code where nobody could see it.
    var hasFailed = false
    /// Must the board be shown before the next line is asked for?
    var isStale = true
    /// After a failure in a bot's move, nothing is tried again by itself.
    var botsRest = false
    /// Time and instructions of the last turn.
    var lastTurn: (time: Duration, instructions: UInt64)?
    /// Who sits at the keyboard of a match with secrets: nobody else's secrets may be shown.
    var viewer: Int?
    /// How many plies were told: to each seat, where secrets make everybody read alone; else under 0.
    var told: [Int: Int] = [:]
    private var wasInterrupted = false

    /// Where bots rest in a match that doesn't end, or never lets a person move.
    var mostPlies = 10_000

    init(
        match: Match, players: Players, screen: Screen, lines: any LineSource, write: @escaping (String) -> Void,
        complain: @escaping (String) -> Void, readScript: @escaping () throws(GameError) -> GameScript
    ) {
        self.match = match
        self.players = players
        self.screen = screen
        answers = Answers(write: write, complain: complain)
        self.lines = answers.first(lines)
        self.readScript = readScript
        bot = RandomBot(seed: match.seed)
        prepare(match)
    }

    /// A match as authors want it: writes to the state where none may happen are found, instructions counted.
    func prepare(_ match: Match) {
        match.isWatchful = true
        match.countsInstructions = true
    }

    // MARK: The loop

    /// Plays until somebody leaves or the input ends.
    ///
    /// - Returns: the exit code: 1 if something was refused and nobody sat there to see it.
    func run() -> Int32 {
        if !isSharingSecrets { answers.draw { greet() } }  // else the first player's hand-over does
        while !isLeaving {
            playBots()
            if isStale { showTurn() }
            if isLeaving { break }
            let input = lines.next(prompt: prompt, completing: { [unowned self] in candidates(for: $0) })
            handle(input)
        }
        answers.release()
        return hasFailed && !lines.isInteractive ? 1 : 0
    }

    private func handle(_ input: InputLine) {
        defer { wasInterrupted = input == .interrupted }
        switch input {
        case .end: leave()
        case .interrupted:
            if wasInterrupted { leave() } else { show(screen.lines(Self.interruptHint, .quiet)) }
        case .tooLong: refuse("That line is too long: \(type(of: lines).longestLine) bytes are allowed.")
        case .text(let text): take(text)
        }
    }

    /// One line that was typed.
    private func take(_ text: String) {
        let moves = attempt { () throws(GameError) in try openMoves() } ?? []
        let isLettered = moves.contains { $0.typed == nil && $0.text.count == 1 && $0.text.first?.isLetter == true }
        let input = ReplInput(text, allowsShort: !isLettered) { Self.names($0, of: moves) }
        switch input {
        case .nothing:
            if lines.isInteractive { enter() }
        case .move(let move):
            // the next person at the keyboard could bring a secret back with an arrow key
            if !isSharingSecrets { lines.remember(move) }
            play(move, among: moves)
        case .command(let command):
            lines.remember(text.trimmingCharacters(in: .whitespacesAndNewlines))
            attempt { () throws(GameError) in try perform(command) }
        case .unclear(let sentence): refuse(sentence)
        }
    }

    /// Enter alone draws again; where only bots play, it lets them play on.
    private func enter() {
        isStale = true
        botsRest = false
        if humans.isEmpty { attempt { () throws(GameError) in try auto(1) } }
    }

    /// Is this the text of one of the moves, or of a typed one with its argument?
    private static func names(_ text: String, of moves: [Move]) -> Bool {
        let lowered = text.lowercased()
        let word = text.prefix { $0 != " " }
        return moves.contains { move in
            move.typed != nil
                ? move.name == word
                : move.text.lowercased() == lowered || move.alternative == text
                    || lowered == "\(move.name) \(move.text.lowercased())"
        }
    }

    // MARK: Moves

    /// The seats that people play and that haven't left.
    var humans: [Int] {
        let gone = (try? match.status.gone) ?? []
        return (1...match.seats).filter { !players.bots.contains($0) && !gone.contains($0) }
    }

    /// The seat whose player is asked now; nil after the end, and where only bots play.
    var seatToMove: Int? { (try? match.status)?.turn.first { !players.bots.contains($0) } }

    /// The moves that may be typed now.
    func openMoves() throws(GameError) -> [Move] {
        guard let seat = seatToMove else { return [] }
        return try match.legalMoves(for: seat)
    }

    private func play(_ text: String, among moves: [Move]) {
        guard let seat = seatToMove else {
            let isOver = (try? match.status)?.outcome != nil
            refuse(
                isOver ? "The game is over. `undo`, `new` and `quit` go on from here." : "Only bots play: try `auto`.")
            return
        }
        do {
            try timed { () throws(GameError) in _ = try match.playGoingOn(text, seat: seat) }
            isStale = true
            botsRest = false
        } catch .rejected(let rejection) {
            let known = moves.map(\.text) + CommandWord.names
            let nearest = known.contains(text) ? nil : NearestName.of(text, in: known)
            let hint = nearest.map { "Did you mean '\(SafeText($0))'?" } ?? "`moves` lists what can be played."
            refuse("\(rejection.message) \(hint)")
        } catch {
            report(error)
        }
    }

    /// Plays what is the bots' to play, as long as people play too.
    private func playBots() {
        guard !botsRest, !humans.isEmpty else { return }
        var played = 0
        do {
            while let seat = try match.status.turn.first(where: players.bots.contains), !Interrupts.take() {
                guard played < mostPlies else {
                    botsRest = true
                    note("The bots rest after \(played) plies of their own; Enter lets them go on.")
                    return
                }
                try timed { () throws(GameError) in try bot.play(match, seat: seat) }
                played += 1
                isStale = true
            }
        } catch {
            botsRest = true
            report(error)
        }
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

    /// Runs a command; what it throws is reported.
    @discardableResult
    func attempt<R>(_ body: () throws(GameError) -> R) -> R? {
        do {
            return try body()
        } catch {
            report(error)
            return nil
        }
    }

    /// Something typed can't be done.
    func refuse(_ sentence: String) {
        hasFailed = true
        for line in screen.lines(sentence) { complain(line) }
    }

    func report(_ error: GameError) {
        guard case .failed(let failure) = error else { return refuse("\(error)") }
        hasFailed = true
        let report = FailureReport(failure: failure, files: match.script.folder.files)
        for line in report.drawn(on: screen) { complain(line) }
        for line in screen.lines("The match is as it was before.", .quiet) { complain(line) }
    }

    func write(_ line: String) { answers.write(line) }

    func complain(_ line: String) { answers.complain(line) }

    func show(_ lines: [String]) {
        for line in lines { write(line) }
    }
}
