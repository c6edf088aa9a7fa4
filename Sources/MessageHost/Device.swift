import Conversations
import Foundation
import GameRules
import LuaRuntime
import MessageWire
import Values

/// One simulated phone: its person, conversations, installed games and their matches.
///
/// Everything that happens to it is a stimulus, which it carries out with all that follows: callbacks into scripts in the
/// order of the lifecycle, what those ask for, what leaves for the network. Nothing leaves without the person's Send.
public final class Device {
    public let person: String
    public let profile: HostProfile
    public let carrier: Carrier
    /// What was called in which instance, and the silent cases: the oracle of tests, and what authors look at.
    public internal(set) var log = EventLog()
    /// What the host tells the person, the oldest first.
    public internal(set) var notices: [Notice] = []
    /// This device's own clock, since the simulation began.
    public var now = Duration.zero
    /// After how long a match may be claimed; nil for slow play.
    public var turnLimit: Duration?
    /// What was sent and isn't handed over yet, the oldest first.
    public internal(set) var departures: [Departure] = []
    public internal(set) var chats: [Chat.ID: Chat] = [:]
    /// Who takes part in a chat, the person of this device among them.
    public internal(set) var people: [Chat.ID: [String]] = [:]
    var games: [String: InstalledGame] = [:]
    /// How often games were installed that a restored device doesn't have now: people still go by those ids in its chats.
    var otherInstalls: [String: Int] = [:]
    /// Urls that can't be read yet: the game, its version or the memory is missing.
    var unread: [UnreadMessage] = []
    var ids: PersonIDs
    var lastNumber = 0
    var lastParcel = 0
    /// How often this device was restored.
    var restarts = 0
    let token: DisplayToken
    /// Draws ids and keys; nil for the system's.
    var generator: any RandomNumberGenerator

    /// What hooks printed, the oldest first.
    public internal(set) var printouts: [Printout] = []
    /// Asked after each callback: does the system end its instance now? Nothing more is called in it then, and what the
    /// callback asked for isn't answered. For tests: a match must survive that at every step.
    public var interruption: ((Event) -> Bool)?
    /// Sees what scripts ask for, and what followed.
    var witness: ((Stimulus, Reaction) -> Void)?

    /// Something on its way out.
    public struct Departure: Sendable {
        public let chat: Chat.ID
        /// Where it stands in this device's transcript.
        public let item: TranscriptItem.ID
        /// As it travels: people are named by ids that every device knows.
        public let delivery: Delivery
    }

    /// - Parameters:
    ///   - person: Whose phone it is; shown to others as the token of a seat, cut to 24 bytes.
    ///   - generator: Draws ids and keys. Give a seeded one to repeat a simulation.
    public init(
        of person: String, profile: HostProfile = .modern, carrier: Carrier = Carrier(),
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.person = person
        self.profile = profile
        self.carrier = carrier
        self.generator = generator
        token = Self.token(for: person)
        ids = PersonIDs(salt: [], person: person)
        ids = PersonIDs(salt: randomBytes(16), person: person)
    }

    private static func token(for person: String) -> DisplayToken {
        var name = String(String.UnicodeScalarView(person.unicodeScalars.filter { $0.value >= 0x20 }))
        while name.utf8.count > 24 { name.removeLast() }
        return (try? DisplayToken(name)) ?? .empty
    }

    // MARK: Setting up

    /// Puts a game on the device; messages of it that waited are read when its chat is opened.
    public func install(_ script: GameScript) throws(DeviceError) {
        try install(script, times: (games[script.id]?.install ?? 0) &+ 1)
    }

    func install(_ script: GameScript, times: Int) throws(DeviceError) {
        do {
            var game = try InstalledGame(script, carrier: carrier, profile: profile, surroundings: Surroundings())
            game.install = times
            if let before = games[script.id] { game.table.takeOver(before.table) }
            games[script.id] = game
        } catch {
            throw .request("\(error)")
        }
        for id in chats.keys {
            let told = conversation(of: script.id, in: id)
            chats[id]?.conversations[script.id] = told
        }
        readWaiting(script.id)
    }

    public var installedGames: [String] { games.keys.sorted() }

