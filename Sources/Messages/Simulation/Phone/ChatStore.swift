import Conversations
import GameApps
import MatchSessions

/// The chats of a device: their people, transcripts and draft fields, and the deliveries that the
/// device sends.
final class ChatStore {
    /// The chats, each with its transcript and draft field.
    private(set) var byID: [Chat.ID: Chat] = [:]
    /// The people of the chats.
    var directory: PeopleDirectory
    /// The sent deliveries that the driver hasn't taken yet, the oldest first.
    private(set) var departures: [SimulatedDevice.Departure] = []
    private let profile: HostProfile

    /// The limit of the text in a draft field, in bytes.
    private static let longestText = 20_000

    init(directory: PeopleDirectory, profile: HostProfile) {
        self.directory = directory
        self.profile = profile
    }

    subscript(id: Chat.ID) -> Chat? {
        get { byID[id] }
        set { byID[id] = newValue }
    }

    // MARK: Setting up

    /// Starts a chat.
    ///
    /// - Parameter games: The installed games.
    func join(_ id: Chat.ID, people: [String], games: some Sequence<String>) {
        directory.people[id] = people
        var conversations: [String: Conversation] = [:]
        for game in games { conversations[game] = directory.conversation(of: game, in: id) }
        byID[id] = Chat(id: id, conversations: conversations)
    }

    /// Adds a chat that was stored.
    func restore(_ chat: Chat, people: [String]) {
        byID[chat.id] = chat
        directory.people[chat.id] = people
    }

    /// Adds a newly installed game to all chats.
    ///
    /// - Parameter times: The number of installs of the game. It determines the ids of people.
    func add(_ game: String, installed times: Int) {
        directory.installs[game] = times
        for id in byID.keys {
            let told = directory.conversation(of: game, in: id)
            byID[id]?.conversations[game] = told
        }
    }

    /// Removes a game from all chats. If the game is installed again, it gets other ids of people.
    func remove(_ game: String) {
        directory.installs[game] = directory.install(of: game) + 1
        for id in byID.keys { byID[id]?.conversations[game] = nil }
    }

    /// Returns the names of all people, by every id that texts in the chats can contain. These are
    /// the ids for `game`, for all installed games, and for messages between devices.
    func names(of game: String?) -> ParticipantNames {
        let own = Set(game.map { [$0] } ?? [])
        return directory.names(in: byID.values.reduce(into: own) { $0.formUnion($1.conversations.keys) })
    }

    // MARK: Deliveries

    /// Adds a delivery to the transcript of its chat. The game of the delivery isn't installed.
    ///
    /// - Throws: ``DeviceError/unknownChat(_:)``.
    func receive(_ delivery: Delivery, from sender: String, in chat: Chat.ID) throws(DeviceError) {
        guard var known = byID[chat] else { throw .unknownChat(chat) }
        known.receive(delivery, from: PersonIDs.onTheWay(sender), profile: profile)
        byID[chat] = known
    }

    /// Adds deliveries that were sent in a chat to ``departures``.
    func depart(_ outgoing: [Reaction.Outgoing], from chat: Chat.ID) {
        for one in outgoing {
            departures.append(
                SimulatedDevice.Departure(chat: chat, item: one.item, delivery: directory.departing(one.delivery)))
        }
    }

    /// Removes all ``departures``, and returns them.
    func takeDepartures() -> [SimulatedDevice.Departure] {
        defer { departures = [] }
        return departures
    }

    // MARK: Transcripts

    /// Returns the bubble of a transcript's item.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat or a missing bubble.
    func bubble(_ item: TranscriptItem.ID, in chat: Chat.ID) throws(DeviceError) -> TranscriptItem.Bubble {
        guard let known = byID[chat] else { throw .unknownChat(chat) }
        guard let bubble = known.transcript[item]?.bubble else { throw .stimulus(.noBubble(item)) }
        return bubble
    }

    /// Returns the last bubble of a game in a chat.
    func lastBubble(of game: String, in chat: Chat.ID) -> TranscriptItem? {
        byID[chat]?.transcript.items.last { $0.bubble?.game == game }
    }

    // MARK: Draft fields

    /// Returns the url of a game's message in a draft field, or nil.
    func stagedURL(of game: String, in chat: Chat.ID) -> String? {
        guard let staged = byID[chat]?.draft.staged, staged.game == game else { return nil }
        return staged.message.url
    }

    /// Types text into a draft field.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat, or more text than the draft field holds.
    func type(_ words: String, in chat: Chat.ID) throws(DeviceError) {
        guard let state = byID[chat] else { throw .unknownChat(chat) }
        guard state.draft.text.utf8.count + words.utf8.count <= Self.longestText else {
            throw .tooMuchText(bytes: Self.longestText)
        }
        byID[chat]?.draft.text += (state.draft.text.isEmpty ? "" : " ") + words
    }

    /// Puts a sticker of a game into a draft field.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat, or if the profile rejects the sticker. The
    ///   draft field is then unchanged.
    func insert(_ sticker: Sticker, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard var known = byID[chat] else { throw .unknownChat(chat) }
        let sender = directory.participant(directory.ids.person, in: game)
        do {
            try known.draft.insert(.sticker(sticker), game: game, sender: sender, profile: profile)
        } catch {
            throw .message(error)
        }
        byID[chat] = known
    }
}
