import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import Storage
import Values

// Events: one thing that a person does or the world brings, with all that follows, in one budget; and what follows later.
extension Device {
    /// Something that happens by itself when its time has come.
    struct Timer {
        let due: Duration
        let stimulus: Stimulus
        let game: String
        let chat: Chat.ID

        /// Is it a part of sending? Then nothing has settled before it has happened.
        var isSending: Bool {
            if case .startedSending = stimulus { true } else { false }
        }
    }

    /// Carries out an event. What happens within another one is a part of it.
    ///
    /// If the event meets a limit, what its hooks staged is taken back, and the person reads one line.
    func event(
        of game: String, in chat: Chat.ID, _ body: () throws(DeviceError) -> Void
    ) throws(DeviceError) {
        if budget != nil { return try body() }
        let budget = EventBudget(time: min(eventTime(), EventBudget.time))
        share(budget)
        do throws(DeviceError) {
            try budget.run(body) { hearGames() }
            share(nil)
        } catch {
            share(nil)
            throw error
        }
        guard let excess = budget.exceeded else { return }
        games[game]?.app.end(at: excess.limit, excess.place, in: chat)
        hearGames()
    }

    /// Hears what games had to say beside what their hooks asked for.
    func hearGames() {
        for game in games.keys.sorted() { _ = hear(game) }
    }

    /// All games take part in an event: one that is opened closes another one.
    private func share(_ budget: EventBudget?) {
        self.budget = budget
        for game in games.values { game.app.budget = budget }
        if budget == nil { for game in games.values { game.app.departed = [] } }
    }

    // MARK: Time

    /// When something happens here by itself next; nil if nothing does.
    package var nextTimer: Duration? { timers.map(\.due).min() }

    /// The same, of what is a part of sending.
    var nextSendingTimer: Duration? { timers.filter(\.isSending).map(\.due).min() }

    /// Lets time pass on this device's clock; what happens by itself meanwhile happens.
    public func pass(_ time: Duration) {
        let end = now + max(.zero, time)
        while let next = nextTimer, next <= end {
            now = max(now, next)
            runTimers()
        }
        now = end
    }

    /// Does what is due.
    func runTimers() {
        let due = timers.filter { $0.due <= now }
        timers.removeAll { $0.due <= now }
        // What was planned may have become impossible meanwhile.
        for timer in due { try? perform(timer.stimulus, of: timer.game, in: timer.chat) }
    }

    // MARK: Memory

    /// Tells a game that its memory runs short, then collects what it can, and ends what runs in the background if that
    /// isn't enough: before the pool does the like by itself, in the middle of a call.
    ///
    /// - Parameter stimulus: What is about to happen; an instance that it is about isn't ended.
    func watchMemory(of game: String, in chat: Chat.ID, for stimulus: Stimulus) {
        // no copy of the game is held here: it would keep the instances alive that are to give their memory back
        guard let isShort = games[game]?.isShort(), isShort != games[game]?.isShortOfMemory else { return }
        games[game]?.isShortOfMemory = isShort
        guard isShort else { return }
        warnOfMemory(of: game, in: chat)
        endInBackground(of: game, but: stimulus.instance)
        let isStillShort = games[game]?.isShort() ?? false
        games[game]?.isShortOfMemory = isStillShort
    }

    /// Ends live bubbles, the one that wasn't used for longest first, until there is room: never the open game.
    private func endInBackground(of game: String, but spared: InstanceID?) {
        while games[game]?.isShort() == true, let oldest = games[game]?.leastRecentlyUsedBubble(but: spared) {
            let place = InstalledGame.Place(chat: oldest.chat, item: oldest.item)
            let used = games[game]?.app.memoryUsed(by: oldest.id)
            games[game]?.putAway[place] = used
            endQuietly(oldest.id, in: oldest.chat)
        }
    }

    /// Is a live bubble that is in view to be made? Not if it runs; and one that was ended for want of memory waits until
    /// there is room for as much as it had.
    func bringsBack(_ item: TranscriptItem.ID?, of game: String, in chat: Chat.ID) -> Bool {
        let place = InstalledGame.Place(chat: chat, item: item)
        guard let installed = games[game] else { return false }
        if installed.lifecycle.bubbles.contains(where: { $0.chat == chat && $0.item == item }) { return false }
        guard let used = installed.putAway[place] else { return true }
        guard !installed.isShort(with: used) else { return false }
        games[game]?.putAway[place] = nil
        return true
    }

    /// The person touches a live bubble: it runs again if it was ended, whatever else has to go for it.
    func wake(_ item: TranscriptItem.ID?, of game: String, in chat: Chat.ID) {
        let place = InstalledGame.Place(chat: chat, item: item)
        guard games[game]?.putAway.removeValue(forKey: place) != nil else { return }
        try? carryOut(item.map { .bubbleAppears($0) } ?? .draftAppears, of: game, in: chat)
    }

    /// Every instance of a game hears that memory runs short; then what nobody uses is given back.
    func warnOfMemory(of game: String, in chat: Chat.ID) {
        try? carryOut(.memoryWarning, of: game, in: chat)
        games[game]?.app.giveBackMemory()
    }
}

// What must still happen after a device was closed and restored: messages that are to expire. What is a part of sending
// isn't kept, for no instance that could hear of it outlives the device.
extension Device.Timer {
    /// What a store keeps of it; nil for what isn't kept.
    var kept: DeviceNumbers.Expiry? {
        guard case .expiry(let item) = stimulus else { return nil }
        return DeviceNumbers.Expiry(
            item: item.number, game: game, chat: chat, milliseconds: Int(saturating: due / .milliseconds(1)))
    }
}

extension Device {
    /// A timer that was kept; nil for a message that isn't there any more.
    func timer(_ kept: DeviceNumbers.Expiry) -> Timer? {
        guard let item = chats[kept.chat]?.transcript.items.first(where: { $0.id.number == kept.item }) else {
            return nil
        }
        return Timer(
            due: .milliseconds(max(0, kept.milliseconds)), stimulus: .expiry(item.id), game: kept.game,
            chat: kept.chat)
    }
}

/// How things stood before the hooks of an event ran: what they staged, drafted, began and kept is taken back if the event
/// meets a limit. What was sent has left, and what was read was signed by others: both stay.
struct DeviceCheckpoint {
    let game: String
    let chat: Chat.ID
    let draft: DraftField
    let app: GameApp.Snapshot
}

extension Device {
    /// How things stand now.
    func before(_ game: String, _ chat: Chat.ID) -> DeviceCheckpoint? {
        guard let app = games[game]?.app, let known = chats[chat] else { return nil }
        return DeviceCheckpoint(game: game, chat: chat, draft: known.draft, app: app.snapshot)
    }

    /// Takes back what the hooks of an event did.
    func takeBack(_ before: DeviceCheckpoint) {
        let isOtherDraft = chats[before.chat]?.draft.staged?.message.id != before.draft.staged?.message.id
        chats[before.chat]?.draft = before.draft
        if isOtherDraft {
            // an instance that ran in the draft field showed what isn't there any more
            for id in games[before.game]?.lifecycle.bubbles.map(\.id) ?? [] where id.kind == .draft {
                endQuietly(id, in: before.chat)
            }
        }
        games[before.game]?.app.takeBack(to: before.app)
    }
}
