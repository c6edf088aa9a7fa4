import Foundation
import Parlor

/// A mode of the REPL: its commands, its screen, the effect of a move. Extensions of this protocol
/// contain what is the same in all modes: the loop over lines, the bots and the help.
protocol ReplMode: AnyObject, SendableMetatype {
    associatedtype Mover

    static var commands: CommandTable<Self> { get }
    var console: Console { get }
    var script: GameScript { get }

    // MARK: The loop

    /// Runs before the first line is asked for.
    func open()
    /// Does whatever happens automatically before a line is asked for.
    func prepare()
    func drawTurn()
    /// The name of the player who is asked for a line.
    var asked: String { get }
    /// Whether several people who have secrets from each other share this keyboard.
    var isSharingSecrets: Bool { get }
    /// Returns the moves that may be typed now.
    func openMoves() throws -> [Move]
    /// Applies pending external changes and returns whether there were any.
    func takeUpChanges() -> Bool
    /// Runs before a line is carried out; ``endLine()`` runs after it.
    func beginLine()
    func endLine()
    /// Handles Enter alone.
    func enter() throws
    func play(_ move: Move, typed text: String) throws
    /// Handles a text that is neither a move now nor a command.
    func takeUnknown(_ text: String, isMarked: Bool)
    func report(_ error: any Error)
    /// Ends the session.
    func leave()
    /// Whether leaving now would lose a match that isn't over.
    var wouldLoseMatch: Bool { get }
    /// The last text of the session, after the screen is gone: the outcome of the match, if it has
    /// one.
    var lastWords: String? { get }

    // MARK: Commands of every mode

    func showMoves() throws
    func showState(isWhole: Bool) throws
    func evaluate(_ expression: String) throws

    // MARK: Bots

    /// The most consecutive moves of bots. The limit is for a match that doesn't end, or that never
    /// lets a person move.
    var mostPlies: Int { get }
    /// Whether bots wait until a person types again.
    var botsRest: Bool { get set }
    var hasOnlyBots: Bool { get }
    /// Returns the bot to move, or nil if it is nobody's turn or a person's.
    func botToMove() throws -> Mover?
    /// Returns who is to move, person or bot.
    func nextToMove() throws -> Mover?
    /// Plays any move.
    ///
    /// - Returns: The number of plies that were added, 0 while a round isn't complete; nil if
    ///   nothing changes.
    func playAnyMove(for mover: Mover) throws -> Int?
    /// Runs after bots have played.
    func settleBots()
    var isOver: Bool { get }

    // MARK: A game that bots play

    /// Lets bots play all seats, and introduces the game.
    func introduceDemonstration()
    func beginDemonstration() throws
    /// Draws the screen for the next move.
    func showDemonstration(of mover: Mover)
}

extension ReplMode {
    var screen: Screen { console.screen }
    var lines: any LineSource { console.lines }
    var answers: DeferredOutput { console.answers }
    var isStale: Bool {
        get { console.isStale }
        set { console.isStale = newValue }
    }

    func prepare() {}
    func takeUpChanges() -> Bool { false }
    func beginLine() {}
    func endLine() {}
    func settleBots() {}
    func beginDemonstration() throws {}
    func leave() { console.isLeaving = true }

    func say(_ text: String, _ weight: Screen.Weight = .plain) { console.say(text, weight) }

    func show(_ lines: [StyledLine]) { console.show(lines) }

    func refuse(_ sentence: String) { console.refuse(sentence) }

    /// Returns whether the script has changed since the last call.
    func hasChanged(_ watch: FolderWatch) -> Bool {
        if !lines.isInteractive {  // no thread polls the folder, and a change needs two equal looks
            watch.look()
            watch.look()
        }
        return watch.take()
    }

    /// Returns the size of a game's cached pictures, for `stats`.
    func imagesHeld(_ held: AssetStore.Held, atMost capacity: Int) -> String {
        "Pictures held: \(held.count), \((held.bytes + 1023) / 1024) KB of at most \(capacity / 1024) KB."
    }

    /// Reports the effect of a command, and has the screen redrawn.
    func note(_ sentence: String) {
        say(sentence, .quiet)
        isStale = true
    }

    /// Runs `body` and reports its error.
    @discardableResult
    func attempt<R>(_ body: () throws -> R) -> R? {
        do {
            return try body()
        } catch {
            report(error)
            return nil
        }
    }

