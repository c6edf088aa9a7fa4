import Conversations
import GameRules
import MessageWire
import Scenes
import Values

// What a device shows.
extension Device {
    /// A match as this device knows it.
    public struct MatchView: Sendable {
        public let record: MatchRecord
        public let status: MatchStatus
        /// How it reads by a claim that stands; nil where none does.
        public let award: Award?

        /// Does it read as won on time, with nothing to do for this device's seat but to wait, or to begin another match?
        public var isAwarded: Bool { award != nil && award?.overdue != record.seat }
    }

    /// The match that a chat is about.
    public func match(of game: String, in chat: Chat.ID) -> MatchView? {
        guard let table = games[game]?.table, let id = games[game]?.current[chat], let record = table.records[id],
            let status = try? table.status(of: id)
        else { return nil }
        return MatchView(record: record, status: status, award: (try? table.claims(in: id))?.award)
    }

    /// What the open match waits for before anybody can move; nil once that can be done.
    public func opening(of game: String, in chat: Chat.ID) -> Opening? {
        guard let table = games[game]?.table, let id = games[game]?.current[chat] else { return nil }
        return (try? table.opening(of: id)) ?? nil
    }

    /// What became of the bets of the open match; nil as long as it goes on.
    public func settlement(of game: String, in chat: Chat.ID) -> Settlement? {
        guard let table = games[game]?.table, let id = games[game]?.current[chat] else { return nil }
        return (try? table.settlement(of: id)) ?? nil
    }

    /// May a bet still be offered in the open match?
    public func takesBets(on game: String, in chat: Chat.ID) -> Bool {
        guard let table = games[game]?.table, let id = games[game]?.current[chat] else { return false }
        do {
            return try table.betRefusal(in: id) == nil
        } catch {
            return false
        }
    }

    /// What a bubble shows: the board of its message as everybody may see it. Nothing is adopted by looking.
    public func picture(of item: TranscriptItem, in chat: Chat.ID) -> Scene? {
        guard let bubble = item.bubble, let table = games[bubble.game]?.table, let url = bubble.message.url,
            let log = (try? carrier.envelope(from: url))?.signedLog
        else { return nil }
        return (try? table.preview(of: log)) ?? nil
    }

    /// The last bubble of a game in a chat.
    public func lastBubble(of game: String, in chat: Chat.ID) -> TranscriptItem? {
        chats[chat]?.transcript.items.last { $0.bubble?.game == game }
    }

    /// The instances of a game that run, by name.
    public func runningInstances(of game: String) -> [InstanceID] {
        guard let lifecycle = games[game]?.lifecycle else { return [] }
        return ([lifecycle.main].compactMap(\.self) + lifecycle.bubbles).map(\.id)
    }

    /// The text of the last move and whether this device's seat made it, if everybody may read it.
    public func lastMove(of game: String, in chat: Chat.ID) -> (text: String, isOwn: Bool)? {
        guard let view = match(of: game, in: chat), let table = games[game]?.table else { return nil }
        let event = try? table.event(of: view.record)
        guard let event, event.kind == .move, !event.isSealed, let text = event.text else { return nil }
        return (text, event.seat == view.record.seat)
    }

    /// The style of the open game; nil if it isn't open.
    public func style(of game: String) -> PresentationStyle? { games[game]?.lifecycle.main?.style }

    /// The legal moves of this person, in the open match.
    public func legalMoves(of game: String, in chat: Chat.ID) -> [Move] {
        guard let table = games[game]?.table, let id = games[game]?.current[chat] else { return [] }
        return (try? table.legalMoves(in: id)) ?? []
    }

    /// What the open game shows this person: its start where there is no match yet; nil where the script draws nothing in
    /// this style.
    ///
    /// - Throws: ``TableError`` if the script fails.
    public func scene(of game: String, in chat: Chat.ID, style: PresentationStyle) throws(TableError) -> Scene? {
        guard let table = games[game]?.table else { return nil }
        guard let id = games[game]?.current[chat] else { return startScene(of: game, style: style) }
        return try table.scene(of: id, seat: table.records[id]?.seat, style: style)
    }

    /// What a game shows before there is a match: its title and a Start button; expanded, also what it is about and what
    /// can be chosen.
    func startScene(of game: String, style: PresentationStyle) -> Scene? {
        guard let script = games[game]?.script else { return nil }
        var children: [Value] = [["kind": "text", "text": .string(script.title), "style": "title"]]
        if style != .compact {
            if !script.summary.isEmpty { children.append(["kind": "text", "text": .string(script.summary)]) }
            for option in script.options {
                let standard = GameOption.text(option.standard)
                let help = option.help.isEmpty ? "" : ": \(option.help)"
                children.append([
                    "kind": "text", "style": "quiet",
                    "text": .string("\(option.name) \(standard) (\(option.choices))\(help)"),
                ])
            }
        }
        children.append(["kind": "button", "label": "Start", "play": "start"])
        return try? Scene(value: ["kind": "stack", "nodes": .array(children)])
    }

    /// What a seat is called here: a name once it is confirmed.
    public func name(of seat: Int, in record: MatchRecord, of game: String) -> String {
        let roster = record.signedLog.roster
        if record.seat == seat { return "you" }
        if let participant = record.who.participant(on: seat, of: roster), let name = names(of: game)[participant] {
            return name
        }
        return record.who.label(of: seat, in: roster)
    }

    /// How large a live bubble wants to be, in points, within what it was offered; nil if none runs there.
    public func bubbleSize(
        of item: TranscriptItem.ID, game: String, in chat: Chat.ID
    ) -> (width: Int, height: Int)? {
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.item == item }
        return running.flatMap { games[game]?.bubbleSizes[$0.id] }
    }

    /// What a game keeps under a key of `app.store` here; nil for nothing.
    public func stored(_ key: String, of game: String) -> Value? { games[game]?.store.values[key] }

    /// How much a game holds, in bytes: its Lua states, and the files that are loaded.
    public func memoryUsed(by game: String) -> Int {
        guard let game = games[game] else { return 0 }
        return game.table.memoryUsed + game.stickers.loadedBytes
            + game.instances.values.reduce(0) { $0 + $1.memoryUsed }
    }
}
