import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// One simulated phone: its person, conversations, installed games and their matches.
///
/// Everything that happens to it is a stimulus, which it carries out with all that follows: callbacks into scripts in the
/// order of the lifecycle, what those ask for, what leaves for the network. Nothing leaves without the person's Send.
public final class Device {
    /// Whose it is, by name.
    public let person: String
    /// How the host behaves where hosts differ.
    public let profile: HostProfile
    /// How the urls of its games begin, and how large they may be.
    public let carrier: MessageURLCoder
    /// Whether it runs games.
    public let kind: Kind
    /// What was called in which instance, and the silent cases: the oracle of tests, and what authors look at.
    public internal(set) var log = EventLog()
    /// What the host tells the person, the oldest first.
    public internal(set) var notices: [Notice] = []
    /// This device's own clock, since the simulation began.
    public var now = Duration.zero
    /// After how long a match may be claimed; nil for slow play.
    public var turnLimit: Duration?
    /// What was sent and isn't handed over yet, the oldest first.
    package internal(set) var departures: [Departure] = []
    /// Its conversations, each with its transcript and draft field.
    public internal(set) var chats: [Chat.ID: Chat] = [:]
    /// Who takes part in a chat, the person of this device among them.
    public internal(set) var people: [Chat.ID: [String]] = [:]
    var games: [String: InstalledGame] = [:]
    /// How often games were installed that a restored device doesn't have now: people still go by those ids in its chats.
    var otherInstalls: [String: Int] = [:]
    /// Urls of games that aren't installed.
    var unreadElsewhere: [UnreadMessage] = []
    /// The pictures of all its games.
    package let assets = AssetStore()
    var ids: PersonIDs
    var lastMessage = 0
    var lastParcel = 0
    /// How often this device was restored.
    var restarts = 0
    let token: DisplayName
    /// Draws ids and keys; nil for the system's.
    var generator: any RandomNumberGenerator

    /// What hooks printed, the oldest first.
    public internal(set) var printouts: [Printout] = []
    /// What the host told scripts beside the callbacks of the lifecycle, the oldest first.
    package internal(set) var hostHooks: [HostHook] = []
    /// What happens by itself after a while, in the order in which it was planned.
    var timers: [Timer] = []
    /// The budget of the event under way; nil between events.
    var budget: EventBudget?
    /// The requests of hooks in the current event that haven't been carried out.
    var asked: [Stimulus] = []
    /// The time of an event. For tests: half a minute is long.
    /// How much processor time an event may use here: 30 s, or less. Asked when it begins; whoever lets one act of a person lead
    /// to several events shares the time out among them.
    package var eventTime: () -> Duration = { EventBudget.time }
    /// Asked after each callback: does the system end its instance now? Nothing more is called in it then, and what the
    /// callback asked for isn't answered. For tests: a match must survive that at every step.
    package var interruption: ((Event) -> Bool)?
    /// Hears of what fails in the rules of this device's games, for their authors: matches are watched then, so that a hook which
    /// writes where it must not fails here. Nil where nobody wants to know.
    package var scriptWitness: ScriptObserver? {
        didSet { for game in games.values { game.app.table.rules.witness = scriptWitness } }
    }
    /// Counts the work of this device in a simulation; nil if nobody asks.
    package var counter: WorkCounter?
    /// Sees what scripts ask for, and what followed.
    var witness: ((Stimulus, Reaction) -> Void)?

    /// Something on its way out.
    package struct Departure: Sendable {
        /// Which chat it goes to.
        package let chat: Chat.ID
        /// Where it stands in this device's transcript.
        package let item: TranscriptItem.ID
        /// As it travels: people are named by ids that every device knows.
        package let delivery: Delivery
    }