    /// Draws the whole screen for the next person, then the answers below it.
    func showTurn() {
        answers.draw {
            isStale = false
            drawTurn()
        }
        answers.release()
    }
}

// MARK: - The loop

extension ReplMode {
    /// Plays until a person leaves or the input ends.
    ///
    /// - Returns: The exit code: 1 if something was refused or the script failed, and no person was
    ///   there to see it.
    func run() -> Int32 {
        open()
        var wasInterrupted = false
        while !console.isLeaving {
            _ = takeUpChanges()
            prepare()
            if isStale { showTurn() }
            if console.isLeaving { break }
            let prompt = (screen.charset == .ascii ? SafeText(asked).ascii : asked) + "> "
            let input = lines.next(prompt: prompt) { [unowned self] in
                Self.commands.completions(of: $0, moves: (try? openMoves()) ?? [], session: self)
            }
            // the watch interrupts the wait for a line after a change
            if takeUpChanges(), input == .interrupted { continue }
            switch input {
            case .end: if mayLeave() { leave() }
            case .resized, .news: isStale = true
            case .interrupted where wasInterrupted: leave()
            case .interrupted: say(Console.interruptHint, .quiet)
            case .tooLong: refuse("That line is too long. A line has at most \(type(of: lines).longestLine) bytes.")
            case .text(let text): take(text)
            case .refused(let move): takeRefused(move)
            }
            wasInterrupted = input == .interrupted
        }
        endLine()
        answers.close(saying: lastWords.map { screen.lines($0, .title) } ?? [])
        return console.status
    }

    /// Returns whether the end of the input may end the session. Asks first if a single press of
    /// Ctrl-D would lose a match that isn't saved.
    private func mayLeave() -> Bool {
        guard lines.surface != nil, wouldLoseMatch else { return true }
        say("The match isn't over, and it isn't saved. Leave it? Ctrl-D again or `yes` leaves, Enter continues.")
        switch lines.next(prompt: "yes or no> ") {
        case .end: return true
        case .text(let answer): return ["y", "yes"].contains(answer.lowercased())
        case .interrupted, .tooLong, .resized, .news, .refused: return false
        }
    }

    private func take(_ text: String) {
        beginLine()
        defer { endLine() }
        let moves = attempt { try openMoves() } ?? []
        console.drawnMoves.learn(from: moves)
        switch TypedLine(text, moves: moves, commands: Self.commands) {
        case .nothing: attempt { try forcedAnswer(among: moves).map { try play($0, typed: $0.text) } ?? enter() }
        case .move(let move, let text):
            rememberMove(text)
            attempt { try play(move, typed: text) }
        case .command(_, let deed):
            lines.remember(text.trimmingCharacters(in: .whitespacesAndNewlines))
            attempt { try deed(self) }
        case .misread(let sentence): refuse(sentence)
        case .unknown(let text, let isMarked): takeUnknown(text, isMarked: isMarked)
        }
    }

    /// Returns the forced answer if it is the only legal move. Enter alone plays it.
    func forcedAnswer(among moves: [Move]) -> Move? {
        guard lines.isInteractive, moves.count == 1, let move = moves.first, move.isForced, move.typed == nil else {
            return nil
        }
        return move
    }

    /// Handles a click on a move that can't be played now. The click always means the move, even if
    /// a command has the same name.
    private func takeRefused(_ text: String) {
        beginLine()
        defer { endLine() }
        let moves = attempt { try openMoves() } ?? []
        if case .move(let move, let text) = TypedLine(text, moves: moves, commands: Self.commands) {
            attempt { try play(move, typed: text) }
        } else {
            takeUnknown(text, isMarked: false)
        }
    }

    /// Stores a line for the arrow keys, unless the next person at the keyboard could recall a
    /// secret with them.
    func rememberMove(_ text: String) {
        if !isSharingSecrets { lines.remember(text) }
    }
}

// Bots that play at random, the same in every mode.
extension ReplMode {
    /// Plays the moves of the bots until a person is to move, up to a limit. If only bots play,
    /// makes one move.
    func playBots() throws {
        var played = 0
        while !botsRest, let mover = try botToMove(), !Interrupts.take() {
            guard played < mostPlies else {
                botsRest = true
                return note("The bots pause after \(counted(plies: played)) in a row. Enter lets them continue.")
            }
            guard try playAnyMove(for: mover) != nil else { return }
            played += 1
            isStale = true
            if hasOnlyBots { return }
        }
    }

