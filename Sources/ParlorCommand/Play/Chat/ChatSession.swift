import Conversations
import Foundation
import MessageHost
import Parlor

/// A conversation of simulated phones at one keyboard.
///
/// The quick way, a typed move goes all its way by itself: it is touched, drafted, sent, delivered, and opened on the other
/// phones. The slow way, each of these steps is a command.
final class ChatSession {
    let world: Simulation
    let script: GameScript
    let screen: Screen
    let lines: any LineSource
    let write: (String) -> Void
    let complain: (String) -> Void
    let isSlow: Bool
    /// Whose phones bots use.
    let bots: Set<String>
    /// What differs from the defaults in a new match.
    let options: [String: Value]
    private var random: SplitMix64

    /// Whose phone is at hand.
    var person: String
    /// Who may look at the screen of a game with secrets; nil before anybody sat down.
    private var viewer: String?
    var isLeaving = false
    var hasFailed = false
    var isStale = true
    /// How many of each phone's notices were shown.
    private var shownNotices: [String: Int] = [:]
    /// The same of what hooks printed and of what failed in them, for the author.
    private var shownPrintouts: [String: Int] = [:]
    private var shownFailures: [String: Int] = [:]
    private var wasInterrupted = false

    init(
        world: Simulation, script: GameScript, screen: Screen, lines: any LineSource, isSlow: Bool, bots: Set<String>,
        options: [String: Value] = [:], write: @escaping (String) -> Void, complain: @escaping (String) -> Void
    ) {
        self.world = world
        self.script = script
        self.screen = screen
        self.lines = lines
        self.isSlow = isSlow
        self.bots = bots
        self.options = options
        self.write = write
        self.complain = complain
        person = world.people.first { !bots.contains($0) } ?? world.people[0]
        random = SplitMix64(seed: world.seed)
        for device in world.devices { device.look(at: world.chat) }
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
    /// - Returns: the exit code: 1 if something was refused and nobody sat there to see it.
    func run() -> Int32 {
        greet()
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
        return hasFailed && !lines.isInteractive ? 1 : 0
    }

    private func take(_ text: String) {
        guard !text.isEmpty else {
            isStale = lines.isInteractive
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
            let mover = bots.sorted().first { canMove($0) }
            guard let mover, let phone = world.devices.first(where: { $0.person == mover }) else { return }
            let moves = phone.legalMoves(of: game, in: world.chat)
            guard let move = moves.randomElement(using: &random) else { return }
            let kept = person
            person = mover
            defer { person = kept }
            try touch(
                move.typed.map { "\(move.name) \($0.examples.first?.stringValue ?? "\($0.least ?? 0)")" } ?? move.text)
            if !isMovingOn(mover) { try sendDraft(of: mover) }
            if world.people.allSatisfy(bots.contains) { return }
        }
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
        greet()
        say("Nobody is typing, so bots play on simulated phones. The same seed plays the same game.", .quiet)
        attempt {
            try beginQuickly()
            for _ in 0..<1000 {
                guard let mover = world.people.first(where: { canMove($0) }) else { break }
                person = mover
                show()
                try playBots()
            }
        }
        show()
        if let match = device.match(of: game, in: world.chat), match.status.outcome == nil {
            refuse("The game isn't over.")
        }
        return hasFailed ? 1 : 0
    }

    // MARK: Showing

    private func greet() {
        say("\(script.title): \(world.people.joined(separator: ", "))", .title)
        if !script.summary.isEmpty { say(script.summary, .quiet) }
        guard lines.isInteractive else { return }
        say(
            isSlow
                ? "Each step is yours: open, touch a move, send, receive, as \(world.people.last ?? ""), tap. Type `help`."
                : "Type a move, and it is sent and opened on the other phone. Type `help` for more.", .quiet)
    }

    func show() {
        isStale = false
        if isSecret, viewer != person, !handOver() { return }
        let two = isSecret || world.devices.count != 2 ? nil : PhoneScreen.columnsOfTwo(in: screen.columns())
        let phones = two == nil ? [device] : world.devices
        let phoneScreen = PhoneScreen(
            columns: two ?? min(screen.columns(), 72), charset: screen.charset, colour: screen.colour)
        let views = phones.map { view(of: $0) }
        write("")
        if screen.isInWords {
            for view in views { phoneScreen.words(view).forEach(write) }
        } else {
            phoneScreen.lines(views).forEach(write)
        }
        for phone in phones { shownNotices[phone.person] = phone.notices.count }
        showToAuthor()
        guard let match = device.match(of: game, in: world.chat) else {
            return say(isSlow ? "\(person)'s phone is at hand." : "No match yet.", .quiet)
        }
        say(standing(match), match.status.outcome == nil ? .plain : .title)
    }

    /// Whose turn it is, and what the person at hand can play.
    private func standing(_ match: Device.MatchView) -> String {
        func name(_ seat: Int) -> String {
            seat == match.record.seat ? person : device.name(of: seat, in: match.record, of: game)
        }
        if match.record.dispute != nil {
            say("Two versions of this match stand; `theirs` goes on with the other.", .plain)
        }
        if let outcome = match.status.outcome {
            switch outcome {
            case .win(let seats):
                return seats.map(name).joined(separator: " and ") + (seats.count == 1 ? " wins." : " win.")
            case .draw: return "The game is drawn."
            case .scores(let scores):
                let each = scores.enumerated().map { "\(name($0.offset + 1)) \(Outcome.text($0.element))" }
                return "The game is over: \(each.joined(separator: ", "))."
            }
        }
        let moves = device.legalMoves(of: game, in: world.chat)
        if match.record.draft != nil {
            let drafted = "\(person) has drafted \(match.record.draft?.text ?? "")"
            return moves.isEmpty
                ? "\(drafted): send, or cancel." : "\(drafted), and moves again: \(list(moves)); or send, or cancel."
        }
        if let offer = match.record.ownOffers.first {
            return "Your bet of \(offer.bet.chips) isn't carried by a move yet; `again` offers it once more."
        }
        if let award = match.award {
            let offer = match.isAwarded ? "`new` begins another match" : "your move is the answer"
            return "\(Device.sentence(award.sentence(name))): \(offer)."
        }
        if moves.isEmpty { return "Waiting for \(match.status.turn.map(name).joined(separator: " and "))." }
        return "\(person) to move: \(list(moves))"
    }

    private func list(_ moves: [Move]) -> String {
        moves.prefix(24).map(\.prompt).joined(separator: ", ") + (moves.count > 24 ? ", …" : "")
    }

    /// How much of what hooks printed is shown at once, in bytes: one typed line has many events, on every phone.
    private static let printedAtOnce = 64 << 10

    /// What hooks printed since the last time, and what failed in them, on whichever phone. Where phones are kept from
    /// others at the keyboard, only on the one at hand.
    private func showToAuthor() {
        var room = Self.printedAtOnce
        var leftOut = 0
        for phone in isSecret ? [device] : world.devices {
            for printout in phone.printouts.dropFirst(shownPrintouts[phone.person] ?? 0) {
                for line in printout.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
                    printout.text.hasSuffix("\n") ? 1 : 0)
                {
                    room -= line.utf8.count + 40  // with the name of the hook
                    guard room >= 0 else {
                        leftOut += 1
                        continue
                    }
                    say("\(phone.person), \(printout.instance), \(printout.hook): \(line)", .quiet)
                }
            }
            shownPrintouts[phone.person] = phone.printouts.count
            let failures = phone.notices.compactMap(\.failure)
            for failure in failures.dropFirst(shownFailures[phone.person] ?? 0) {
                var report = failure
                report.printed = ""  // shown with the rest
                complain("On \(SafeText(phone.person))'s phone:")
                for line in FailureReport(failure: report, files: script.folder.files).lines {
                    for part in screen.lines(line) { complain(part) }
                }
            }
            shownFailures[phone.person] = failures.count
        }
        if leftOut > 0 {
            say(
                "\(leftOut) more printed line\(leftOut == 1 ? " is" : "s are") left out: of what hooks print between two inputs, "
                    + "\(Self.printedAtOnce >> 10) KiB are shown.", .quiet)
        }
    }

