import Conversations
import Foundation
import GameApps
import MatchSessions
import MessageProtocol
import Parlor
import Simulation

/// A conversation of simulated phones at one keyboard.
///
/// The quick way, a typed move goes through all steps automatically: it is touched, drafted, sent,
/// delivered, and opened on the other phones. The slow way, each of these steps is a command.
final class PhonesMode: ReplMode {
    let world: Simulation
    var script: GameScript
    /// Reads the script from the disk again; nil if it isn't there.
    var readScript: ((GameScript) throws(GameError) -> GameScript)?
    /// The watch for changes of the script; nil if none is wanted.
    var watch: FolderWatch?
    /// The script that the match continues with, if the phones have a newer one.
    var scriptOfMatch: GameScript?
    let console: Console
    let isSlow: Bool
    /// The people whose phones bots use.
    let bots: Set<String>
    let pictures = BubblePictures()
    /// The options of a new match that differ from the defaults.
    let options: [String: Value]
    var bot: RandomBot
    var botsRest = false
    let mostPlies = 10_000

    /// The hint for a first-time user; nil for others.
    var hint: String?
    /// The most moves to list.
    var mostListed = 24
    /// Whether the conversation is stored in a file.
    var isKept = false

    /// The person whose phone is at hand.
    var person: String
    /// The conversation that everybody looks at.
    var chat: Chat.ID
    /// All games of the session, the first one first.
    var scripts: [GameScript]
    /// Finds another game; nil if there is only one.
    var findGame: ((String) throws(GameError) -> GameScript)?
    /// The person who may see the screen of a game with secrets; nil before anybody has sat down.
    var viewer: String?
    /// The number of each phone's notices that were shown.
    var shownNotices: [String: Int] = [:]
    /// The same for the output and the failures of hooks, for the author.
    var shownPrintouts: [String: Int] = [:]
    var shownFailures: [String: Int] = [:]
    /// The failures of the rules since the last typed line that were reported.
    var told: [ScriptFailure] = []
    /// The output of the rules since then that was shown.
    var toldPrintouts: Set<RulesPrintout> = []

    init(
        world: Simulation, script: GameScript, screen: Screen, lines: any LineSource, isSlow: Bool, bots: Set<String>,
        options: [String: Value] = [:], write: @escaping (String) -> Void, complain: @escaping (String) -> Void
    ) {
        self.world = world
        self.script = script
        chat = world.chat
        scripts = [script]
        console = Console(screen: screen, lines: lines, write: write, complain: complain)
        self.isSlow = isSlow
        self.bots = bots
        self.options = options
        person = world.people.first { !bots.contains($0) } ?? world.people[0]
        bot = RandomBot(generator: SplitMix64(seed: world.seed))
        for device in world.devices {
            device.scriptWitness = ScriptObserver()
            device.look(at: world.chat)
        }
    }

    var game: String { script.id }

    /// The phone at hand.
    var device: Device { world.devices.first { $0.person == person } ?? world.devices[0] }

    /// Whether phones must be kept from others at the keyboard.
    var isSharingSecrets: Bool {
        lines.isInteractive && !isSlow && world.people.count - bots.count > 1
            && (script.hidden || script.secretive || script.dealt
                || device.match(of: game, in: chat)?.status.isRound == true)
    }

    // MARK: The loop

    func open() {
        if screen.isInPlace {
            say(hint ?? "\(script.title): \(world.people.joined(separator: ", ")).")
        } else {
            answers.draw { greet() }
        }
        beginLine()
        if !isSlow { attempt { try beginQuickly() } }
    }

    var asked: String { person }

    func openMoves() -> [Move] { device.legalMoves(of: game, in: chat) }

    /// The processor time of a line, in seconds, with all events that the quick way makes of it on
    /// all phones.
    static let lineTime = 40.0

    func beginLine() {
        (told, toldPrintouts, botsRest) = ([], [], false)
        shareTime()
    }

