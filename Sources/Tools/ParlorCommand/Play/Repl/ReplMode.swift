import Foundation
import Parlor

/// A mode of the REPL: which commands there are, what is drawn, what a move does. The loop over lines, bots and the help are the
/// same in all modes and stand in extensions.
protocol ReplMode: AnyObject, SendableMetatype {
    associatedtype Mover

    static var commands: CommandTable<Self> { get }
    var console: Console { get }
    var script: GameScript { get }

    // MARK: The loop

    /// Before the first line is asked for.
    func open()
    /// What happens by itself before somebody is asked for a line.
    func prepare()
    func drawTurn()
    /// Who is asked for a line.
    var asked: String { get }
    /// Do several people share this keyboard who may not see everything of each other?
    var isSharingSecrets: Bool { get }
    /// The moves that may be typed now.
    func openMoves() throws -> [Move]
    /// Takes up what happened outside since it was last asked; true if that was anything.
    func takeUpChanges() -> Bool
    /// A line is about to be carried out, and was.
    func beginLine()
    func endLine()
    /// Nothing was typed but Enter.
    func enter() throws
    func play(_ move: Move, typed text: String) throws
    /// Somebody typed what is no move now, and no command.
    func takeUnknown(_ text: String, isMarked: Bool)
    func report(_ error: any Error)
    /// Ends the session.
    func leave()
    /// Would leaving now lose a match that is under way?
    var wouldLoseMatch: Bool { get }
    /// What is left to read when the screen goes: how the match ended, if it did.
    var lastWords: String? { get }

    // MARK: Commands of every mode

    func showMoves() throws
    func showState(isWhole: Bool) throws
    func evaluate(_ expression: String) throws

    // MARK: Bots

    /// The most moves in a row that bots make, where a match doesn't end or never lets a person move.
    var mostPlies: Int { get }
    /// Bots play nothing by themselves until somebody types again.
    var botsRest: Bool { get set }
    var hasOnlyBots: Bool { get }
    /// For whom bots play now; nil where it is nobody's turn, or a person's.
    func botToMove() throws -> Mover?
    /// Whose turn it is, person or bot.
    func nextToMove() throws -> Mover?
    /// Plays any move.
    ///
    /// - Returns: how many plies that made, none as long as a round isn't complete; nil where it changes nothing.
    func playAnyMove(for mover: Mover) throws -> Int?
    /// After bots have played.
    func settleBots()
    var isOver: Bool { get }

    // MARK: A game that bots play

    /// Lets bots sit everywhere, and says what is to be seen.
    func introduceDemonstration()
    func beginDemonstration() throws
    /// Somebody is to move, and the screen is to be drawn for that.
    func showDemonstration(of mover: Mover)
}

extension ReplMode {
    var screen: Screen { console.screen }
    var lines: any LineSource { console.lines }
    var answers: Answers { console.answers }
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

    /// Was the script changed since this was last asked?
    func hasChanged(_ watch: FolderWatch) -> Bool {
        if !lines.isInteractive {  // nobody looks meanwhile
            watch.look()
            watch.look()
        }
        return watch.take()
    }

    /// How much is held of a game's pictures, for `stats`.
    func imagesHeld(_ held: AssetStore.Held, atMost capacity: Int) -> String {
        "Pictures held: \(held.count), \((held.bytes + 1023) / 1024) KB of at most \(capacity / 1024) KB."
    }

    /// A word about what a command did; the screen is drawn anew.
    func note(_ sentence: String) {
        say(sentence, .quiet)
        isStale = true
    }

    /// Does something; what goes wrong is reported.
    @discardableResult
    func attempt<R>(_ body: () throws -> R) -> R? {
        do {
            return try body()
        } catch {
            report(error)
            return nil
        }
    }

