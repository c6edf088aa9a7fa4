import Conversations
import Foundation
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// A game as an app in Messages: its rules and matches, its running instances, and its store.
///
/// An ``AppHost`` delivers callbacks, with what can be seen at that moment, and carries out the
/// requests of hooks. All Lua code of the game shares one memory pool. Each call, with everything
/// that follows from it, has one time budget.
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
/// Not thread-safe. A host keeps the app as long as the process runs. ``keep(in:)`` stores what
/// must outlive the process.
public final class GameApp {
    /// The installed version of the game. New matches use it.
    public let script: GameScript
    /// The matches of the game on this device, and what is signed for them.
    public let table: MatchTable
    /// The display name of the person in matches.
    public let token: DisplayName
    /// The host, which receives requests and queries. Nil after it was deallocated; requests of
    /// hooks are then dropped.
    public weak var host: (any AppHost)?
    /// The store of the game on this device.
    public package(set) var store = GameStore()
    let pool: MemoryPool
    package let stickers: StickerPack
    var instances: [InstanceID: AppInstance] = [:]
    /// The match of each conversation: the last one that was read or started there.
    package var current: [Conversation.ID: MatchID] = [:]
    /// Messages that can't be read yet, because the game's version or memory is missing.
    package var unread: [UnreadMessage] = []
    /// The urls of drafts that are known to have left in the current event.
    package var departed: Set<String> = []
    /// The store of the matches, and what it already has. Nil if nothing outlives the process.
    var keeper: (store: any MatchStore, kept: KeptMatches)?
    /// The conversations in which ``warn(in:)`` has told the person what this version trusts.
    var warned: Set<Conversation.ID> = []
    /// The budget of the current event; nil between events.
    package var budget: EventBudget?
    /// The budget of the event whose requests are being delivered to the host. Answers of the host
    /// are a part of that event.
    private var answered: EventBudget?
    /// Whether the current event runs on another thread than the one on which the host delivered
    /// it.
    private var isElsewhere = false
    /// The processor time of an event: 30 s, or less in tests.
    package var eventTime = EventBudget.time
    /// The calls to the host that wait until the event is over.
    var calls: [HostCall] = []
    private var uses = 0

    /// - Parameters:
    ///   - token: The display name of the person in matches, cut to 24 bytes.
    ///   - carrier: The coder of message urls, with their prefix.
    ///   - host: The host, referenced weakly.
    ///   - assets: The cache of the pictures of all games of a host.
    /// - Throws: ``WireError`` if the game's id doesn't fit into a message.
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

    /// The coder of message urls: their prefix, and their largest size.
    public var carrier: MessageURLCoder { table.carrier }

    // MARK: Events

    /// Runs an event and everything that follows from it in this game. An event within another one
    /// is a part of it. So is what the host does while it receives the event's requests.
    ///
    /// If the event exceeds a limit, the changes of its hooks are undone, and the person gets one
    /// notice.
    func event<E: Error>(in place: Conversation.ID, _ body: () throws(E) -> Void) throws(E) {
        if budget != nil { return try body() }
        let budget = answered ?? EventBudget(time: eventTime)
        let isElsewhere = !LuaThread.isCurrent
        let wasOver = budget.exceeded != nil
        defer {
            departed = []
            tellHost(of: budget, in: place)
            WarmStatePool.refill()  // after the event, so that no event's budget pays for it
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

    /// Ends an event that exceeded a limit: drops its requests and tells the person.
    package func end(at limit: EventLimit, _ hook: String, in place: Conversation.ID) {
        dropRequests()
        calls.append(.silence(EventLog.Silence(.eventLimit, game: script.id)))
        note("\(hook): \(limit)", in: place)
    }

    /// Drops the requests that the host hasn't received yet.
    package func dropRequests() { calls.removeAll(where: \.isRequest) }

    /// Delivers the waiting calls to the host, in order. If the host answers at once, the calls
    /// that follow join the queue and use the rest of the same budget.
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

    /// Delivers the waiting calls to the host, in order, within an event that the host itself has
    /// started.
    package func tellHost() {
        let told = calls
        calls = []
        for call in told { host.map(call.make) }
    }

    /// The current state. ``takeBack(to:)`` returns to it.
    package var snapshot: Snapshot { Snapshot(records: table.records, current: current, store: store) }

    package struct Snapshot {
        let records: [MatchID: MatchRecord]
        let current: [Conversation.ID: MatchID]
        let store: GameStore
    }

    /// Undoes what hooks staged, drafted, started and stored. Sent messages have left and read
    /// messages were signed by others, so both stay.
    package func takeBack(to before: Snapshot) {
        store = before.store
        for (id, record) in table.records {
            guard let old = before.records[id] else {
                // a hook started this match, and nobody was told of it
                if record.url == nil, record.seat != nil { table.records[id] = nil }
                continue
            }
            let draft = old.draft.flatMap { departed.contains($0.url) ? nil : $0 }
            if draft?.url != record.draft?.url { table.records[id]?.match.takeBackDraft(to: draft) }
        }
        for (place, match) in current where table.records[match] == nil { current[place] = before.current[place] }
    }

    // MARK: Notices

    /// Tells the person a line. The same line appears only once in an event, because several
    /// callbacks read the same message.
    ///
    /// - Parameter match: If given, the line holds only until this match's head changes.
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

    func note(_ error: AppError, in place: Conversation.ID) { note(error.description, in: place, error) }

    /// Returns whether a notice still applies. A request for a seat or a claim is outdated once the
    /// match has changed.
    package func holds(_ notice: Notice) -> Bool {
        guard let position = notice.position else { return true }
        return table.records[position.match]?.signedLog.head == position.head
    }

    /// Keeps the text that a hook printed, for the author. Text over the event's limit is dropped.
    func keepPrinted(_ text: String, by id: InstanceID, in hook: String) {
        let room = budget?.print(text.utf8.count, "\(script.id)/on.\(hook)") ?? text.utf8.count
        let kept = room == text.utf8.count ? text : String(decoding: text.utf8.prefix(room), as: UTF8.self)
        if !kept.isEmpty { calls.append(.printout(Printout(instance: id, hook: hook, text: kept))) }
    }

    func wasUsed(_ instance: AppInstance) {
        uses &+= 1
        instance.lastUse = uses
    }

    // MARK: Asking the host

    /// Queries the host on the thread on which it delivered the event. Returns nil if the host was
    /// deallocated.
    func askHost<R>(_ question: (any AppHost) -> R?) -> R? {
        guard let host else { return nil }
        return isElsewhere ? LuaThread.askCaller { question(host) } : question(host)
    }

    /// Returns random bytes of the host. If the host gives too few, the system's generator adds the
    /// rest.
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

    /// The host's clock, clamped to ±``longestTime`` so that arithmetic can't overflow.
    var now: Duration { min(max(askHost { $0.now } ?? .zero, .zero - Self.longestTime), Self.longestTime) }

    /// About 30,000 years.
    static let longestTime = Duration.seconds(1_000_000_000_000)
}

extension GameApp {
    /// Takes the matches, scripts and store from the app before an update of the game.
    package func takeOver(_ before: GameApp) {
        table.takeOver(before.table)
        store = before.store
        keeper = before.keeper
        current = before.current
        unread = before.unread
        warned = before.warned
    }
}
