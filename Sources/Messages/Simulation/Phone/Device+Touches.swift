import Conversations
import GameApps
import MatchSessions

// Touches in the open game and in live bubbles.
extension Device {
    /// Plays the move that the person touches in the open game, or presses its Start button.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat, and for a move that has to
    ///   be typed in a style without text input.
    public func touch(_ move: String, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try touch(move, in: main, chat)
    }

    /// Plays the move that the person touches in a live bubble.
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

    /// Plays the move that the person touches in the live draft above the keyboard.
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

    /// Returns whether a person needs a keyboard for this move.
    public func isTyped(_ move: String, of game: String, in chat: Chat.ID) -> Bool {
        games[game]?.app.isTyped(move, in: chat) == true
    }
}

// Taps on bubbles, including those of games that aren't installed.
extension Device {
    /// The result of a tap on a bubble.
    public enum TapOutcome: Hashable, Sendable {
        /// The game of the bubble is open.
        case opened
        /// The game isn't installed; the sentence explains how to get it.
        case missing(game: String, String)
        /// A desktop opens the url in a browser.
        case browser(url: String)
        /// A desktop can't open it; the sentence explains why.
        case nothing(String)
    }

    /// Taps a bubble for the person. Its game opens if it is installed.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat or a missing bubble.
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

    /// Returns the layout that a device without the game shows: the template, or the alternate of a
    /// live layout.
    package func shownLayout(of item: TranscriptItem) -> TemplateLayout? { item.bubble?.message.layout?.template }

    /// Returns the name of a bubble's game for a device without it: the title on its picture, or
    /// its id.
    private func title(of bubble: TranscriptItem.Bubble) -> String {
        let title = bubble.message.layout?.template.imageTitle ?? ""
        return title.isEmpty ? bubble.game : title
    }
}

// Actions of a person beside a game's board.
extension Device {
    /// Carries out an action that the person requests of the host in the open game. Its draft is
    /// staged and waits for Send.
    ///
    /// - Throws: ``DeviceError`` unless the game is open in this chat, and for an action that the
    ///   match rejects.
    public func act(_ act: PersonAction, of game: String, in chat: Chat.ID) throws(DeviceError) {
        guard let main = games[game]?.lifecycle.main, main.chat == chat else { throw .stimulus(.notOpen) }
        try event(of: game, in: chat) { () throws(DeviceError) in
            try carryOut(.touch(main.id), of: game, in: chat)
            try attempt(of: game) { app throws(AppError) in try app.act(act, in: main.id, at: moment(of: main)) }
            drain(hear(game), of: game, in: chat)
        }
        showLiveBubbles(of: game, in: chat)
    }

    /// Runs `body` on a game's app. If it fails, the requests that its hooks have made are dropped.
    func attempt(of game: String, _ body: (GameApp) throws(AppError) -> Void) throws(DeviceError) {
        guard let app = games[game]?.app else { throw .unknownGame(game) }
        do {
            try body(app)
        } catch {
            app.channel.dropRequests()
            _ = hear(game)
            throw .app(error)
        }
    }

    /// Types text into the draft field for the person.
    ///
    /// - Throws: ``DeviceError`` for an unknown chat, or more text than the draft field holds.
    public func type(_ words: String, in chat: Chat.ID) throws(DeviceError) {
        guard let state = chats[chat] else { throw .unknownChat(chat) }
        guard state.draft.text.utf8.count + words.utf8.count <= Self.longestText else {
            throw .tooMuchText(bytes: Self.longestText)
        }
        chats[chat]?.draft.text += (state.draft.text.isEmpty ? "" : " ") + words
    }

    private static let longestText = 20_000
}

// Drafts of matches and the draft field. A draft that can't be sent must not keep a seat from
// signing another act. A draft that left must be recorded, even if its instance has ended.
extension Device {
    /// Discards the draft of a request that was carried out without staging or sending it.
    ///
    /// - Parameters:
    ///   - reaction: The reaction to the request, or nil if the request had become impossible.
    ///   - pending: The waiting requests. One of them may stage or send the same draft.
    func giveUpDraft(
        of request: Stimulus, _ reaction: Reaction?, _ pending: [Stimulus], of game: String, in chat: Chat.ID
    ) {
        guard let wanted = message(in: request),
            !pending.contains(where: { message(in: $0).map { $0.url == wanted.url } ?? false })
        else { return }
        let isSent = reaction?.outgoing.contains { $0.delivery.post.message?.id == wanted.id } ?? false
        guard let url = wanted.url, !isSent, stagedURL(of: game, in: chat) != url, let app = games[game]?.app,
            let text = app.data.giveUpDraft(url)
        else { return }
        // A completion with an error already tells the person.
        if reaction?.entries.contains(where: { $0.silentCase != nil }) != false {
            app.channel.note("\(text) isn't in the draft field: play it again.", in: chat)
        }
    }

    private func message(in request: Stimulus) -> Message? {
        switch request {
        case .insert(_, let post), .send(_, let post): post.message
        default: nil
        }
    }

    /// Marks messages that leave as departed for the rest of the event.
    func noteDeparted(_ reaction: Reaction, of game: String) {
        for outgoing in reaction.outgoing where outgoing.delivery.game == game {
            if let url = outgoing.delivery.post.message?.url { games[game]?.app.data.departed.insert(url) }
        }
    }

    /// Records that a message has left, so that its draft counts even if no hook ran.
    func settle(_ outgoing: Reaction.Outgoing, of game: String, in chat: Chat.ID) {
        guard outgoing.delivery.game == game, let message = outgoing.delivery.post.message else { return }
        games[game]?.app.reader.settle(message, in: chat)
    }

    func stagedURL(of game: String, in chat: Chat.ID) -> String? {
        guard let staged = chats[chat]?.draft.staged, staged.game == game else { return nil }
        return staged.message.url
    }

    /// Removes an instance that has ended, with everything cached for it.
    func bury(_ id: InstanceID) {
        games[id.game]?.app.end(id)
        games[id.game]?.bubbleSizes[id] = nil
        releaseStickers(of: id.game)
    }
}
