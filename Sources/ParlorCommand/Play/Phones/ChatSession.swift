import Conversations
import Foundation
import MessageHost
import Parlor
import Simulation

/// A conversation of simulated phones at one keyboard.
///
/// The quick way, a typed move goes all its way by itself: it is touched, drafted, sent, delivered, and opened on the other
/// phones. The slow way, each of these steps is a command.
final class ChatSession {
    let world: Simulation
    let script: GameScript
    let screen: Screen
    let lines: any LineSource
    let answers: Answers
    let isSlow: Bool
    /// Whose phones bots use.
    let bots: Set<String>
    /// What differs from the defaults in a new match.
    let options: [String: Value]
    private var random: SplitMix64

    /// Whose phone is at hand.
    var person: String
    /// Who may look at the screen of a game with secrets; nil before anybody sat down.
    var viewer: String?
    var isLeaving = false
    var hasFailed = false
    var isStale = true
    /// How many of each phone's notices were shown.
    var shownNotices: [String: Int] = [:]
    /// The same of what hooks printed and of what failed in them, for the author.
    var shownPrintouts: [String: Int] = [:]
    var shownFailures: [String: Int] = [:]
    /// What failed in the rules since the last line was typed, and was told.
    var told: [ScriptFailure] = []
    private var wasInterrupted = false

    init(
        world: Simulation, script: GameScript, screen: Screen, lines: any LineSource, isSlow: Bool, bots: Set<String>,
        options: [String: Value] = [:], write: @escaping (String) -> Void, complain: @escaping (String) -> Void
    ) {
        self.world = world
        self.script = script
        self.screen = screen
        answers = Answers(write: write, complain: complain)
        self.lines = answers.first(lines)
        self.isSlow = isSlow
        self.bots = bots
        self.options = options
        person = world.people.first { !bots.contains($0) } ?? world.people[0]
        random = SplitMix64(seed: world.seed)
        for device in world.devices {
            device.scriptWitness = ScriptWitness()
            device.look(at: world.chat)
        }
    }

    var game: String { script.id }

    /// The phone at hand.
    var device: Device { world.devices.first { $0.person == person } ?? world.devices[0] }

    /// Must phones be kept from others at the keyboard?
    var isSecret: Bool {
        lines.isInteractive && !isSlow && world.people.count - bots.count > 1
            && (script.hidden || script.secretive || script.dealt
                || device.match(of: game, in: world.chat)?.status.isRound == true)
    }

    // MARK: The loop

