import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// One game as an app in Messages: its rules and matches, its running instances, what it keeps.
///
/// A ``AppHost`` delivers callbacks with what can be seen at that moment, and carries out what hooks ask for. Everything that
/// runs Lua for the game shares one pool of memory, and each call, with all that follows from it, one budget of time.
///
/// ```swift
/// let app = try GameApp(script, playing: DisplayName(shortening: "Ann"), host: host)
/// let main = InstanceID(game: script.id, kind: .main, number: 1)
/// let moment = Moment(conversation, style: .compact)
/// app.deliver(.load, to: main, at: moment)
/// app.deliver(.didBecomeActive, to: main, at: moment)
/// try app.touch("b2", in: main, at: moment)   // host.carryOut(.insert(…)) is called
/// ```
///
/// Not for several threads at once. A host keeps it for as long as the process runs; what must outlive that, ``keep(in:)``
/// keeps.
public final class GameApp {
    /// The installed version of the game: matches begin on it.
    public let script: GameScript
    /// Its matches on this device, and what is signed for them.
    public let table: MatchTable
    /// What the person is called in matches.
    public let token: DisplayName
    /// Whom it asks and tells; nil once that is gone, and then what hooks ask for isn't carried out.
    public weak var host: (any AppHost)?
    /// What the game keeps on this device.
    public package(set) var store = GameStore()
    let pool: MemoryPool
    package let stickers: StickerPack
    var instances: [InstanceID: AppInstance] = [:]
    /// The match that a conversation is about: the last one that was read or begun there.
    package var current: [Conversation.ID: MatchID] = [:]
    /// Urls that can't be read yet: the game's version or the memory is missing.
    package var unread: [UnreadMessage] = []
    /// Urls of drafts that are known to have left, in the event under way.
    package var departed: Set<String> = []
    /// Where matches are kept, and what is kept there already; nil where nothing outlives the process.
    var keeper: (store: any MatchStore, kept: KeptMatches)?
    /// The conversations whose people were told what this version trusts.
    var warned: Set<Conversation.ID> = []
    /// The budget of the event under way; nil between events.
    package var budget: EventBudget?
    /// The budget of the event whose requests the host hears of: what it answers meanwhile is a part of that event.
    private var answered: EventBudget?
    /// Does the event under way run on another thread than the one on which the host delivered?
    private var isElsewhere = false
    /// How much processor time an event may use: 30 s, or less in tests.
    package var eventTime = EventBudget.time
    /// What the host isn't told yet.
    var calls: [HostCall] = []
    private var uses = 0

    /// - Parameters:
    ///   - token: What the person is called in matches: a name of theirs, cut to 24 bytes.
    ///   - carrier: How urls begin.
    ///   - host: Kept weakly.
    ///   - assets: Holds the pictures of all games of a host.
    /// - Throws: ``WireError`` for a game whose id fits into no message.
    public init(
        _ script: GameScript, playing token: DisplayName, carrier: MessageURLCoder = MessageURLCoder(),
        host: (any AppHost)? = nil,
        assets: AssetStore = AssetStore()
    ) throws(WireError) {
        self.script = script
        self.token = token
        self.host = host
        pool = MemoryPool.current ?? MemoryPool()
        table = MatchTable(
            game: try GameID(script.id), shelf: ScriptVersions(script), carrier: carrier, pool: pool, assets: assets)
        stickers = StickerPack(folder: script.folder.url?.appendingPathComponent("stickers"))
    }

    /// How the urls of its messages begin, and how large they may be.
    public var carrier: MessageURLCoder { table.carrier }

    // MARK: Events

    /// Carries out one thing that happens, with all that follows from it in this game. What happens within another event is
    /// a part of that, and so is what the host does while it hears what the event asks for.
    ///
    /// If the event meets a limit, what its hooks did is taken back, and the person reads one line.
    func event<E: Error>(in place: Conversation.ID, _ body: () throws(E) -> Void) throws(E) {
        if budget != nil { return try body() }
        let budget = answered ?? EventBudget(time: eventTime)
        let isElsewhere = !LuaThread.isCurrent
        let wasOver = budget.exceeded != nil
        defer {
            departed = []
            tellHost(of: budget, in: place)
            WarmStatePool.refill()  // the event is over: no budget of its pays for those that come
        }
        let before = snapshot
        budget.takeBack = { self.takeBack(to: before) }
        do throws(E) {
            (self.budget, self.isElsewhere) = (budget, isElsewhere)
            defer { (self.budget, self.isElsewhere) = (nil, false) }
            try budget.run(body) { keep(orTakeBackTo: before, in: place) }
        } catch {
            dropRequests()
            throw error
        }
        guard let excess = budget.exceeded else { return }
        if wasOver { dropRequests() } else { end(at: excess.limit, excess.place, in: place) }
    }

    /// An event met a limit: what was asked for isn't carried out, and the person reads one line.
    package func end(at limit: EventLimit, _ hook: String, in place: Conversation.ID) {
        dropRequests()
        calls.append(.silence(EventLog.Silence(.eventLimit, game: script.id)))
        note("\(hook): \(limit)", in: place)
    }

