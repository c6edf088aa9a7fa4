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
/// An ``AppHost`` delivers callbacks, each with a ``HostContext`` for the hook, and carries out the
/// requests of hooks. All Lua code of the game shares one memory pool. Each call, with everything
/// that follows from it, has one time budget.
///
/// ```swift
/// let app = try GameApp(script, playing: DisplayName(shortening: "Ann"), host: host)
/// let main = InstanceID(game: script.id, kind: .main, number: 1)
/// let moment = HostContext(conversation, style: .compact)
/// app.deliver(.load, to: main, at: moment)
/// app.deliver(.didBecomeActive, to: main, at: moment)
/// try app.touch("b2", in: main, at: moment)   // host.carryOut(.insert(…)) is called
/// ```
///
/// The app isn't thread-safe. A host keeps the app for as long as the process runs. ``keep(in:)``
/// stores everything that must outlive the process.
public final class GameApp {
    /// The installed version of the game. New matches use it.
    public let script: GameScript
    /// The matches of the game on this device, and what is signed for them.
    public let table: MatchTable
    /// The display name of the person in matches.
    public let token: DisplayName
    package let stickers: StickerPack
    package let data: AppData
    package let channel: HostChannel
    package let instances: AppInstances
    package let reader: MessageReader
    package let keeper: MatchKeeper
    let notices: NoticeWriter
    let composer: MessageComposer
    private let handler: EffectHandler
    /// The processor time of an event: 30 s, or less in tests.
    package var eventTime = EventBudget.time

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
        let pool = MemoryPool.current ?? MemoryPool()
        table = MatchTable(
            game: try GameID(script.id), shelf: ScriptVersions(script), carrier: carrier, pool: pool, assets: assets)
        stickers = StickerPack(folder: script.folder.url?.appendingPathComponent("stickers"))
        data = AppData(table)
        channel = HostChannel(to: host, of: script.id)
        instances = AppInstances(of: script, pool: pool, data: data, channel: channel)
        notices = NoticeWriter(data: data, channel: channel)
        reader = MessageReader(for: script, data: data, channel: channel, notices: notices)
        keeper = MatchKeeper(for: script, data: data, channel: channel)
        composer = MessageComposer(
            script: script, data: data, channel: channel, instances: instances, stickers: stickers)
        handler = EffectHandler(
            script: script, token: token, data: data, channel: channel, instances: instances, composer: composer,
            reader: reader)
    }

    /// The host, which receives requests and queries. Nil after it was deallocated; requests of
    /// hooks are then dropped.
    public var host: (any AppHost)? {
        get { channel.host }
        set { channel.host = newValue }
    }

    /// The store of the game on this device.
    public var store: GameStore { data.store }

    /// The coder of message urls, with their prefix and their largest size.
    public var carrier: MessageURLCoder { table.carrier }

    /// Restores the game from the store, and stores all later changes there. The app stores the
    /// changes at the end of each event, before the host receives the requests of the event. If an
    /// event can't be stored, the app undoes it, and a notice tells the person why.
    ///
    /// Call this function once, before the first callback.
    ///
    /// - Throws: An error of the store; the app is then unchanged and stores nothing.
    ///   ``AppError/keptAlready`` for a second call.
    public func keep(in store: any MatchStore) throws { try keeper.keep(in: store) }

    /// Takes over the matches, scripts and store from `before`, the app of the game's version before
    /// an update.
    package func takeOver(_ before: GameApp) {
        data.takeOver(before.data)
        keeper.takeOver(before.keeper)
        reader.takeOver(before.reader)
    }

    /// Runs an event and everything that follows from it in this game. An event that starts during
    /// another event is a part of the other event. An event that the host starts while it receives
    /// requests is a part of the event that made the requests.
    ///
    /// If the event exceeds a limit, the changes of its hooks are undone, and the person gets one
    /// notice.
    private func event<E: Error>(in place: Conversation.ID, _ body: () throws(E) -> Void) throws(E) {
        if channel.budget != nil { return try body() }
        let budget = channel.answered ?? EventBudget(time: eventTime)
        let wasOver = budget.exceeded != nil
        defer {
            data.departed = []
            channel.tellHost(of: budget, in: place)
            WarmStatePool.refill()  // after the event, so that the time isn't charged to its budget
        }
        let before = data.snapshot
        budget.takeBack = { [data] in data.takeBack(to: before) }
        do throws(E) {
            try channel.run(budget, body) { keeper.keep(orTakeBackTo: before, in: place) }
        } catch {
            channel.dropRequests()
            throw error
        }
        guard let excess = budget.exceeded else { return }
        if wasOver { channel.dropRequests() } else { channel.end(at: excess.limit, excess.place, in: place) }
    }
}

