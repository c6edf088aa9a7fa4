import Conversations
import GameApps
import Parlor
import Simulation

/// A conversation of simulated phones at one keyboard.
///
/// Without `--slow` (the quick way), a typed move goes through all steps automatically: it is
/// touched, drafted, sent, delivered, and opened on the other phones. With `--slow`, each of these
/// steps is a command.
final class PhonesMode: ReplMode {
    /// The phones, and the person, the conversation and the game at hand.
    var context: PhonesContext
    let console: Console
    /// The options of a new match that differ from the defaults.
    let options: [String: Value]
    let mostPlies = 10_000
    var botsRest = false
    var bot: RandomBot

    /// All games of the session, the first one first.
    var scripts: [GameScript]
    /// The script that the match continues with, if the phones have a newer one.
    var scriptOfMatch: GameScript?
    /// Finds another game; nil if there is only one.
    var findGame: ((String) throws(GameError) -> GameScript)?
    /// Reads the script from the disk again; nil if it isn't there.
    var readScript: ((GameScript) throws(GameError) -> GameScript)?
    /// The watch for changes of the script; nil if none is wanted.
    var watch: FolderWatch?

    /// The hint for a first-time user; nil for others.
    var hint: String?
    /// Whether the conversation is stored in a file.
    var isKept = false
    /// The person who may see the screen of a game with secrets; nil before anybody has sat down.
    var viewer: String?
    private(set) var display: PhonesDisplay
    private(set) var reports: ScriptReports

    init(
        world: Simulation, script: GameScript, screen: Screen, lines: any LineSource, isSlow: Bool, bots: Set<String>,
        options: [String: Value] = [:], write: @escaping (String) -> Void, complain: @escaping (String) -> Void
    ) {
        console = Console(screen: screen, lines: lines, write: write, complain: complain)
        context = PhonesContext(
            world: world, script: script, isSlow: isSlow, isInteractive: console.lines.isInteractive, bots: bots)
        scripts = [script]
        self.options = options
        bot = RandomBot(generator: SplitMix64(seed: world.seed))
        display = PhonesDisplay(console: console)
        reports = ScriptReports(console: console)
        for device in world.devices {
            device.scriptWitness = ScriptObserver()
            device.look(at: world.chat)
        }
    }

    var script: GameScript { context.script }

    // MARK: The parts of the mode

    var steps: PhoneSteps { PhoneSteps(context: context) }
    var turnFlow: PhonesTurnFlow { PhonesTurnFlow(context: context, console: console, options: options) }
    var drafts: UnsentDrafts { UnsentDrafts(context: context, console: console) }
    var phoneCommands: PhoneCommands { PhoneCommands(context: context, console: console) }
    var networkCommands: NetworkCommands { NetworkCommands(context: context, console: console) }
    var spectatorText: SpectatorText { SpectatorText(context: context) }
    var refusalText: RefusalText { RefusalText(context: context) }

    private var waitingText: WaitingText {
        WaitingText(context: context, drawnMoves: console.drawnMoves, forcedAnswer: forcedAnswer(among:))
    }

    // MARK: The loop

    func open() {
        if screen.isInPlace {
            say(hint ?? "\(context.script.title): \(context.world.people.joined(separator: ", ")).")
        } else {
            answers.draw { display.greet(context, hint: hint) }
        }
        beginLine()
        if !context.isSlow { attempt { try begin() } }
    }

    var asked: String { context.person }

    func openMoves() -> [Move] { context.device.legalMoves(of: context.game, in: context.chat) }

    /// The processor time for a typed line, in seconds. All events that the line causes on all
    /// phones share this time.
    static let lineTime = 40.0

    func beginLine() {
        reports.beginLine()
        botsRest = false
        shareTime()
    }

    /// Shares the time of a line among its events. After that time has run out, each event still
    /// gets half a second, so that the phones reach a state from which the next line can continue.
    func shareTime() {
        let begun = ProcessorClock.processSeconds()
        for device in context.world.devices {
            device.eventTime = {
                .seconds(max(0.5, Self.lineTime - (ProcessorClock.processSeconds() - begun)))
            }
        }
    }

    func endLine() { tellFailures() }

    /// Draws again on Enter alone. If only bots play, lets them make a move.
    func enter() throws {
        isStale = lines.isInteractive
        if !context.isSlow, context.hasOnlyBots { try auto(1) }
    }

    func play(_ move: Move, typed text: String) throws {
        defer { isStale = true }
        let words = move.typed == nil ? move.text : text
        try context.isSlow ? steps.touch(words, as: context.person) : playQuickly(words)
    }

    func takeUnknown(_ text: String, isMarked: Bool) {
        let word = text.split(separator: " ").first.map { $0.lowercased() } ?? ""
        if HotSeatMode.commands.names.contains(word) {
            return refuse("`\(word)` is a command of `--hot-seat`, which plays without phones.")
        }
        if isMarked { return refuse(Self.commands.unknown(word)) }
        refuse(refusalText.whyNoMove(text))
    }

    // MARK: Drawing

    var isSharingSecrets: Bool { context.isSharingSecrets }

    /// Draws the phone at hand, or both phones.
    func drawTurn() {
        if context.isSharingSecrets, viewer != context.person {
            guard
                console.handOver(
                    to: context.person, isFirst: viewer == nil, heading: { say(handOverReason, .quiet) })
            else { return leave() }
            viewer = context.person
        }
        if screen.isInPlace {
            display.drawPage(context, waitingText, scripts: scripts)
            showReports()
        } else {
            display.drawPhones(context, scripts: scripts)
            showReports()
            show(waitingText.lines(on: screen))
        }
    }

    private func showReports() {
        reports.show(of: phonesToTellOf, script: scriptOfMatch ?? context.script)
    }

    private func tellFailures() {
        reports.tellFailures(of: phonesToTellOf, script: scriptOfMatch ?? context.script)
    }

    /// The phones whose output and failures may be shown. If the people at the keyboard have
    /// secrets from each other, only the phone at hand may be shown, and only after its person has
    /// taken the keyboard.
    private var phonesToTellOf: [SimulatedDevice] {
        if !context.isSharingSecrets { return context.world.devices }
        return viewer == context.person ? [context.device] : []
    }

    /// Reports an error. A failure of the script is reported with its file and line.
    func report(_ error: any Error) {
        tellFailures()
        if reports.tell(error, of: context.script) { return }
        let sentence = "\(error)"
        if !reports.hasTold(sentence) { refuse(refusalText.sentence(of: error)) }
    }

    // MARK: Leaving

    var wouldLoseMatch: Bool {
        guard !isKept, let match = context.device.match(of: context.game, in: context.world.chat) else { return false }
        return match.status.outcome == nil
            && (match.status.ply > 0 || context.world.people.contains(where: context.hasDraft))
    }

    /// Ends the session. If this loses a match, says so.
    func leave() {
        console.isLeaving = true
        guard lines.isInteractive, wouldLoseMatch else { return }
        say("You left the match, and it isn't stored. `--store FILE` stores a match.")
    }

    var lastWords: String? {
        guard let match = context.device.match(of: context.game, in: context.world.chat), match.status.outcome != nil
        else { return nil }
        return waitingText.standing(match)
    }
}