    /// Plays until somebody leaves or the input ends.
    ///
    /// - Returns: the exit code: 1 if something was refused, or the script failed, and nobody sat there to see it.
    func run() -> Int32 {
        answers.draw { greet() }
        beginLine()
        if !isSlow { attempt { try beginQuickly() } }
        while !isLeaving {
            if isStale { show() }
            if isLeaving { break }
            let prompt = (screen.charset == .ascii ? SafeText(person).ascii : person) + "> "
            let input = lines.next(prompt: prompt, completing: { [unowned self] in candidates(for: $0) })
            defer { wasInterrupted = input == .interrupted }
            switch input {
            case .end: isLeaving = true
            case .interrupted:
                if wasInterrupted {
                    isLeaving = true
                } else {
                    say(PlaySession.interruptHint, .quiet)
                }
            case .tooLong: refuse("That line is too long: \(type(of: lines).longestLine) bytes are allowed.")
            case .text(let text): take(text.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        tellFailures()
        answers.release()
        return hasFailed && !lines.isInteractive ? 1 : 0
    }

    /// What a line may use of the processor with all the events that the quick way makes of it, on all phones.
    static let lineTime = 40.0

    /// Shares the time of one line out among its events: those that come when it is used up have a moment each, so that phones
    /// stand somewhere that the next line can go on from.
    func beginLine() {
        let begun = ProcessorClock.processSeconds()
        for device in world.devices {
            device.eventTime = {
                .seconds(max(0.5, Self.lineTime - (ProcessorClock.processSeconds() - begun)))
            }
        }
    }

    private func take(_ text: String) {
        beginLine()
        told = []
        defer { tellFailures() }
        guard !text.isEmpty else {
            isStale = lines.isInteractive
            if !isSlow, world.people.allSatisfy(bots.contains) { attempt { try auto(1) } }
            return
        }
        let moves = device.legalMoves(of: game, in: world.chat)
        switch ChatInput(text, moves: moves) {
        case .move(let move):
            // the next person at the keyboard could bring a secret back with an arrow key
            if !isSecret { lines.remember(text) }
            attempt { try isSlow ? touch(move) : playQuickly(move) }
            isStale = true
        case .command(let command):
            lines.remember(text)
            attempt {
                try perform(command)
                if !isSlow, command.movesMessages { try catchUp() }
            }
            isStale = !command.isLook || isStale
        case .unclear(let sentence): refuse(sentence)
        }
    }

    private func candidates(for begun: String) -> [String] {
        let moves = device.legalMoves(of: game, in: world.chat)
        var all = moves.map { $0.typed == nil ? $0.text : $0.text + " " }
        all += ChatWord.all.map { $0.name + ($0.takes.isEmpty ? "" : " ") }
        all += world.people.flatMap { ["as \($0)", "offline \($0)", "online \($0)"] }
        all += betCandidates(for: begun)
        return all.filter { $0.hasPrefix(begun) }
    }

    // MARK: The quick way

    /// Begins a match on the first phone; where there are more than two, the others join, and it starts.
    private func beginQuickly() throws {
        guard world.devices.allSatisfy({ $0.match(of: game, in: world.chat) == nil }) else { return try catchUp() }
        let inviter = world.people[0]
        try world.perform(as: inviter) { phone throws(DeviceError) in
            try phone.perform(.openFromDrawer(), of: game, in: world.chat)
            if options.isEmpty {
                try phone.touch("start", of: game, in: world.chat)
            } else {
                try phone.act(.begin(options: options), of: game, in: world.chat)
            }
        }
        try sendDraft(of: inviter)
        let seats = world.devices[0].match(of: game, in: world.chat)?.record.signedLog.log.seats ?? 2
        if seats > 2 {
            for other in world.people.dropFirst().prefix(seats - 1) { try actQuickly(.join, as: other) }
            try actQuickly(.start, as: inviter)
        } else if world.devices[0].chats[world.chat]?.transcript.items.isEmpty == false,
            world.devices[0].match(of: game, in: world.chat)?.status.isRound == true
        {
            try actQuickly(.join, as: world.people[1])
        }
        try playBots()
        settleQuickly()
    }

    func actQuickly(_ act: PersonAct, as person: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil { try phone.perform(.openFromDrawer(), of: game, in: world.chat) }
            try phone.act(act, of: game, in: world.chat)
        }
        try sendDraft(of: person)
    }

    /// A move goes all its way.
    private func playQuickly(_ move: String) throws {
        try touch(move)
        // Who moves several times in a row says it in one message.
        if isMovingOn(person) { return }
        try sendDraft(of: person)
        try playBots()
        settleQuickly()
    }

    /// Has this person drafted a move, and is to move again before it is sent?
    private func isMovingOn(_ person: String) -> Bool {
        guard let phone = world.devices.first(where: { $0.person == person }) else { return false }
        return phone.match(of: game, in: world.chat)?.record.draft != nil
            && !phone.legalMoves(of: game, in: world.chat).isEmpty
    }

    /// The person at hand touches what plays a move.
    func touch(_ move: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            if phone.style(of: game) == nil {
                if let bubble = phone.lastBubble(of: game, in: world.chat) {
                    try phone.perform(.tapBubble(bubble.id), of: game, in: world.chat)
                } else {
                    try phone.perform(.openFromDrawer(), of: game, in: world.chat)
                }
            }
            if !isSlow, phone.style(of: game) == .compact, phone.isTyped(move, of: game, in: world.chat) {
                try phone.perform(.expand, of: game, in: world.chat)  // there is no keyboard in compact style
            }
            try phone.touch(move, of: game, in: world.chat)
        }
    }

    /// Sends what a phone has drafted, lets it arrive, and opens it on the others.
    func sendDraft(of person: String) throws {
        try world.perform(as: person) { phone throws(DeviceError) in
            guard phone.chats[world.chat]?.draft.staged != nil else { return }
            if phone.style(of: game) == .expanded { try phone.perform(.collapse, of: game, in: world.chat) }
            try phone.perform(.userSend, of: game, in: world.chat)
        }
        try world.settle()
        for other in world.people where other != person {
            try world.perform(as: other) { phone throws(DeviceError) in
                guard let bubble = phone.lastBubble(of: game, in: world.chat),
                    phone.installedGames.contains(game)
                else { return }
                try phone.tap(bubble.id, in: world.chat)
            }
        }
    }

    /// Bots play as long as it is their turn; there is an end.
    func playBots() throws {
        guard !bots.isEmpty else { return }
        for _ in 0..<10_000 {
            guard let mover = bots.sorted().first(where: canMove), try botMoves(as: mover) else { return }
            if world.people.allSatisfy(bots.contains) { return }
        }
    }

    /// Bots play what everybody has to play: so many moves, or to the end.
    func auto(_ count: Int?) throws {
        guard !isSlow else { throw ChatRefusal("With `--slow` every step is yours; without it `auto` plays.") }
        let limit = count ?? 10_000
        var played = 0
        while played < limit, !Interrupts.take(), let mover = world.people.first(where: canMove),
            try botMoves(as: mover)
        {
            played += 1
        }
        settleQuickly()
        isStale = true
        let isOver = device.match(of: game, in: world.chat)?.status.outcome != nil
        if count == nil, !isOver {
            say(
                played == 0 ? "Nobody can move now." : "The match isn't over after \(played) moves; `auto` goes on.",
                .quiet)
        }
    }

    /// Plays one move for a person and sends it, unless they move again. False if that changed nothing.
    private func botMoves(as mover: String) throws -> Bool {
        guard let phone = world.devices.first(where: { $0.person == mover }) else { return false }
        let moves = phone.legalMoves(of: game, in: world.chat)
        guard let move = moves.randomElement(using: &random) else { return false }
        let before = phone.match(of: game, in: world.chat)?.record
        let kept = person
        person = mover
        defer { person = kept }
        try touch(
            move.typed.map { "\(move.name) \($0.examples.first?.stringValue ?? "\($0.least ?? 0)")" } ?? move.text)
        // what the script refuses or fails at changes nothing, and would be tried for ever
        let after = phone.match(of: game, in: world.chat)?.record
        guard after?.signedLog.head != before?.signedLog.head || after?.draft?.url != before?.draft?.url else {
            return false
        }
        if !isMovingOn(mover) { try sendDraft(of: mover) }
        return true
    }

    func canMove(_ person: String) -> Bool {
        guard let phone = world.devices.first(where: { $0.person == person }),
            let match = phone.match(of: game, in: world.chat), match.status.outcome == nil
        else { return false }
        return !phone.legalMoves(of: game, in: world.chat).isEmpty
    }

    /// Is something drafted on a phone that its person may send?
    func hasDraft(_ person: String) -> Bool {
        world.devices.first { $0.person == person }?.match(of: game, in: world.chat)?.record.draft != nil
    }

    /// Hands the keyboard to whoever is to move, or has drafted something.
    func settleQuickly() {
        let people = world.people.filter { !bots.contains($0) }
        if !canMove(person), !hasDraft(person), let next = people.first(where: canMove) ?? people.first(where: hasDraft)
        {
            person = next
        }
        // Whoever is to move wants to see the board.
        guard canMove(person), device.style(of: game) == .compact else { return }
        attempt {
            try world.perform(as: person) { phone throws(DeviceError) in
                try phone.perform(.expand, of: game, in: world.chat)
            }
        }
    }

    /// One whole game, played by bots on all phones: what a program shows that nobody talks to.
    ///
    /// - Returns: the exit code.
    func demonstrate() -> Int32 {
        answers.draw {
            greet()
            say("Nobody is typing, so bots play on simulated phones. The same seed plays the same game.", .quiet)
        }
        attempt {
            try beginQuickly()
            for _ in 0..<1000 {
                guard let mover = world.people.first(where: { canMove($0) }) else { break }
                person = mover
                beginLine()
                show()
                let before = heads
                try playBots()
                guard heads != before else { break }  // where moves fail, they will fail again
            }
        }
        show()
        if let match = device.match(of: game, in: world.chat), match.status.outcome == nil {
            refuse("The game isn't over.")
        }
        tellFailures()
        answers.release()
        return hasFailed ? 1 : 0
    }

    /// How far the match is, as each phone knows it.
    private var heads: [Head?] {
        world.devices.map { $0.match(of: game, in: world.chat)?.record.signedLog.head }
    }

    // MARK: What goes wrong

    func write(_ line: String) { answers.write(line) }

    func complain(_ line: String) { answers.complain(line) }

    func refuse(_ sentence: String) {
        hasFailed = true
        for line in screen.lines(sentence) { complain(line) }
    }

    func say(_ text: String, _ weight: Screen.Weight = .plain) {
        for line in screen.lines(text, weight) { write(line) }
    }
}
