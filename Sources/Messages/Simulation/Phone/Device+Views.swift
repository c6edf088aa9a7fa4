import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

// What a device shows.
extension Device {
    /// The match that a chat is about.
    public func match(of game: String, in chat: Chat.ID) -> MatchView? { games[game]?.app.match(in: chat) }

    /// Which versions of a match nothing decides between, with the names of who signed both.
    public func disputeLine(of match: MatchID, _ game: String) -> String? { games[game]?.app.disputeLine(of: match) }

    /// The log of the open match as its person sees it: with the draft if there is one, else with what the seat owes.
    package func shownLog(of game: String, in chat: Chat.ID) -> SignedLog? {
        guard let app = games[game]?.app, let match = app.match(in: chat) else { return nil }
        return match.record.match.shown(using: app.table.rules)
    }

    /// Runs `body` and counts its work as this device's.
    package func counting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try WorkCounter.count(for: counter, body)
    }

    /// What the open match waits for before anybody can move; nil once that can be done.
    public func opening(of game: String, in chat: Chat.ID) -> Opening? { games[game]?.app.opening(in: chat) }

    /// What became of the bets of the open match; nil as long as it goes on.
    public func settlement(of game: String, in chat: Chat.ID) -> Settlement? { games[game]?.app.settlement(in: chat) }

    /// May a bet still be offered in the open match?
    public func takesBets(on game: String, in chat: Chat.ID) -> Bool { games[game]?.app.takesBets(in: chat) == true }

    /// What a bubble shows: the board of its message as everybody may see it. Nothing is adopted by looking.
    public func picture(of item: TranscriptItem, in chat: Chat.ID) -> Scene? {
        item.bubble.flatMap { games[$0.game]?.app.picture(of: $0.message) }
    }

    /// The last bubble of a game in a chat.
    public func lastBubble(of game: String, in chat: Chat.ID) -> TranscriptItem? {
        chats[chat]?.transcript.items.last { $0.bubble?.game == game }
    }

    /// The instances of a game that run, by name.
    package func runningInstances(of game: String) -> [InstanceID] {
        guard let lifecycle = games[game]?.lifecycle else { return [] }
        return ([lifecycle.main].compactMap(\.self) + lifecycle.bubbles).map(\.id)
    }

    /// What is known of how honestly the secrets of the open match were kept; nil as long as nobody can tell.
    package func audit(of game: String, in chat: Chat.ID) -> Audit? { games[game]?.app.audit(in: chat) }

    /// The text of the last move and whether this device's seat made it, if everybody may read it.
    public func lastMove(of game: String, in chat: Chat.ID) -> (text: String, isOwn: Bool)? {
        games[game]?.app.lastMove(in: chat)
    }

    /// The style of the open game; nil if it isn't open.
    public func style(of game: String) -> PresentationStyle? { games[game]?.lifecycle.main?.style }

    /// The legal moves of this person, in the open match; none where the script fails, which ``moves(of:in:)`` tells.
    public func legalMoves(of game: String, in chat: Chat.ID) -> [Move] { games[game]?.app.legalMoves(in: chat) ?? [] }

    /// The legal moves of this person, in the open match.
    ///
    /// - Throws: `SessionError` if the script fails to list them.
    public func moves(of game: String, in chat: Chat.ID) throws(SessionError) -> [Move] {
        try games[game]?.app.moves(in: chat) ?? []
    }

    /// The seat whose view this person sees in the open match; nil for who can only watch.
    package func seatShown(of game: String, in chat: Chat.ID) -> Int? { games[game]?.app.seatShown(in: chat) }

    /// How many moves of the draft stand since what they drew by chance, or opened, was seen.
    package func movesSeen(inDraftOf game: String, in chat: Chat.ID) -> Draft.Seen {
        guard let app = games[game]?.app, let match = app.current[chat] else { return .none }
        return app.table.movesSeen(inDraftOf: match)
    }

    /// Looks at the rules of the open match, for authors; nil where there is none.
    package func inspect<R>(
        _ game: String, in chat: Chat.ID, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R? {
        try games[game]?.app.inspect(in: chat, body) ?? nil
    }

    /// How the phone is set up, as a game is told; nil without the game.
    package func surroundings(of game: String) -> DisplaySettings? { games[game]?.lifecycle.surroundings }

    /// What this person is asked to do in the open match, by the name of the move that it is said of.
    package func prompts(of game: String, in chat: Chat.ID) -> [String: String] {
        games[game]?.app.prompts(in: chat) ?? [:]
    }

    /// What the open game shows this person: its start where there is no match yet; nil where the script draws nothing in
    /// this style.
    ///
    /// - Throws: `SessionError` if the script fails.
    public func scene(of game: String, in chat: Chat.ID, style: PresentationStyle) throws(SessionError) -> Scene? {
        try games[game]?.app.scene(in: chat, style: style)
    }

    /// What a seat is called here: a name once it is confirmed.
    public func name(of seat: Int, in record: MatchRecord, of game: String) -> String {
        games[game]?.app.name(of: seat, in: record) ?? "seat \(seat)"
    }

    /// How large a live bubble wants to be, in points, within what it was offered; nil if none runs there.
    public func bubbleSize(
        of item: TranscriptItem.ID, game: String, in chat: Chat.ID
    ) -> (width: Int, height: Int)? {
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.item == item }
        return running.flatMap { games[game]?.bubbleSizes[$0.id] }
    }

    /// What a game keeps under a key of `app.store` here; nil for nothing.
    public func stored(_ key: String, of game: String) -> Value? { games[game]?.app.store.values[key] }

    /// Where the pictures of a game's open match come from; nil without the game.
    package func images(of game: String, in chat: Chat.ID) -> SceneImages? { games[game]?.app.images(in: chat) }

    /// How much is held of a game's pictures.
    package func imagesHeld(of game: String) -> AssetStore.Held { games[game]?.app.imagesHeld ?? AssetStore.Held() }

    /// How much a game holds, in bytes: its Lua states, and the files that are loaded.
    public func memoryUsed(by game: String) -> Int { games[game]?.app.memoryUsed ?? 0 }
}

