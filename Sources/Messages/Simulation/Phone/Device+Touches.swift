import Conversations
import GameApps
import MatchSessions

// Touches: in the open game, and in live bubbles.
extension Device {
    /// The person touches what plays `move` in the open game, or its Start button.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat; also for a move that has to be typed where the style
    ///   takes no text.
    public func touch(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try touch(move, in: main, chat)
    }

    /// The person touches what plays `move` in a live bubble.
    ///
    /// - Throws: ``DeviceError`` unless the game runs in that bubble.
    public func touch(
        _ move: String, bubble: TranscriptItem.ID, of game: String, in chat: Chat.ID
    ) throws(DeviceError) {
        guard chats[chat]?.transcript[bubble]?.bubble != nil else { throw .stimulus(.noBubble(bubble)) }
        wake(bubble, of: game, in: chat)
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.item == bubble }
        guard let running else { throw .stimulus(.notLive) }
        try touch(move, in: running, chat)
    }

    /// The person touches what plays `move` in the live draft above the keyboard.
    ///
    /// - Throws: ``DeviceError`` unless the game runs there.
    public func touchDraft(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        wake(nil, of: game, in: chat)
        let running = games[game]?.lifecycle.bubbles.first { $0.chat == chat && $0.id.kind == .draft }
        guard let running else { throw .stimulus(chats[chat]?.draft.staged == nil ? .noDraft : .notLive) }
        try touch(move, in: running, chat)
    }

    private func touch(_ move: String, in instance: InstanceState, _ chat: Chat.ID) throws(DeviceError) {
        let (id, game) = (instance.id, instance.id.game)
        let moment = moment(of: instance)
        try event(of: game, in: chat) { () throws(DeviceError) in
            try carryOut(.touch(id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in try app.touch(move, in: id, at: moment) }
            drain(hear(game), of: game, in: chat)
        }
        showLiveBubbles(of: game, in: chat)
    }

    /// Does a person need a keyboard for this move?
    public func isTyped(_ move: String, of game: String, in chat: Chat.ID) -> Bool {
        games[game]?.app.isTyped(move, in: chat) == true
    }
}

// Taps on bubbles, also where their game isn't installed.
extension Device {
    /// What a tap on a bubble led to.
    public enum TapOutcome: Hashable, Sendable {
        /// Its game is open.
        case opened
        /// Its game isn't here; the sentence says how to get it.
        case missing(game: String, String)
        /// A desktop opens the url in a browser.
        case browser(url: String)
        /// A desktop can do nothing with it; the sentence says why.
        case nothing(String)
    }

    /// The person taps a bubble: its game opens, if it is on this device.
    ///
    /// - Throws: ``DeviceError`` for a chat or a bubble that isn't there.
    @discardableResult
    public func tap(_ item: TranscriptItem.ID, in chat: Chat.ID) throws(DeviceError) -> TapOutcome {
        guard let known = chats[chat] else { throw .unknownChat(chat) }
        guard let bubble = known.transcript[item]?.bubble else { throw .stimulus(.noBubble(item)) }
        if games[bubble.game] != nil {
            try perform(.tapBubble(item), of: bubble.game, in: chat)
            return .opened
        }
        guard kind == .desktop else {
            return .missing(
                game: bubble.game,
                "\(title(of: bubble)) isn't on \(person)'s phone. Install the game \(bubble.game), then tap again.")
        }
        guard let url = bubble.message.url, ["http:", "https:"].contains(where: { url.lowercased().hasPrefix($0) })
        else { return .nothing("\(title(of: bubble)) is played on phones, and its message has no page to open.") }
        return .browser(url: url)
    }

    /// What a device without the game shows of its message: the layout, or what a live one falls back to.
    package func shownLayout(of item: TranscriptItem) -> TemplateLayout? { item.bubble?.message.layout?.template }

    /// What the game of a bubble is called where it isn't installed: by the title on its picture.
    private func title(of bubble: TranscriptItem.Bubble) -> String {
        let title = bubble.message.layout?.template.imageTitle ?? ""
        return title.isEmpty ? bubble.game : title
    }
}

