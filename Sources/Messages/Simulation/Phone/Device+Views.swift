import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

// Views of a device.
extension Device {
    /// Returns the open match of a chat.
    public func match(of game: String, in chat: Chat.ID) -> MatchView? { games[game]?.app.match(in: chat) }

    /// Returns a line with both versions of a disputed match and the names of the seats that signed
    /// both, or nil without a dispute.
    public func disputeLine(of match: MatchID, _ game: String) -> String? { games[game]?.app.disputeLine(of: match) }

    /// Returns the log of the open match as its person sees it: with the draft if there is one,
    /// otherwise with the seat's pending obligations.
    package func shownLog(of game: String, in chat: Chat.ID) -> SignedLog? {
        guard let app = games[game]?.app, let match = app.match(in: chat) else { return nil }
        return match.record.match.shown(using: app.table.rules)
    }

    /// Runs `body` and counts its work as this device's.
    package func counting<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try WorkCounter.count(for: counter, body)
    }

    /// Returns the condition that the open match waits for before anybody can move, or nil if
    /// somebody can move.
    public func opening(of game: String, in chat: Chat.ID) -> Opening? { games[game]?.app.opening(in: chat) }

    /// Returns the settlement of the open match's bets, or nil while the match isn't over.
    public func settlement(of game: String, in chat: Chat.ID) -> Settlement? { games[game]?.app.settlement(in: chat) }

    /// Returns whether a bet can still be offered in the open match.
    public func takesBets(on game: String, in chat: Chat.ID) -> Bool { games[game]?.app.takesBets(in: chat) == true }

    /// Returns the board of a bubble's message as everybody may see it. Nothing is adopted.
    public func picture(of item: TranscriptItem, in chat: Chat.ID) -> Scene? {
        item.bubble.flatMap { games[$0.game]?.app.picture(of: $0.message) }
    }

    /// Returns the last bubble of a game in a chat.
    public func lastBubble(of game: String, in chat: Chat.ID) -> TranscriptItem? {
        chats[chat]?.transcript.items.last { $0.bubble?.game == game }
    }

    package func runningInstances(of game: String) -> [InstanceID] {
        guard let lifecycle = games[game]?.lifecycle else { return [] }
        return ([lifecycle.main].compactMap(\.self) + lifecycle.bubbles).map(\.id)
    }

    /// Returns the audit of the open match's secrets. Nil if nothing was sealed or the match isn't
    /// over.
    package func audit(of game: String, in chat: Chat.ID) -> Audit? { games[game]?.app.audit(in: chat) }

    /// Returns the text of the last move, and whether this device's seat made it. Nil if the move
    /// isn't public.
    public func lastMove(of game: String, in chat: Chat.ID) -> (text: String, isOwn: Bool)? {
        games[game]?.app.lastMove(in: chat)
    }

    /// Returns the style of the open game, or nil if it isn't open.
    public func style(of game: String) -> PresentationStyle? { games[game]?.lifecycle.main?.style }

    /// Returns the legal moves of this person in the open match, or none if the script fails;
    /// ``moves(of:in:)`` throws then.
    public func legalMoves(of game: String, in chat: Chat.ID) -> [Move] { games[game]?.app.legalMoves(in: chat) ?? [] }

    /// Returns the legal moves of this person in the open match.
    ///
    /// - Throws: `SessionError` if the script fails to list them.
    public func moves(of game: String, in chat: Chat.ID) throws(SessionError) -> [Move] {
        try games[game]?.app.moves(in: chat) ?? []
    }

    /// Returns the seat whose view this person sees in the open match, or nil for a spectator.
    package func seatShown(of game: String, in chat: Chat.ID) -> Int? { games[game]?.app.seatShown(in: chat) }

    /// Returns the moves of the draft that can't be undone, because the person saw what they
    /// revealed.
    package func movesSeen(inDraftOf game: String, in chat: Chat.ID) -> Draft.Seen {
        guard let app = games[game]?.app, let match = app.data.current[chat] else { return .none }
        return app.table.movesSeen(inDraftOf: match)
    }

    /// Runs `body` on the rules of the open match, for authors. Returns nil without a match.
    package func inspect<R>(
        _ game: String, in chat: Chat.ID, _ body: (Match) throws(GameError) -> R
    ) throws(SessionError) -> R? {
        try games[game]?.app.inspect(in: chat, body) ?? nil
    }

    /// Returns the phone's settings as a game receives them, or nil without the game.
    package func surroundings(of game: String) -> DisplaySettings? { games[game]?.lifecycle.surroundings }

    /// Returns the script's requests to this person in the open match, by the name of the move.
    package func prompts(of game: String, in chat: Chat.ID) -> [String: String] {
        games[game]?.app.prompts(in: chat) ?? [:]
    }

    /// Returns the scene of the open game for this person. Without a match it is the start scene.
    /// Nil if the script draws nothing in this style.
    ///
    /// - Throws: `SessionError` if the script fails.
    public func scene(of game: String, in chat: Chat.ID, style: PresentationStyle) throws(SessionError) -> Scene? {
        try games[game]?.app.scene(in: chat, style: style)
    }

    /// Returns the name of a seat on this device: "you", the confirmed person's name, or the seat's
    /// label.
    public func name(of seat: Int, in record: MatchRecord, of game: String) -> String {
        games[game]?.app.name(of: seat, in: record) ?? "seat \(seat)"
    }

    /// Returns the size in points that a live bubble requested, clamped to its limits. Nil if none
    /// runs there.
    public func bubbleSize(
        of item: TranscriptItem.ID, game: String, in chat: Chat.ID
    ) -> (width: Int, height: Int)? {
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.item == item }
        return running.flatMap { games[game]?.bubbleSizes[$0.id] }
    }

    /// Returns the value of a key in a game's `app.store`, or nil.
    public func stored(_ key: String, of game: String) -> Value? { games[game]?.app.store.values[key] }

    /// Returns the source of the pictures of a game's open match, or nil without the game.
    package func images(of game: String, in chat: Chat.ID) -> SceneImages? { games[game]?.app.images(in: chat) }

    /// Returns the number and size of a game's cached pictures.
    package func imagesHeld(of game: String) -> AssetStore.Held { games[game]?.app.imagesHeld ?? AssetStore.Held() }

    /// Returns the memory of a game in bytes: its Lua states and the loaded files.
    public func memoryUsed(by game: String) -> Int { games[game]?.app.memoryUsed ?? 0 }
}

// Ids of people, in this device's games and in messages on their way.
extension Device {
    /// Returns a delivery as it travels: this game's ids of people are replaced by ids that every
    /// device knows.
    func departing(_ delivery: Delivery) -> Delivery {
        guard let game = delivery.game else { return delivery }
        return rename(delivery) { (participant($0, in: game), PersonIDs.onTheWay($0)) }
    }

    /// Returns a delivery as a game on this device sees it.
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

    /// Returns the names of a chat's people by the ids in its texts: the ids for the game and for
    /// all other games with bubbles, installed or not.
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