    /// Plays random moves for the players in turn.
    ///
    /// - Returns: The number of plies; less than `limit` if nobody can move.
    func playPlies(atMost limit: Int) throws -> Int {
        var played = 0
        // the first report comes early, because people wait for it
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

    /// Lets bots play for everybody: `count` plies, or to the end.
    func auto(_ count: Int?) throws {
        let played = try playPlies(atMost: count ?? mostPlies)
        settleBots()
        isStale = true
        guard played < count ?? .max, !isOver else { return }
        note(
            played == 0
                ? "Nobody can move now." : "The match isn't over after \(counted(played, "move")); `auto` continues.")
    }

    /// Plays one game by bots and shows it, for a program without input. Nothing is read, so
    /// everything runs on a thread for Lua.
    ///
    /// - Returns: The exit code.
    func demonstrate() -> Int32 { LuaThread.run { playDemonstration() } }

    private func playDemonstration() -> Int32 {
        answers.draw { introduceDemonstration() }
        var played = 0
        attempt {
            try beginDemonstration()
            while played < min(mostPlies, 1000), let mover = try nextToMove() {
                showDemonstration(of: mover)
                let plies = try playPlies(atMost: 1)
                guard plies > 0 else { break }  // a move that fails would fail again
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

// Values for authors: the state, and the results of expressions.
extension ReplMode {
    func show(_ value: Value) {
        show(PrettyValue(value: value, columns: screen.columns()).lines.flatMap { screen.lines($0) })
    }

    /// Shows the state as data. While a match with secrets isn't over, shows only the seat's view,
    /// unless everything is requested or the game isn't bundled.
    ///
    /// - Parameters:
    ///   - seat: The seat whose view is shown; nil for a spectator's view.
    ///   - name: The name of that seat's player.
    func showState(isWhole: Bool, of match: Match, isOver: Bool, seat: Int?, name: String?) throws(GameError) {
        let script = match.script
        let hides = (script.hidden || script.secretive || script.dealt) && !isOver
        guard hides else { return show(try Value(state: match)) }
        guard isWhole || !script.isBundled else {
            say("The state as \(name ?? "a spectator") may see it. `state --all` also shows what others hide:", .quiet)
            return show(try match.view(for: seat))
        }
        guard mayReveal() else { return }
        say("The whole state, with what others hide:", .quiet)
        show(try Value(state: match))
    }

    /// Evaluates an expression and shows the results. An error of the expression is no failure of
    /// the script.
    func showResults(of evaluate: () throws(GameError) -> [Value?]) throws(GameError) {
        let results: [Value?]
        do {
            results = try evaluate()
        } catch {
            guard case .failed(let failure) = error, failure.place?.source ?? "lua" == "lua" else { throw error }
            show(FailureReport.printed(failure.printed).flatMap { screen.lines($0, .quiet) })
            return refuse("lua: \(failure.error.message)")
        }
        for case let result in results { result.map { show($0) } ?? say("a function") }
        if results.isEmpty { say("no value", .quiet) }
    }
}

extension Value {
    /// Reads the whole state of a match.
    fileprivate init(state match: Match) throws(GameError) {
        let bytes = try match.stateBytes()
        self = (try? Value(canonicalBytes: bytes)) ?? .null
    }
}

extension GameScript {
    /// Whether the game comes with Parlor. Any other game belongs to an author.
    var isBundled: Bool {
        guard let folder = folder.url, let home = try? ParlorHome.find() else { return false }
        return isBundled(with: home, at: folder)
    }

    func isBundled(with home: ParlorHome, at folder: URL) -> Bool {
        let games = home.games.standardizedFileURL.resolvingSymlinksInPath().path
        return folder.path.hasPrefix(games + "/")
    }
}

// Questions before something that can't be undone. Piped input isn't asked.
extension ReplMode {
    /// Asks the person at the terminal.
    func confirms(_ question: String) -> Bool {
        guard lines.isInteractive else { return true }
        say("\(question) Type `yes`.")
        guard case .text(let answer) = lines.next(prompt: "yes or no> ") else { return false }
        return ["y", "yes"].contains(answer.lowercased().trimmingCharacters(in: .whitespaces))
    }

    /// Asks before secrets of others at this keyboard are shown.
    func mayReveal() -> Bool { !isSharingSecrets || confirms("This shows what others hide. Show it?") }
}

extension ReplMode {
    /// The reason for clearing the screen before the next player.
    var handOverReason: String {
        "You have secrets from each other in \(script.title), so the screen is cleared before the next player looks."
    }
}
