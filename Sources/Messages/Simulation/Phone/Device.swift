import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// A simulated phone: its person, conversations, installed games and their matches.
///
/// Everything that happens to it is a stimulus. The device carries it out with everything that
/// follows: callbacks in the order of the lifecycle, the requests of scripts, and deliveries to the
/// network.
public final class Device {
    /// The name of the device's person.
    public let person: String
    /// The host's behaviour where sources disagree.
    public let profile: HostProfile
    /// The coder of its games' message urls: their prefix, and their largest size.
    public let carrier: MessageURLCoder
    /// Whether the device runs games.
    public let kind: Kind
    /// The history of callbacks and silent cases, for tests and authors.
    public internal(set) var log = EventLog()
    /// The host's notices to the person, the oldest first.
    public internal(set) var notices: [Notice] = []
    /// This device's clock: the time since the simulation started.
    public var now = Duration.zero
    /// The time after which a match may be claimed, or nil for slow play.
    public var turnLimit: Duration?
    /// The sent deliveries that haven't been handed over, the oldest first.
    package internal(set) var departures: [Departure] = []
    /// The conversations, each with its transcript and draft field.
    public internal(set) var chats: [Chat.ID: Chat] = [:]
    /// The names of the people in each chat, including this device's person.
    public internal(set) var people: [Chat.ID: [String]] = [:]
    var games: [String: InstalledGame] = [:]
    /// The number of installs of games that aren't installed now. The device's chats still use the
    /// ids of these installs.
    var otherInstalls: [String: Int] = [:]
    /// Messages of games that aren't installed.
    var unreadElsewhere: [UnreadMessage] = []
    /// The picture cache of all games.
    package let assets = AssetStore()
    var ids: PersonIDs
    var lastMessage = 0
    var lastParcel = 0
    /// The number of restores of this device.
    var restarts = 0
    let token: DisplayName
    /// The generator of ids and keys.
    var generator: any RandomNumberGenerator

    /// The text that hooks printed, the oldest first.
    public internal(set) var printouts: [Printout] = []
    /// The host's calls to scripts besides the lifecycle's callbacks, the oldest first.
    package internal(set) var hostHooks: [HostHook] = []
    /// The delayed stimuli, in the order in which they were planned.
    var timers: [Timer] = []
    /// The budget of the current event; nil between events.
    var budget: EventBudget?
    /// The requests of hooks in the current event that haven't been carried out.
    var asked: [Stimulus] = []
    /// The processor time of an event on this device: at most 30 s. Queried at the start of each
    /// event. A caller whose single action leads to several events can divide the time among them.
    package var eventTime: () -> Duration = { EventBudget.time }
    /// For tests: called after each callback, returns whether the system ends the instance now.
    /// Nothing more is called in that instance, and the callback's requests aren't answered. A
    /// match must survive that at every step.
    package var interruption: ((Event) -> Bool)?
    /// The observer of failures in the rules of this device's games, for authors. With an observer,
    /// matches are watched, so that a hook that writes where it must not fails here.
    package var scriptWitness: ScriptObserver? {
        didSet { for game in games.values { game.app.table.rules.witness = scriptWitness } }
    }
    /// The counter of this device's work in a simulation, or nil.
    package var counter: WorkCounter?
    /// Receives each request of a script and its reaction.
    var witness: ((Stimulus, Reaction) -> Void)?

    /// A delivery that leaves the device.
    package struct Departure: Sendable {
        package let chat: Chat.ID
        /// The place of the delivery in this device's transcript.
        package let item: TranscriptItem.ID
        /// The delivery as it travels, with ids of people that every device knows.
        package let delivery: Delivery
    }

