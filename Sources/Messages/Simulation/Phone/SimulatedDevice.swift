import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// A simulated phone: its person, conversations, installed games and their matches.
///
/// Everything that happens to the device is a stimulus. The device carries out the stimulus with
/// everything that follows from it: callbacks in the order of the lifecycle, the requests of
/// scripts, and deliveries to the network.
public final class SimulatedDevice {
    /// The name of the device's person.
    public let person: String
    /// The host's behaviours on which sources about the framework disagree.
    public let profile: HostProfile
    /// The coder of message urls, with their prefix and their largest size.
    public let carrier: MessageURLCoder
    /// Whether the device runs games.
    public let kind: Kind
    /// The host's notices to the person, the oldest first.
    public internal(set) var notices: [Notice] = []
    /// The text that hooks printed, the oldest first.
    public internal(set) var printouts: [HookOutput] = []
    /// The time after which a player may claim that another player is overdue. Nil for slow play,
    /// which has no claims.
    public var turnLimit: Duration?
    /// The picture cache of all games.
    package let assets = AssetStore()
    /// The counter of this device's work in a simulation, or nil.
    package var counter: WorkCounter?
    var lastMessage = 0
    var lastParcel = 0
    /// The number of restores of this device.
    var restarts = 0
    let token: DisplayName
    /// The generator of ids and keys.
    var generator: any RandomNumberGenerator

    let games: InstalledGames
    let chatStore: ChatStore
    let loop: EventLoop
    let bubbles: LiveBubbles
    let input: PersonInput

