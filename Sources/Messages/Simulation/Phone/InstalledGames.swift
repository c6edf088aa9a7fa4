import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol

/// The games on a device by their ids, and the messages that wait for a game.
final class InstalledGames {
    private(set) var byID: [String: InstalledGame] = [:]
    /// Messages of games that aren't installed.
    private var unreadElsewhere: [UnreadMessage] = []
    /// The observer of failures in the rules of all games, or nil.
    var scriptWitness: ScriptObserver? {
        didSet { for game in byID.values { game.app.table.rules.witness = scriptWitness } }
    }

    subscript(id: String) -> InstalledGame? {
        get { byID[id] }
        set { byID[id] = newValue }
    }

    /// The ids of the games, sorted.
    var ids: [String] { byID.keys.sorted() }

    /// Returns whether a game other than `game` has a record of the match.
    func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool {
        byID.contains { $0.key != game && $0.value.table.records[match] != nil }
    }

    /// Gives the budget to all games. An event can involve several games, because opening one game
    /// closes another.
    ///
    /// - Parameter budget: The budget of the event that begins, or nil at the end of an event.
    func share(_ budget: EventBudget?) {
        for game in byID.values { game.app.channel.budget = budget }
        if budget == nil { for game in byID.values { game.app.data.departed = [] } }
    }

    // MARK: Messages that wait

    /// Messages that can't be read yet, because the game, its version or memory is missing.
    var unread: [UnreadMessage] { unreadElsewhere + byID.sorted { $0.key < $1.key }.flatMap(\.value.app.reader.unread) }

    /// Keeps a message until it can be read.
    func keep(_ message: UnreadMessage) {
        if let app = byID[message.game]?.app {
            app.reader.unread.append(message)
        } else {
            unreadElsewhere.append(message)
        }
    }

    /// Removes the messages that waited for the installation of a game, and returns them.
    func takeUnread(of game: String) -> [UnreadMessage] {
        defer { unreadElsewhere.removeAll { $0.game == game } }
        return unreadElsewhere.filter { $0.game == game }
    }

    // MARK: Instances

    /// Returns the context of a callback.
    func moment(of event: Event, in chat: Chat.ID) -> HostContext {
        HostContext(
            event.conversation, in: chat, style: event.style, context: event.context, about: event.message,
            appearance: appearance(of: event.instance, in: event.style), isActive: event.isActive,
            isVisible: event.isVisible, isLeaving: event.isLeaving)
    }

    /// Returns the context between callbacks: the instance is active, and its view is on screen.
    func moment(of instance: InstanceState) -> HostContext {
        HostContext(
            instance.conversation, in: instance.chat, style: instance.style, context: instance.context,
            appearance: appearance(of: instance.id, in: instance.style))
    }

    private func appearance(of id: InstanceID, in style: PresentationStyle) -> Appearance? {
        byID[id.game]?.lifecycle.surroundings.appearance(in: style, bubble: byID[id.game]?.bubbleSizes[id])
    }

    /// Removes an instance that has ended, with everything cached for it.
    func remove(_ id: InstanceID) {
        byID[id.game]?.app.end(id)
        byID[id.game]?.bubbleSizes[id] = nil
        releaseStickers(of: id.game)
    }

    // MARK: Stickers

    /// Returns a game's sticker for drawing. Its bytes stay cached while the game is open.
    ///
    /// - Throws: ``DeviceError`` for an unknown game, and for a file that isn't a sticker.
    func sticker(_ name: String, of game: String, size: Sticker.Size) throws(DeviceError) -> Sticker {
        guard let pack = byID[game]?.app.stickers else { throw .unknownGame(game) }
        defer { releaseStickers(of: game) }
        do {
            return try pack.sticker(name, size: size)
        } catch {
            throw .message(error)
        }
    }

    /// Empties the game's sticker cache if the game isn't open.
    private func releaseStickers(of game: String) {
        if byID[game]?.lifecycle.main == nil { byID[game]?.app.stickers.release() }
    }
}