    /// Begins a conversation with others.
    public func join(_ chat: Chat.ID, people: [String]) {
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

    /// The person touches what plays `move` in the open game, or its Start button.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat.
    public func touch(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try carryOut(.touch(main.id), of: game, in: chat)
        var pending: [Stimulus] = []
        call(
            "did_touch", of: main.id, in: chat, argument: .string(move), asking: { .init($0, from: main.id) }, &pending)
        drain(pending, of: game, in: chat)
        showLiveBubbles(of: game, in: chat)
    }

    /// Something arrives for this person.
    public func receive(_ delivery: Delivery, from sender: String, in chat: Chat.ID) throws(DeviceError) {
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
    public func takeDepartures() -> [Departure] {
        defer { departures = [] }
        return departures
    }

    private func carryOut(_ stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) {
        let reaction = try react(to: stimulus, of: game, in: chat)
        var pending: [Stimulus] = []
        run(reaction, of: game, in: chat, &pending)
        drain(pending, of: game, in: chat)
    }

    /// Carries out requests, and shows what they changed.
    func carryOut(_ stimuli: [Stimulus], of game: String, in chat: Chat.ID) {
        drain(stimuli, of: game, in: chat)
        showLiveBubbles(of: game, in: chat)
    }

    /// A script can keep answering its own completions: there is an end.
    private static let mostRequests = 256

    private func drain(_ stimuli: [Stimulus], of game: String, in chat: Chat.ID) {
        var pending = stimuli
        var count = 0
        while !pending.isEmpty {
            count += 1
            guard count <= Self.mostRequests else {
                return note("The game keeps asking for more: what was left was dropped.", game, chat)
            }
            let next = pending.removeFirst()
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
        return reaction
    }

    private func run(_ reaction: Reaction, of game: String, in chat: Chat.ID, _ pending: inout [Stimulus]) {
        for outgoing in reaction.outgoing {
            departures.append(
                Departure(chat: chat, item: outgoing.item, delivery: departing(outgoing.delivery)))
        }
        var killed: Set<InstanceID> = []
        for entry in reaction.entries {
            guard let event = entry.event else {
                log.append(entry)
                continue
            }
            if killed.contains(event.instance) { continue }
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
        guard let game = games[id.game] else { return false }
        switch event.callback {
        case .load:
            if id.kind == .main { giveUpDrafts(of: id.game, in: chat) }
            let instance = AppInstance(id, script: game.script, pool: game.pool)
            games[id.game]?.instances[id] = instance
            do {
                try instance.load()
            } catch {
                note("\(error)", id.game, chat)
                return false
            }
        case .completion(_, .some(let error)):
            note("The message can't be sent: \(error)", id.game, chat)
            fallthrough
        default:
            call(event.callback.name, of: id, in: chat, event: event, asking: { Request($0, during: event) }, &pending)
        }
        if event.callback == .didResignActive {
            bury(id)
        }
        return true
    }

    /// Live bubbles of a chat that have no instance get one: they are in view while the chat is.
    private func showLiveBubbles(of game: String, in chat: Chat.ID) {
        guard visibleChat == chat, let items = chats[chat]?.transcript.items else { return }
        for item in items where item.bubble?.game == game && item.bubble?.message.layout?.isLive == true {
            try? carryOut(.bubbleAppears(item.id), of: game, in: chat)
        }
        if chats[chat]?.draft.staged?.game == game { try? carryOut(.draftAppears, of: game, in: chat) }
    }

    /// The chat that the person looks at: its live bubbles run.
    public internal(set) var visibleChat: Chat.ID?

    /// The person looks at a chat, or at none.
    public func look(at chat: Chat.ID?) {
        for game in games.keys.sorted() {
            if let visibleChat, visibleChat != chat { try? carryOut(.leaveChat, of: game, in: visibleChat) }
        }
        visibleChat = chat
        guard let chat else { return }
        for game in games.keys.sorted() { showLiveBubbles(of: game, in: chat) }
    }

    func note(_ text: String, _ game: String, _ chat: Chat.ID) {
        notices.append(Notice(chat: chat, game: game, text: text))
    }

    // MARK: Drawing

    func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
}