    private func handOver() -> Bool {
        write(screen.wipe)
        say(
            viewer == nil
                ? "\(person) sits at the keyboard; nobody else looks. Press Enter."
                : "Hand the keyboard to \(person). Press Enter.")
        guard case .text = lines.next(prompt: "") else {
            isLeaving = true
            return false
        }
        write(screen.wipe)
        viewer = person
        return true
    }

    private func view(of phone: Device) -> PhoneView {
        var view = PhoneView(owner: phone.person)
        view.isOnline = !world.network.isOffline(phone.person)
        view.time = Self.clock(world.now)
        view.items = phone.chats[world.chat]?.transcript.items ?? []
        view.itemsShown = isSlow ? 6 : 4
        view.undelivered = world.undelivered(phone.person)
        view.names = phone.names(of: game)
        let chat = world.chat
        let last = phone.lastBubble(of: game, in: chat)?.id
        // One picture is enough: the newest.
        view.picture = {
            $0.id == last && phone.style(of: $0.bubble?.game ?? "") != .expanded ? phone.picture(of: $0, in: chat) : nil
        }
        view.draft = phone.chats[world.chat]?.draft ?? DraftField()
        view.urlLimit = phone.profile.urlLimit
        if let style = phone.style(of: game) {
            view.app = .open(
                PhoneView.OpenApp(
                    title: script.title, style: style, scene: scene(on: phone, style),
                    context: SceneContext(
                        legalMoves: Set(phone.legalMoves(of: game, in: chat).map(\.text) + ["start"]),
                        lastMove: phone.lastMove(of: game, in: chat))))
            if style == .expanded { view.itemsShown = 2 }
        } else {
            view.app = .drawer(phone.installedGames.contains(game) ? [script.title] : [])
        }
        view.isInstalled = { phone.installedGames.contains($0) }
        view.notices = phone.notices.dropFirst(shownNotices[phone.person] ?? 0).map(\.text)
        return view
    }

    /// What the open game draws; where the script draws nothing in this style, a plain one.
    private func scene(on phone: Device, _ style: PresentationStyle) -> Scene? {
        do {
            if let scene = try phone.scene(of: game, in: world.chat, style: style) { return scene }
        } catch {
            return try? Scene(value: ["kind": "text", "text": .string(String("\(error)".prefix(1000)))])
        }
        guard style == .compact else { return nil }
        let words = script.summary.isEmpty ? script.title : script.summary
        return try? Scene(value: ["kind": "text", "text": .string(words)])
    }

    static func clock(_ time: Duration) -> String {
        let seconds = time.components.seconds
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    // MARK: What goes wrong

    func attempt(_ body: () throws -> Void) {
        do { try body() } catch { refuse("\(error)") }
    }

    func refuse(_ sentence: String) {
        hasFailed = true
        for line in screen.lines(sentence) { complain(line) }
    }

    func say(_ text: String, _ weight: Screen.Weight = .plain) {
        for line in screen.lines(text, weight) { write(line) }
    }
}