// Who is who: people by the ids of this device's games, and of messages on their way.
extension Device {
    /// A delivery as it travels: this game's ids of people become those that every device knows.
    func departing(_ delivery: Delivery) -> Delivery {
        guard let game = delivery.game else { return delivery }
        return rename(delivery) { (participant($0, in: game), PersonIDs.onTheWay($0)) }
    }

    /// A delivery as a game on this device sees it.
    func arriving(_ delivery: Delivery, for game: String?) -> Delivery {
        guard let game, games[game] != nil else { return delivery }
        return rename(delivery) { (PersonIDs.onTheWay($0), participant($0, in: game)) }
    }

    private func rename(_ delivery: Delivery, _ ids: (String) -> (from: Participant, to: Participant)) -> Delivery {
        guard case .message(let message) = delivery.post else { return delivery }
        var names: [Participant: String] = [:]
        for name in Set(people.values.joined()) { names[ids(name).from] = ids(name).to.placeholder }
        let renamed = ParticipantNames(names).substituted(in: message)
        return Delivery(.message(renamed), game: delivery.game, isLinked: delivery.isLinked)
    }

    /// The people of a chat by the ids under which its texts name them: those of the game, and of all others that have
    /// left bubbles, on this device or not.
    package func names(of game: String?) -> ParticipantNames {
        var names: [Participant: String] = [:]
        let known = chats.values.reduce(into: Set(game.map { [$0] } ?? [])) { $0.formUnion($1.conversations.keys) }
        for name in Set(people.values.joined()) {
            names[PersonIDs.onTheWay(name)] = name
            for game in known { names[participant(name, in: game)] = name }
        }
        return ParticipantNames(names)
    }
}