    /// Shares the time of a line among its events. After it has run out, each event still gets a
    /// moment, so that the phones are in a state from which the next line can continue.
    func shareTime() {
        let begun = ProcessorClock.processSeconds()
        for device in world.devices {
            device.eventTime = {
                .seconds(max(0.5, Self.lineTime - (ProcessorClock.processSeconds() - begun)))
            }
        }
    }

    func endLine() { tellFailures() }

    /// Draws again on Enter alone. If only bots play, lets them make a move.
    func enter() throws {
        isStale = lines.isInteractive
        if !isSlow, hasOnlyBots { try auto(1) }
    }

    func play(_ move: Move, typed text: String) throws {
        defer { isStale = true }
        let words = move.typed == nil ? move.text : text
        try isSlow ? touch(words) : playQuickly(words)
    }

    func takeUnknown(_ text: String, isMarked: Bool) {
        let word = text.split(separator: " ").first.map { $0.lowercased() } ?? ""
        if HotSeatMode.commands.names.contains(word) {
            return refuse("`\(word)` is a command of `--hot-seat`, which plays without phones.")
        }
        if isMarked { return refuse(Self.commands.unknown(word)) }
        refuse(whyNoMove(text))
    }

    // MARK: The quick way

    /// Starts a match on the first phone. In a match of three or more, the others join and it is
    /// started.
    func beginQuickly() throws {
        guard world.devices.allSatisfy({ $0.match(of: game, in: chat) == nil }) else { return try catchUp() }
        let inviter = world.people[0]
        try world.perform(as: inviter) { phone throws(DeviceError) in
            try phone.perform(.openFromDrawer(), of: game, in: chat)
            if options.isEmpty {
                try phone.touch("start", of: game, in: chat)
            } else {
                try phone.act(.begin(options: options), of: game, in: chat)
            }
        }
        try sendDraft(of: inviter)
        let seats = world.devices[0].match(of: game, in: chat)?.record.signedLog.log.seats ?? 2
        if seats > 2 {
            let line = nextInLine(behind: inviter, seats: seats)
            for other in line { try actQuickly(.draft(.join), as: other) }
            if line.count == seats - 1 { try actQuickly(.draft(.start), as: inviter) }
        } else if world.devices[0].chats[chat]?.transcript.items.isEmpty == false,
            let match = world.devices[0].match(of: game, in: chat), match.status.isRound || match.record.hasToBeJoined,
            let second = nextInLine(behind: inviter, seats: 2).first
        {
            try actQuickly(.draft(.join), as: second)
        }
        try answerQuickly()
        try playBots()
        settleQuickly()
    }

    func actQuickly(_ act: PersonAction, as person: String) throws {
        // An older draft isn't sent by this act. The exceptions are sending the last message again,
        // and a join, which a phone may have drafted automatically.
        let before = act == .again || act == .draft(.join) ? nil : stagedURL(of: person)
        try carryOut(act, as: person, opening: true)
        try sendDraft(of: person, unlessIs: before)
    }

    /// Takes a move through all steps.
    private func playQuickly(_ move: String) throws {
        try touch(move)
        // several moves in a row are sent in one message
        if isMovingOn(person) { return }
        try sendDraft(of: person)
        try fillSeats()
        try answerQuickly()
        try playBots()
        settleQuickly()
    }

    /// Returns whether a person has drafted a move and is to move again before it is sent.
    func isMovingOn(_ person: String) -> Bool {
        guard let phone = world.devices.first(where: { $0.person == person }) else { return false }
        return phone.match(of: game, in: chat)?.record.draft != nil
            && ![[], [.answer]].contains(phone.legalMoves(of: game, in: chat))
    }