    /// Draws everything that the next person wants to see; then answers stand below.
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
    /// Plays until somebody leaves or the input ends.
    ///
    /// - Returns: the exit code: 1 if something was refused, or the script failed, and nobody sat there to see it.
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
            // whoever sees a change ends the waiting for a line
            if takeUpChanges(), input == .interrupted { continue }
            switch input {
            case .end: if mayLeave() { leave() }
            case .resized, .news: isStale = true
            case .interrupted where wasInterrupted: leave()
            case .interrupted: say(Console.interruptHint, .quiet)
            case .tooLong: refuse("That line is too long: \(type(of: lines).longestLine) bytes are allowed.")
            case .text(let text): take(text)
            case .refused(let move): takeRefused(move)
            }
            wasInterrupted = input == .interrupted
        }
        endLine()
        answers.close(saying: lastWords.map { screen.lines($0, .title) } ?? [])
        return console.status
    }

    /// Asks before the end of the input ends a match that is kept nowhere, where Ctrl-D is one press.
    private func mayLeave() -> Bool {
        guard lines.surface != nil, wouldLoseMatch else { return true }
        say("The match isn't over, and it is kept nowhere. Leave it? Ctrl-D again, or `yes`, leaves; Enter goes on.")
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

    /// The one true answer, where it is all that can be played: Enter alone gives it.
    func forcedAnswer(among moves: [Move]) -> Move? {
        guard lines.isInteractive, moves.count == 1, let move = moves.first, move.isForced, move.typed == nil else {
            return nil
        }
        return move
    }

    /// Somebody touched what can't be played now. Only a move is meant by that, also where a command has the same word.
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

    /// For the arrow keys, unless the next person at the keyboard could bring a secret back with them.
    func rememberMove(_ text: String) {
        if !isSharingSecrets { lines.remember(text) }
    }
}

// Bots, which play at random, the same way in every mode.
extension ReplMode {
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

// Values for authors: the state, and what expressions give.
extension ReplMode {
    func show(_ value: Value) {
        show(PrettyValue(value: value, columns: screen.columns()).lines.flatMap { screen.lines($0) })
    }

    /// The state as data: what a seat may see where others hide something from it, all of it for who asks for that, and for
    /// authors, whose own game it is.
    ///
    /// - Parameters:
    ///   - seat: Whose view is shown; nil for a spectator's.
    ///   - name: What that seat's player is called.
    func showState(isWhole: Bool, of match: Match, isOver: Bool, seat: Int?, name: String?) throws(GameError) {
        let script = match.script
        let hides = (script.hidden || script.secretive || script.dealt) && !isOver
        guard hides else { return show(try Value(state: match)) }
        guard isWhole || !script.isBundled else {
            say("What \(name ?? "a spectator") may see; `state --all` shows what others hide, too:", .quiet)
            return show(try match.view(for: seat))
        }
        guard mayReveal() else { return }
        say("All of it, with what others hide:", .quiet)
        show(try Value(state: match))
    }

    /// Carries out an expression and shows what it gives; what is wrong with the expression alone is no failure of the script.
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
    /// The whole state of a match.
    fileprivate init(state match: Match) throws(GameError) {
        let bytes = try match.stateBytes()
        self = (try? Value(canonicalBytes: bytes)) ?? .null
    }
}

extension GameScript {
    /// Does it come with Parlor? Others are somebody's own.
    var isBundled: Bool {
        guard let folder = folder.url, let home = try? ParlorHome.find() else { return false }
        return isBundled(with: home, at: folder)
    }

    func isBundled(with home: ParlorHome, at folder: URL) -> Bool {
        let games = home.games.standardizedFileURL.resolvingSymlinksInPath().path
        return folder.path.hasPrefix(games + "/")
    }
}

// What is asked before something is done that can't be taken back. A pipe isn't asked: it has said what it wants.
extension ReplMode {
    /// Asks whoever sits at the terminal.
    func confirms(_ question: String) -> Bool {
        guard lines.isInteractive else { return true }
        say("\(question) Type `yes`.")
        guard case .text(let answer) = lines.next(prompt: "yes or no> ") else { return false }
        return ["y", "yes"].contains(answer.lowercased().trimmingCharacters(in: .whitespaces))
    }

    /// Asks before something is shown that others at this keyboard keep secret.
    func mayReveal() -> Bool { !isSharingSecrets || confirms("That shows what others hide. Look?") }
}

extension ReplMode {
    /// Why the screen is cleared before somebody else sits down.
    var handOverReason: String {
        "\(script.title) keeps things from each of you, so the screen is cleared before it changes hands."
    }
}