// What a person does beside a game's board.
extension Device {
    /// Does what the person asks of the host in the open game. What it drafts is staged, and waits for Send.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat, and for what can't be done in the match.
    public func act(_ act: PersonAction, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try event(of: game, in: chat) { () throws(DeviceError) in
            try carryOut(.touch(main.id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in try app.act(act, in: main.id, at: moment(of: main)) }
            drain(hear(game), of: game, in: chat)
        }
        showLiveBubbles(of: game, in: chat)
    }

    /// Lets a game's app do something; if it can't, what its hooks have asked for until then is dropped.
    func attempt(of game: String, _ body: (GameApp) throws(AppError) -> Void) throws(DeviceError) {
        guard let app = games[game]?.app else { throw .unknownGame(game) }
        do {
            try body(app)
        } catch {
            app.dropRequests()
            _ = hear(game)
            throw .app(error)
        }
    }

    /// The person types words into the draft field.
    ///
    /// - Throws: ``DeviceError`` for a chat that isn't here, or more text than a message takes.
    public func type(_ words: String, in chat: Chat.ID) throws(DeviceError) {
        guard let state = chats[chat] else { throw .unknownChat(chat) }
        guard state.draft.text.utf8.count + words.utf8.count <= Self.longestText else {
            throw .tooMuchText(bytes: Self.longestText)
        }
        chats[chat]?.draft.text += (state.draft.text.isEmpty ? "" : " ") + words
    }

    private static let longestText = 20_000
}

// Drafts of matches and what lies in the draft field: a draft that can't be sent any more must not keep a seat from
// signing something else, and one that left must not be forgotten, whatever became of the instance that made it.
extension Device {
    /// A request carried out: a draft that it was to stage or send, and which is neither staged nor sent, is given up.
    ///
    /// - Parameters:
    ///   - reaction: Nil if the request had become impossible.
    ///   - pending: What waits: a completion may have asked for the same draft in another way.
    func giveUpDraft(
        of request: Stimulus, _ reaction: Reaction?, _ pending: [Stimulus], of game: String, in chat: Chat.ID
    ) {
        guard let wanted = message(in: request),
            !pending.contains(where: { message(in: $0).map { $0.url == wanted.url } ?? false })
        else { return }
        let isSent = reaction?.outgoing.contains { $0.delivery.post.message?.id == wanted.id } ?? false
        guard let url = wanted.url, !isSent, stagedURL(of: game, in: chat) != url, let app = games[game]?.app,
            let text = app.giveUpDraft(url)
        else { return }
        // A completion with an error is told by itself.
        if reaction?.entries.contains(where: { $0.silentCase != nil }) != false {
            app.note("\(text) isn't in the draft field: play it again.", in: chat)
        }
    }

    /// The message that a request is to insert or send.
    private func message(in request: Stimulus) -> Message? {
        switch request {
        case .insert(_, let post), .send(_, let post): post.message
        default: nil
        }
    }

    /// Messages that leave have left for what follows, too.
    func noteDeparted(_ reaction: Reaction, of game: String) {
        for outgoing in reaction.outgoing where outgoing.delivery.game == game {
            if let url = outgoing.delivery.post.message?.url { games[game]?.app.departed.insert(url) }
        }
    }

    /// A message left: its draft counts now, even if no hook lived to say so.
    func settle(_ outgoing: Reaction.Outgoing, of game: String, in chat: Chat.ID) {
        guard outgoing.delivery.game == game, let message = outgoing.delivery.post.message else { return }
        games[game]?.app.settle(message, in: chat)
    }

    /// The url of a game's message in the draft field.
    func stagedURL(of game: String, in chat: Chat.ID) -> String? {
        guard let staged = chats[chat]?.draft.staged, staged.game == game else { return nil }
        return staged.message.url
    }

    /// An instance is gone, with all that was kept for it.
    func bury(_ id: InstanceID) {
        games[id.game]?.app.end(id)
        games[id.game]?.bubbleSizes[id] = nil
        releaseStickers(of: id.game)
    }
}