    /// What was asked for isn't carried out.
    package func dropRequests() { calls.removeAll(where: \.isRequest) }

    /// The host hears of everything that happened, in its order. If it answers at once, what follows waits for its turn here,
    /// and counts with what came before: it has what is left of the same budget.
    private func tellHost(of budget: EventBudget, in place: Conversation.ID) {
        guard answered == nil else { return }
        answered = budget
        defer { answered = nil }
        var requests = 0
        while !calls.isEmpty {
            let call = calls.removeFirst()
            guard call.isRequest else {
                host.map(call.make)
                continue
            }
            requests += 1
            if requests <= EventBudget.mostRequests {
                host.map(call.make)
            } else if budget.exceeded == nil {
                budget.end(.requests, script.id)
                end(at: .requests, script.id, in: place)
            }
        }
    }

    /// The host hears of everything that happened, in its order, in the midst of an event that the host itself has begun.
    package func tellHost() {
        let told = calls
        calls = []
        for call in told { host.map(call.make) }
    }

    /// How things stand: what hooks do from here on can be taken back to it.
    package var snapshot: Snapshot { Snapshot(records: table.records, current: current, store: store) }

    package struct Snapshot {
        let records: [MatchID: MatchRecord]
        let current: [Conversation.ID: MatchID]
        let store: GameStore
    }

    /// Takes back what hooks staged, drafted, began and kept. What was sent has left, and what was read was signed by others:
    /// both stay.
    package func takeBack(to before: Snapshot) {
        store = before.store
        for (id, record) in table.records {
            guard let old = before.records[id] else {
                // begun by a hook, and nobody was told of it
                if record.url == nil, record.seat != nil { table.records[id] = nil }
                continue
            }
            let draft = old.draft.flatMap { departed.contains($0.url) ? nil : $0 }
            if draft?.url != record.draft?.url { table.records[id]?.match.takeBackDraft(to: draft) }
        }
        for (place, match) in current where table.records[match] == nil { current[place] = before.current[place] }
    }

    // MARK: What the person is told

    /// Tells the person a line; the same one only once in an event, since a message is read in several of its callbacks.
    ///
    /// - Parameter match: The line holds as long as this match stands where it does.
    package func note(
        _ text: String, in place: Conversation.ID, _ error: AppError? = nil, about match: MatchID? = nil
    ) {
        var notice = Notice(chat: place, game: script.id, text: text, error: error)
        if let match, let head = table.records[match]?.signedLog.head {
            notice.position = Notice.Position(match: match, head: head)
        }
        guard budget?.notice(notice) != false else { return }
        calls.append(.notice(notice))
    }

    /// Tells the person what couldn't be done.
    func note(_ error: AppError, in place: Conversation.ID) { note(error.description, in: place, error) }

    /// Is what the person was told still so? Who asks for a seat, or claims, is no news any more once the match went on.
    package func holds(_ notice: Notice) -> Bool {
        guard let position = notice.position else { return true }
        return table.records[position.match]?.signedLog.head == position.head
    }

    /// What a hook printed, for the author; what is over the event's limit isn't kept.
    func keepPrinted(_ text: String, by id: InstanceID, in hook: String) {
        let room = budget?.print(text.utf8.count, "\(script.id)/on.\(hook)") ?? text.utf8.count
        let kept = room == text.utf8.count ? text : String(decoding: text.utf8.prefix(room), as: UTF8.self)
        if !kept.isEmpty { calls.append(.printout(Printout(instance: id, hook: hook, text: kept))) }
    }

    /// Notes which instance was used last.
    func wasUsed(_ instance: AppInstance) {
        uses &+= 1
        instance.lastUse = uses
    }

    // MARK: Asking the host

    /// Asks the host something, on the thread on which it delivered; nil where it is gone.
    func askHost<R>(_ question: (any AppHost) -> R?) -> R? {
        guard let host else { return nil }
        return isElsewhere ? LuaThread.askCaller { question(host) } : question(host)
    }

    /// Random bytes of the host; where it gives too few, the rest is the system's.
    func randomBytes(_ count: Int) -> [UInt8] {
        let bytes = askHost { $0.randomBytes(count) } ?? []
        return bytes.count >= count ? Array(bytes.prefix(count)) : bytes + HostDefaults.randomBytes(count - bytes.count)
    }

    func newSession() -> Session {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return Session(bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) })
    }

    func newKey() -> SeatKey { (try? SeatKey(secret: randomBytes(32))) ?? SeatKey() }

    func newMessageID() -> MessageID {
        askHost { $0.newMessageID() } ?? MessageID(HostDefaults.hex(HostDefaults.randomBytes(8)))
    }

    /// The host's clock, within what can be reckoned with.
    var now: Duration { min(max(askHost { $0.now } ?? .zero, .zero - Self.longestTime), Self.longestTime) }

    /// Some 30,000 years.
    static let longestTime = Duration.seconds(1_000_000_000_000)
}

extension GameApp {
    /// Goes on with the matches, scripts and store of the app before an update of the game.
    package func takeOver(_ before: GameApp) {
        table.takeOver(before.table)
        store = before.store
        keeper = before.keeper
        current = before.current
        unread = before.unread
        warned = before.warned
    }
}