    /// A delivery that the device has sent.
    package struct Departure: Sendable {
        package let chat: Chat.ID
        /// The place of the delivery in this device's transcript.
        package let item: TranscriptItem.ID
        /// The delivery for the network. The ids of people in it are the ids that every device
        /// knows.
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
    ///   - person: The person's name. Cut to 24 bytes, it is also the display name of the person's
    ///     seats.
    ///   - profile: The host's behaviours on which sources about the framework disagree.
    ///   - carrier: The coder of message urls, with their prefix and their largest size. Nil for the
    ///     default prefix and the size that the profile allows.
    ///   - kind: Whether the device runs games.
    ///   - generator: The generator of ids and keys. Pass a seeded one to repeat a simulation.
    package init(
        of person: String, profile: HostProfile = .modern, carrier: MessageURLCoder? = nil,
        kind: Kind = .phone,
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        var generator = generator
        let ids = PersonIDs(salt: generator.bytes(16), person: person)
        self.person = person
        self.profile = profile
        self.carrier = carrier ?? MessageURLCoder(limits: WireLimits(url: profile.urlLimit))
        self.kind = kind
        self.generator = generator
        token = DisplayName(shortening: person)
        let games = InstalledGames()
        let chats = ChatStore(directory: PeopleDirectory(ids: ids), profile: profile)
        let loop = EventLoop(games: games, chats: chats)
        let bubbles = LiveBubbles(games: games, chats: chats, loop: loop)
        self.games = games
        chatStore = chats
        self.loop = loop
        self.bubbles = bubbles
        input = PersonInput(games: games, chats: chats, loop: loop, bubbles: bubbles)
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
        try install(script, times: chatStore.directory.install(of: script.id))
        if let visibleChat { bubbles.start(of: script.id, in: visibleChat) }
    }

    func install(_ script: GameScript, times: Int) throws(DeviceError) {
        let app: GameApp
        do {
            app = try GameApp(script, playing: token, carrier: carrier, host: self, assets: assets)
        } catch {
            throw .app(.table(.wire(error)))
        }
        let before = loop.endAll(of: script.id)
        if let before { app.takeOver(before.app) }
        app.table.rules.witness = scriptWitness
        app.reader.unread += games.takeUnread(of: script.id)
        games[script.id] = InstalledGame(app, profile: profile, replacing: before)
        chatStore.add(script.id, installed: times)
        app.reader.readWaiting()
        loop.hearGames()
    }

    /// Removes a game with its matches and its store. Transcripts stay. If the game is installed
    /// again, it gets other ids of people.
    ///
    /// - Throws: ``DeviceError/unknownGame(_:)``.
    package func uninstall(_ game: String) throws(DeviceError) {
        guard games[game] != nil else { throw .unknownGame(game) }
        _ = loop.endAll(of: game)
        loop.hearGames()
        games[game] = nil
        chatStore.remove(game)
    }

    /// Starts a conversation with others.
    package func join(_ chat: Chat.ID, people: [String]) {
        chatStore.join(chat, people: people, games: games.ids)
    }

    /// The observer of failures in the rules of this device's games, for authors. With an observer,
    /// the state of a match is compared after every call that must not change it. So a forbidden
    /// write fails in the function that made the write.
    package var scriptWitness: ScriptObserver? {
        get { games.scriptWitness }
        set { games.scriptWitness = newValue }
    }

    // MARK: Stimuli

    /// Carries out a stimulus and everything that follows from it.
    ///
    /// - Throws: ``DeviceError`` if the stimulus is impossible now. In that case nothing has
    ///   changed.
    public func perform(_ stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try loop.carryOut(stimulus, of: game, in: chat)
        bubbles.start(of: game, in: chat)
    }

    /// Receives a delivery for this person.
    package func receive(_ delivery: Delivery, from sender: String, in chat: Chat.ID) throws(DeviceError) {
        guard let game = delivery.game, games[game] != nil else {
            return try chatStore.receive(delivery, from: sender, in: chat)
        }
        guard chatStore[chat] != nil else { throw .unknownChat(chat) }
        let directory = chatStore.directory
        let arrived = directory.arriving(delivery, for: game)
        try perform(.arrival(arrived, from: directory.participant(sender, in: game)), of: game, in: chat)
    }

    /// The sent deliveries that the driver hasn't taken yet, the oldest first.
    package var departures: [Departure] { chatStore.departures }

    package func takeDepartures() -> [Departure] { chatStore.takeDepartures() }

    func nextParcelNumber() -> Int {
        lastParcel &+= 1
        return lastParcel
    }

    /// Shows a chat to the person, or no chat if `chat` is nil.
    public func look(at chat: Chat.ID?) { bubbles.look(at: chat) }

    /// Returns the processor time that an event on this device may use: at most 30 s. The closure is
    /// called at the start of each event. A caller whose single action leads to several events can
    /// divide the time among the events.
    package var eventTime: () -> Duration {
        get { loop.eventTime }
        set { loop.eventTime = newValue }
    }

    /// Returns whether the system ends the instance now. Called after each callback; for tests. An
    /// instance that was ended receives no more callbacks, and its requests aren't answered. A match
    /// must survive such an interruption at every step.
    package var interruption: ((Event) -> Bool)? {
        get { loop.interruption }
        set { loop.interruption = newValue }
    }

    // MARK: Time

    /// This device's clock: the time since the simulation started.
    public var now: Duration {
        get { loop.schedule.now }
        set { loop.schedule.now = newValue }
    }

    /// The time of the next timer, or nil if there is none.
    package var nextTimer: Duration? { loop.schedule.next }

    /// Advances this device's clock and runs the timers that become due.
    public func pass(_ time: Duration) {
        let end = now + max(.zero, time)
        while let next = nextTimer, next <= end {
            now = max(now, next)
            runTimers()
        }
        now = end
    }

    func runTimers() {
        // Ignore errors, because a planned stimulus may have become impossible.
        for timer in loop.schedule.takeDue() { try? perform(timer.stimulus, of: timer.game, in: timer.chat) }
    }
}

// The phone as the app host of its games.
extension SimulatedDevice: AppHost {
    /// Passes a request to the lifecycle. During an event the request is added to the waiting
    /// requests instead.
    public func carryOut(_ request: HostRequest, of instance: InstanceID) { loop.carryOut(request, of: instance) }

    /// Adds the notice to ``notices``.
    public func show(_ notice: Notice) { notices.append(notice) }

    /// Adds the printout to ``printouts``.
    public func show(_ printout: HookOutput) { printouts.append(printout) }

    /// Adds the silent case to the ``log``.
    public func note(_ silence: LifecycleLog.Silence) { loop.calls.append(.silent(silence)) }

    /// Records the call.
    public func willCall(_ hook: String, of instance: InstanceID, at moment: HostContext, about: String?) {
        loop.calls.append(hook, of: instance, at: moment, about: about)
    }

    /// Returns the person's name for an id of any game, or nil for an unknown id.
    public func name(of participant: Participant) -> String? { names(of: nil)[participant] }

    /// Returns whether another game on this device has a record of the match.
    public func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool {
        games.isMatch(match, ofAnotherGameThan: game)
    }

    /// Returns an id such as `Ann-3`: the person and a number. The count continues after a restore.
    public func newMessageID() -> MessageID {
        lastMessage &+= 1
        return MessageID("\(person)-\(lastMessage)")
    }

    /// Returns bytes of the device's generator. With the same seed, a generator gives the same
    /// bytes.
    public func randomBytes(_ count: Int) -> [UInt8] {
        generator.bytes(count)
    }
}
