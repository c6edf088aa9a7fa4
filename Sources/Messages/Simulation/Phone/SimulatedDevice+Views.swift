import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

// The chats and games of a device, for reading.
extension SimulatedDevice {
    /// The conversations, each with its transcript and draft field.
    public var chats: [Chat.ID: Chat] { chatStore.byID }

    /// The names of the people in each chat, including this device's person.
    public var people: [Chat.ID: [String]] { chatStore.directory.people }

    /// The chat that the person looks at. Its live bubbles run.
    public var visibleChat: Chat.ID? { bubbles.visibleChat }

    /// The history of callbacks and silent cases, for tests and authors.
    public var log: LifecycleLog { loop.calls.events }

    /// The history of all calls to games.
    package var calls: CallLog { loop.calls }

    /// The ids of the installed games, sorted.
    public var installedGames: [String] { games.ids }

    /// Returns the app of an installed game, or nil. The app gives the match, the store and the
    /// memory of the game. For input of the person, call the device instead.
    public func app(of game: String) -> GameApp? { games[game]?.app }

    /// Runs `body` and counts its work as work of this device.
    package func counting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try WorkCounter.count(for: counter, body)
    }

    /// Returns the names of all people, by every id that texts in the chats can contain. These are
    /// the ids for `game`, for all installed games, and for messages between devices.
    package func names(of game: String?) -> ParticipantNames { chatStore.names(of: game) }

    /// Returns whether the notice is still true.
    package func holds(_ notice: Notice) -> Bool { games[notice.game]?.app.holds(notice) ?? true }

    // MARK: Matches

    /// Returns the open match of a chat.
    public func match(of game: String, in chat: Chat.ID) -> MatchView? { games[game]?.app.match(in: chat) }

    /// Returns the legal moves of this person in the open match, or none if the script fails or the
    /// game isn't installed.
    public func legalMoves(of game: String, in chat: Chat.ID) -> [Move] { games[game]?.app.legalMoves(in: chat) ?? [] }

    /// Returns the moves of the draft that can't be undone, because the person saw what they
    /// revealed.
    package func movesSeen(inDraftOf game: String, in chat: Chat.ID) -> Draft.Seen {
        guard let app = games[game]?.app, let match = app.data.current[chat] else { return .none }
        return app.table.movesSeen(inDraftOf: match)
    }

    /// Returns the scene of the open game for this person. Without a match this is the start scene.
    /// Nil if the script draws nothing in this style.
    ///
    /// - Throws: `SessionError` if the script fails.
    public func scene(of game: String, in chat: Chat.ID, style: PresentationStyle) throws(SessionError) -> Scene? {
        try games[game]?.app.scene(in: chat, style: style)
    }

    // MARK: Instances

    /// Returns the style of the open game, or nil if it isn't open.
    public func style(of game: String) -> PresentationStyle? { games[game]?.lifecycle.main?.style }

    /// Returns the running instances of a game: the open game, then the live bubbles.
    package func runningInstances(of game: String) -> [InstanceID] { games[game]?.runningInstances ?? [] }

    /// Returns the phone's settings as a game receives them, or nil if the game isn't installed.
    package func surroundings(of game: String) -> DisplaySettings? { games[game]?.lifecycle.surroundings }

    // MARK: Bubbles

    /// Returns the last bubble of a game in a chat.
    public func lastBubble(of game: String, in chat: Chat.ID) -> TranscriptItem? {
        chatStore.lastBubble(of: game, in: chat)
    }

    /// Returns the board of a bubble's message as everybody may see it. The message isn't read, so
    /// its log isn't adopted.
    public func picture(of item: TranscriptItem, in chat: Chat.ID) -> Scene? {
        item.bubble.flatMap { games[$0.game]?.app.picture(of: $0.message) }
    }

    /// Returns the size in points that a live bubble requested, clamped to the limits for bubbles.
    /// Nil if no game runs in the bubble.
    public func bubbleSize(
        of item: TranscriptItem.ID, game: String, in chat: Chat.ID
    ) -> (width: Int, height: Int)? {
        games[game]?.bubble(item, in: chat).flatMap { games[game]?.bubbleSizes[$0.id] }
    }
}