// Callbacks to instances.
extension GameApp {
    /// The result of a callback.
    public struct Delivered: Sendable {
        /// Whether the instance can continue. An instance that failed to load can't continue, and
        /// receives no more callbacks.
        public let isAlive: Bool
        /// ``AppError/notLoaded(_:)`` if no instance could receive the callback. Nil if an instance
        /// received it. Also nil if the instance failed to load, because a notice reports that.
        public var error: AppError?
        /// The answer of `content_size_that_fits`, in points.
        public var size: (width: Int, height: Int)?
    }

    /// Delivers a callback to an instance and processes everything that follows. The host receives
    /// the requests of the hook by ``AppHost/carryOut(_:of:)``.
    ///
    /// An instance starts with ``Callback/load`` and ends after ``Callback/didResignActive``. Don't
    /// reuse its id.
    @discardableResult
    public func deliver(_ callback: Callback, to id: InstanceID, at moment: HostContext) -> Delivered {
        guard id.game == script.id, callback == .load || instances[id] != nil else {
            return Delivered(isAlive: false, error: .notLoaded(id))
        }
        var delivered = Delivered(isAlive: true)
        event(in: moment.place) { () throws(Never) in delivered = tell(callback, to: id, at: moment) }
        return delivered
    }

    /// Delivers a callback within the current event.
    package func tell(_ callback: Callback, to id: InstanceID, at moment: HostContext) -> Delivered {
        guard id.game == script.id else { return Delivered(isAlive: false) }
        var delivered = Delivered(isAlive: true)
        switch callback {
        case .load: return Delivered(isAlive: instances.load(id, at: moment))
        case .completion(_, .some(let error)):
            channel.note("The message can't be sent: \(error)", in: moment.place, .message(error))
            handler.call(callback.name, of: id, at: moment, callback)
        case .contentSizeThatFits(let surroundings):
            let answer = handler.call(callback.name, of: id, at: moment, callback)
            delivered.size = answer.flatMap { Self.size($0, within: surroundings) }
        case .didStartSending, .willSelect, .didSelect, .didReceive:
            data.noteDeparted(at: moment)
            handler.call(callback.name, of: id, at: moment, callback)
            if callback == .didStartSending, let message = moment.message { reader.settle(message, in: moment.place) }
        case .didResignActive:
            handler.call(callback.name, of: id, at: moment, callback)
            instances.end(id)
        case .didReceiveMemoryWarning:
            handler.call(callback.name, of: id, at: moment, callback)
            stickers.release()
            table.assets.releaseAll()
        default:
            handler.call(callback.name, of: id, at: moment, callback)
        }
        return delivered
    }

    /// Ends an instance and frees everything cached for it.
    public func end(_ id: InstanceID) { instances.end(id) }

    private static func size(_ answer: Value, within limit: DisplaySettings) -> (width: Int, height: Int)? {
        guard let width = answer["width"]?.intValue, let height = answer["height"]?.intValue else { return nil }
        return (min(max(width, 1), limit.maximumWidth), min(max(height, 1), limit.maximumWidth))
    }
}

// Actions of the person: touches on the board, and commands of the host.
extension GameApp {
    /// Plays the move that the person touched, or starts a match if the person touched the Start
    /// button.
    ///
    /// - Throws: ``AppError/typed(move:_:)`` for a move that has to be typed in a style without
    ///   text input; ``AppError/notLoaded(_:)`` for an unknown instance. If the rules reject the
    ///   move, the person gets a notice.
    public func touch(_ move: String, in id: InstanceID, at moment: HostContext) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try checkTyped(move, at: moment)
            handler.call("did_touch", of: id, at: moment, argument: .string(move))
        }
    }

    private func checkTyped(_ move: String, at moment: HostContext) throws(AppError) {
        guard moment.style.capabilities.contains(.textInput) || !isTyped(move, in: moment.place) else {
            throw .typed(move: move, moment.style)
        }
    }

    /// Carries out an action that the person requested. If the action makes a draft, inserts the
    /// draft.
    ///
    /// - Throws: ``AppError``, for example ``AppError/notLoaded(_:)`` for an unknown instance.
    public func act(_ act: PersonAction, in id: InstanceID, at moment: HostContext) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try handler.perform(act, of: id, at: moment)
            guard case .draft = act else { return }
            let post = try composer.post(.draft, of: id, at: moment)
            handler.ask(.insert(moment.request(0, of: id), post), of: id)
        }
    }

    /// Returns whether a person needs a keyboard for this move. A move whose number the device
    /// chooses by chance needs no keyboard.
    public func isTyped(_ move: String, in place: Conversation.ID) -> Bool {
        let moves = legalMoves(in: place)
        return moves.contains { typed in
            move == typed.name ? typed.typed?.isDrawn == false : typed.typed != nil && move.hasPrefix(typed.name + " ")
        }
            && !moves.contains { $0.typed == nil && $0.text == move }
    }
}