    /// What a device is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It runs games.
        case phone
        /// It shows messages and runs no games: a tap opens their urls in a browser.
        case desktop
    }

    /// - Parameters:
    ///   - person: Whose phone it is; shown to others as the token of a seat, cut to 24 bytes.
    ///   - profile: How the host behaves where hosts differ.
    ///   - carrier: How the urls of its messages begin, and how large they may be.
    ///   - kind: Whether it runs games.
    ///   - generator: Draws ids and keys. Give a seeded one to repeat a simulation.
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

    /// Puts a game on the device; messages of it that waited are read when its chat is opened.
    ///
    /// Over the same game it is an update: matches, the game's store and the ids of people stay. What runs is ended, as a
    /// system ends an app that it replaces, and runs the new script when it is opened or shown next.
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
        app.unread += unreadElsewhere.filter { $0.game == script.id }
        unreadElsewhere.removeAll { $0.game == script.id }
        games[script.id] = InstalledGame(app, profile: profile, replacing: before)
        games[script.id]?.install = times
        for id in chats.keys {
            let told = conversation(of: script.id, in: id)
            chats[id]?.conversations[script.id] = told
        }
        app.readWaiting()
        hearGames()
    }

    /// Takes a game off the device, with its matches and what it stores; what is in transcripts stays. Put there again, it goes by
    /// other ids of people.
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

    /// The ids of the games on it, in order.
    public var installedGames: [String] { games.keys.sorted() }

    /// Urls that can't be read yet: the game, its version or the memory is missing.
    var unread: [UnreadMessage] { unreadElsewhere + games.sorted { $0.key < $1.key }.flatMap(\.value.app.unread) }

    /// Begins a conversation with others.
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

    // MARK: What happens

    /// Carries out a stimulus and everything that follows from it.
    ///
    /// - Throws: ``DeviceError`` if it can't happen now; nothing has changed then.
    public func perform(_ stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try carryOut(stimulus, of: game, in: chat)
        showLiveBubbles(of: game, in: chat)
    }

    /// Something arrives for this person.
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

    /// The number of what leaves next.
    func nextParcelNumber() -> Int {
        lastParcel &+= 1
        return lastParcel
    }

    /// Takes what waits to leave.
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

    /// Carries out what scripts asked for, and what they ask for because of it: the event's budget is the end.
    func drain(_ stimuli: [Stimulus], of game: String, in chat: Chat.ID) {
        var pending = stimuli
        while !pending.isEmpty {
            let next = pending.removeFirst()
            if budget?.exceeded != nil {
                // dropped, but for the end of instances
                if case .kill = next { _ = try? react(to: next, of: game, in: chat) }
                continue
            }
            watchMemory(of: game, in: chat, for: next)
            // What a script asked for may have become impossible meanwhile.
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
            // A message expires a while after it was first opened; tapping it again doesn't begin anew.
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
                // nothing is called any more, but instances come and go
                if event.callback == .load { games[game]?.app.make(event.instance) }
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

    /// False if the instance can't go on.
    private func run(_ event: Event, in chat: Chat.ID, _ pending: inout [Stimulus]) -> Bool {
        let id = event.instance
        guard let app = games[id.game]?.app else { return false }
        if event.callback == .load, id.kind == .main {
            app.giveUpDrafts(in: chat, but: stagedURL(of: id.game, in: chat))
        }
        let delivered = app.tell(event.callback, to: id, at: moment(of: event, in: chat))
        if let size = delivered.size { games[id.game]?.bubbleSizes[id] = size }
        pending += hear(id.game)
        if event.callback == .didResignActive { bury(id) }
        return delivered.isAlive
    }

    /// A game that is opened takes the place of another one: that is closed first.
    private func closeOthers(before reaction: Reaction, of game: String) {
        guard reaction.events.contains(where: { $0.callback == .load && $0.instance.kind == .main }) else { return }
        for other in games.keys.sorted() where other != game {
            if let open = games[other]?.lifecycle.main { try? carryOut(.close, of: other, in: open.chat) }
        }
    }

    /// Ends an instance without a word.
    func endQuietly(_ id: InstanceID, in chat: Chat.ID) {
        _ = try? react(to: .kill(id), of: id.game, in: chat)
    }

    /// Ends everything that runs of a game, without a word. Returns the game as it is then; nil if it isn't installed.
    private func endAll(of game: String) -> InstalledGame? {
        for running in games[game]?.lifecycle.running ?? [] { endQuietly(running.id, in: running.chat) }
        return games[game]
    }

    /// Live bubbles of a chat that have no instance get one: they are in view while the chat is.
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

    /// The chat that the person looks at: its live bubbles run.
    public internal(set) var visibleChat: Chat.ID?

    /// The person looks at a chat, or at none.
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

    /// Is what the person was told still so? Who asks for a seat, or claims, is no news any more once the match went on.
    package func holds(_ notice: Notice) -> Bool { games[notice.game]?.app.holds(notice) ?? true }
}