    /// The kind of a device.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A phone runs games.
        case phone
        /// A desktop shows messages and runs no games. A tap opens their urls in a browser.
        case desktop
    }

    /// - Parameters:
    ///   - person: The person's name, shown to others as the display name of a seat, cut to 24
    ///     bytes.
    ///   - profile: The host's behaviour where sources disagree.
    ///   - carrier: The coder of message urls: their prefix, and their largest size.
    ///   - kind: Whether the device runs games.
    ///   - generator: The generator of ids and keys. Pass a seeded one to repeat a simulation.
    package init(
        of person: String, profile: HostProfile = .modern, carrier: MessageURLCoder = MessageURLCoder(),
        kind: Kind = .phone,
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.person = person
        self.profile = profile
        self.carrier = carrier
        self.kind = kind
        self.generator = generator
        token = DisplayName(shortening: person)
        ids = PersonIDs(salt: [], person: person)
        ids = PersonIDs(salt: randomBytes(16), person: person)
    }

    // MARK: Setting up

    /// Installs a game on the device and reads its waiting messages.
    ///
    /// If the game is installed, this is an update: matches, the game's store and the ids of people
    /// stay. Running instances are ended, as when a system replaces an app. The new script runs
    /// when the game is next opened or shown.
    ///
    /// - Throws: ``DeviceError`` for a script that can't be loaded, and on a desktop.
    public func install(_ script: GameScript) throws(DeviceError) {
        guard kind == .phone else {
            throw .desktop
        }
        try install(script, times: games[script.id]?.install ?? otherInstalls[script.id] ?? 1)
        if let visibleChat { showLiveBubbles(of: script.id, in: visibleChat) }
    }

    func install(_ script: GameScript, times: Int) throws(DeviceError) {
        let app: GameApp
        do {
            app = try GameApp(script, playing: token, carrier: carrier, host: self, assets: assets)
        } catch {
            throw .app(.table(.wire(error)))
        }
        let before = endAll(of: script.id)
        if let before { app.takeOver(before.app) }
        app.table.rules.witness = scriptWitness
        app.reader.unread += unreadElsewhere.filter { $0.game == script.id }
        unreadElsewhere.removeAll { $0.game == script.id }
        games[script.id] = InstalledGame(app, profile: profile, replacing: before)
        games[script.id]?.install = times
        for id in chats.keys {
            let told = conversation(of: script.id, in: id)
            chats[id]?.conversations[script.id] = told
        }
        app.reader.readWaiting()
        hearGames()
    }

    /// Removes a game with its matches and its store. Transcripts stay. If the game is installed
    /// again, it gets other ids of people.
    ///
    /// - Throws: ``DeviceError/unknownGame(_:)``.
    package func uninstall(_ game: String) throws(DeviceError) {
        guard let installed = games[game] else { throw .unknownGame(game) }
        _ = endAll(of: game)
        hearGames()
        games[game] = nil
        otherInstalls[game] = installed.install + 1
        for id in chats.keys { chats[id]?.conversations[game] = nil }
    }

    /// The ids of the installed games, sorted.
    public var installedGames: [String] { games.keys.sorted() }

    /// Messages that can't be read yet, because the game, its version or memory is missing.
    var unread: [UnreadMessage] {
        unreadElsewhere + games.sorted { $0.key < $1.key }.flatMap(\.value.app.reader.unread)
    }

    /// Starts a conversation with others.
    package func join(_ chat: Chat.ID, people: [String]) {
        self.people[chat] = people
        var conversations: [String: Conversation] = [:]
        for game in games.keys { conversations[game] = conversation(of: game, in: chat) }
        chats[chat] = Chat(id: chat, conversations: conversations)
    }

    private func conversation(of game: String, in chat: Chat.ID) -> Conversation {
        let others = (people[chat] ?? []).filter { $0 != person }
        return Conversation(
            localParticipant: participant(person, in: game),
            remoteParticipants: others.map { participant($0, in: game) })
    }

    func participant(_ other: String, in game: String) -> Participant {
        ids.participant(other, in: game, install: games[game]?.install ?? otherInstalls[game] ?? 1)
    }

    // MARK: Stimuli

    /// Carries out a stimulus and everything that follows from it.
    ///
    /// - Throws: ``DeviceError`` if the stimulus is impossible now. Nothing has changed then.
    public func perform(_ stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try carryOut(stimulus, of: game, in: chat)
        showLiveBubbles(of: game, in: chat)
    }

    /// Receives a delivery for this person.
    package func receive(_ delivery: Delivery, from sender: String, in chat: Chat.ID) throws(DeviceError) {
        guard var known = chats[chat] else { throw .unknownChat(chat) }
        guard let game = delivery.game, games[game] != nil else {
            let arrived = arriving(delivery, for: delivery.game)
            known.receive(arrived, from: PersonIDs.onTheWay(sender), profile: profile)
            chats[chat] = known
            return
        }
        let arrived = arriving(delivery, for: game)
        try perform(.arrival(arrived, from: participant(sender, in: game)), of: game, in: chat)
    }

    func nextParcelNumber() -> Int {
        lastParcel &+= 1
        return lastParcel
    }

    package func takeDepartures() -> [Departure] {
        defer { departures = [] }
        return departures
    }

    func carryOut(_ stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try event(of: game, in: chat) { () throws(DeviceError) in
            watchMemory(of: game, in: chat, for: stimulus)
            let reaction = try react(to: stimulus, of: game, in: chat)
            if budget?.takeBack == nil, let before = before(game, chat) { budget?.takeBack = { self.takeBack(before) } }
            var pending: [Stimulus] = []
            run(reaction, of: game, in: chat, &pending)
            drain(pending, of: game, in: chat)
        }
    }

    /// Carries out requests of scripts and the requests that follow from them, within the event's
    /// budget.
    func drain(_ stimuli: [Stimulus], of game: String, in chat: Chat.ID) {
        var pending = stimuli
        while !pending.isEmpty {
            let next = pending.removeFirst()
            if budget?.exceeded != nil {
                // only kills are carried out; the rest is dropped
                if case .kill = next { _ = try? react(to: next, of: game, in: chat) }
                continue
            }
            watchMemory(of: game, in: chat, for: next)
            // A request may have become impossible.
            let answer = try? react(to: next, of: game, in: chat)
            if let answer {
                witness?(next, answer)
                run(answer, of: game, in: chat, &pending)
            }
            giveUpDraft(of: next, answer, pending, of: game, in: chat)
        }
    }

    private func react(to stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) -> Reaction {
        guard var lifecycle = games[game]?.lifecycle else { throw .unknownGame(game) }
        guard var state = chats[chat] else { throw .unknownChat(chat) }
        let reaction: Reaction
        do {
            reaction = try lifecycle.handle(stimulus, in: &state)
        } catch {
            throw .stimulus(error)
        }
        games[game]?.lifecycle = lifecycle
        chats[chat] = state
        if case .kill(let id) = stimulus { bury(id) }
        for later in reaction.later {
            let timer = Timer(due: now + later.delay, stimulus: later.stimulus, game: game, chat: chat)
            // A message expires some time after it was first opened. Tapping it again doesn't
            // restart the time.
            if let expiry = timer.kept, timers.contains(where: { $0.kept?.isSameMessage(as: expiry) == true }) {
                continue
            }
            timers.append(timer)
        }
        return reaction
    }

    private func run(_ reaction: Reaction, of game: String, in chat: Chat.ID, _ pending: inout [Stimulus]) {
        for outgoing in reaction.outgoing {
            departures.append(
                Departure(chat: chat, item: outgoing.item, delivery: departing(outgoing.delivery)))
        }
        noteDeparted(reaction, of: game)
        closeOthers(before: reaction, of: game)
        var killed: Set<InstanceID> = []
        for entry in reaction.entries {
            guard let event = entry.event else {
                log.append(entry)
                continue
            }
            if killed.contains(event.instance) { continue }
            if budget?.allows("\(game)/on.\(event.callback.name)") == false {
                // call no more hooks, but record which instances start and end
                if event.callback == .load { games[game]?.app.instances.make(event.instance) }
                if event.callback == .didResignActive { bury(event.instance) }
                continue
            }
            log.append(entry)
            if !run(event, in: chat, &pending) || interruption?(event) == true {
                killed.insert(event.instance)
                pending.insert(.kill(event.instance), at: 0)
            }
        }
        for outgoing in reaction.outgoing { settle(outgoing, of: game, in: chat) }
    }

    /// Delivers a callback. Returns false if the instance can't continue.
    private func run(_ event: Event, in chat: Chat.ID, _ pending: inout [Stimulus]) -> Bool {
        let id = event.instance
        guard let app = games[id.game]?.app else { return false }
        if event.callback == .load, id.kind == .main {
            app.data.giveUpDrafts(in: chat, but: stagedURL(of: id.game, in: chat))
        }
        let delivered = app.tell(event.callback, to: id, at: moment(of: event, in: chat))
        if let size = delivered.size { games[id.game]?.bubbleSizes[id] = size }
        pending += hear(id.game)
        if event.callback == .didResignActive { bury(id) }
        return delivered.isAlive
    }

    /// Closes another open game before a game opens.
    private func closeOthers(before reaction: Reaction, of game: String) {
        guard reaction.events.contains(where: { $0.callback == .load && $0.instance.kind == .main }) else { return }
        for other in games.keys.sorted() where other != game {
            if let open = games[other]?.lifecycle.main { try? carryOut(.close, of: other, in: open.chat) }
        }
    }

    /// Ends an instance without callbacks.
    func endQuietly(_ id: InstanceID, in chat: Chat.ID) {
        _ = try? react(to: .kill(id), of: id.game, in: chat)
    }

    /// Ends all instances of a game without callbacks. Returns the game afterwards, or nil if it
    /// isn't installed.
    private func endAll(of game: String) -> InstalledGame? {
        for running in games[game]?.lifecycle.running ?? [] { endQuietly(running.id, in: running.chat) }
        return games[game]
    }

    /// Starts the live bubbles of a visible chat that have no instance.
    func showLiveBubbles(of game: String, in chat: Chat.ID) {
        guard visibleChat == chat, let items = chats[chat]?.transcript.items else { return }
        for item in items where item.bubble?.game == game && item.bubble?.message.layout?.isLive == true {
            guard bringsBack(item.id, of: game, in: chat) else { continue }
            try? carryOut(.bubbleAppears(item.id), of: game, in: chat)
        }
        if chats[chat]?.draft.staged?.game == game, bringsBack(nil, of: game, in: chat) {
            try? carryOut(.draftAppears, of: game, in: chat)
        }
    }

    /// The chat that the person looks at. Its live bubbles run.
    public internal(set) var visibleChat: Chat.ID?

    /// Shows a chat to the person, or none.
    public func look(at chat: Chat.ID?) {
        for game in games.keys.sorted() {
            if let visibleChat, visibleChat != chat {
                try? carryOut(.leaveChat, of: game, in: visibleChat)
                games[game]?.putAway = [:]
            }
        }
        visibleChat = chat
        guard let chat else { return }
        for game in games.keys.sorted() { showLiveBubbles(of: game, in: chat) }
    }

    package func holds(_ notice: Notice) -> Bool { games[notice.game]?.app.holds(notice) ?? true }
}