    /// Touches a move on the phone at hand.
    func touch(_ move: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil {
                if let bubble = phone.lastBubble(of: game, in: chat) {
                    try phone.perform(.tapBubble(bubble.id), of: game, in: chat)
                } else {
                    try phone.perform(.openFromDrawer(), of: game, in: chat)
                }
            }
            if !isSlow, phone.style(of: game) == .compact, phone.isTyped(move, of: game, in: chat) {
                try phone.perform(.expand, of: game, in: chat)  // there is no keyboard in compact style
            }
            try phone.touch(move, of: game, in: chat)
        }
    }

    /// Sends a phone's draft, lets it arrive, and opens it on the other phones.
    ///
    /// - Parameter kept: The url of a draft that is to stay.
    func sendDraft(of person: String, unlessIs kept: String? = nil) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            guard let staged = phone.chats[chat]?.draft.staged, kept == nil || staged.message.url != kept else {
                return
            }
            if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: chat) }
            try phone.perform(.userSend, of: game, in: chat)
        }
        try world.settle()
        for other in world.people where other != person {
            try world.perform(as: other) { phone throws(DeviceError) in
                guard let bubble = phone.lastBubble(of: game, in: chat),
                    phone.installedGames.contains(game)
                else { return }
                try phone.tap(bubble.id, in: chat)
            }
        }
    }

    func canMove(_ person: String) -> Bool {
        world.devices.first { $0.person == person }?.legalMoves(of: game, in: chat).isEmpty == false
    }

    /// Returns whether a phone has a draft that its person may send.
    func hasDraft(_ person: String) -> Bool {
        world.devices.first { $0.person == person }?.match(of: game, in: chat)?.record.draft != nil
    }

    /// Hands the keyboard to a person who is to move, or has a draft.
    func settleQuickly() {
        let people = world.people.filter { !bots.contains($0) }
        if !canMove(person), !hasDraft(person), let next = people.first(where: canMove) ?? people.first(where: hasDraft)
        {
            person = next
        }
        // a person to move wants to see the board, and the end of a match is shown whole
        guard canMove(person) || isOver, device.style(of: game) == .compact else { return }
        attempt {
            try world.perform(as: person) { phone throws(DeviceError) in
                try phone.perform(.expand, of: game, in: chat)
            }
        }
    }
}

// Starting and ending matches.
extension PhonesMode {
    private var isUnderWay: Bool {
        guard let match = device.match(of: game, in: chat) else { return false }
        return !isOver && !match.isAwarded && !match.record.signedLog.log.plies.isEmpty
    }

    func beginAnew() throws {
        let question = isUnderWay ? "The match isn't over. Begin another one?" : "Begin another match?"
        guard try giveUpDrafts(of: world.people, asking: question, isAsked: isUnderWay) else { return }
        try act(.begin(options: options))
        scriptOfMatch = nil
    }

    /// Starts another match with the same options. Its inviter is the person after the inviter of
    /// the last one.
    func rematch() throws {
        guard let match = device.match(of: game, in: chat), match.status.outcome != nil || match.isAwarded else {
            throw ChatRefusal("The match isn't over: `new` begins another one, `resign` gives up.")
        }
        guard try giveUpDrafts(of: world.people, asking: "Begin another match?", isAsked: false) else { return }
        let setup = match.record.signedLog.match.setup
        var chosen = options
        for case (.string(let name), let value) in setup.options.mapValue ?? [:] { chosen[name] = value }
        let next = setup.inviterSeat % setup.seats + 1
        if let found = seatedPeople.first(where: { $0.seat == next }) { person = found.person }
        if isSlow, device.style(of: game) == nil { try stimulate(.openFromDrawer()) }
        try act(.begin(options: chosen))
        scriptOfMatch = nil
        say("\(person) begins.", .quiet)
    }

    func resign() throws {
        guard try giveUpDrafts(of: [person], asking: "Resign for \(person)?", isAsked: isUnderWay) else { return }
        try act(.draft(.resign))
    }
}

/// Why a typed line can't be carried out now, as a sentence for its person. Nothing has changed.
struct ChatRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) {
        description = sentence
    }
}
