import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import Storage
import Values

// Events: one action of a person or one external occurrence with everything that follows, in one
// budget; and delayed stimuli.
extension Device {
    /// A stimulus that happens at its due time.
    struct Timer {
        let due: Duration
        let stimulus: Stimulus
        let game: String
        let chat: Chat.ID

        /// Whether the stimulus is a part of sending. The simulation hasn't settled before it.
        var isSending: Bool {
            if case .startedSending = stimulus { true } else { false }
        }
    }

    /// Carries out an event. An event within another one is a part of it.
    ///
    /// If the event exceeds a limit, what its hooks staged is undone, and the person gets one
    /// notice.
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
        games[game]?.app.channel.end(at: excess.limit, excess.place, in: chat)
        hearGames()
    }

    /// Receives everything that games report besides the requests of their hooks.
    func hearGames() {
        for game in games.keys.sorted() { _ = hear(game) }
    }

    /// Gives the budget to all games. All take part in an event, because opening one game closes
    /// another.
    private func share(_ budget: EventBudget?) {
        self.budget = budget
        for game in games.values { game.app.channel.budget = budget }
        if budget == nil { for game in games.values { game.app.data.departed = [] } }
    }

    // MARK: Time

    /// The time of the next timer, or nil if there is none.
    package var nextTimer: Duration? { timers.map(\.due).min() }

    /// The time of the next timer that is a part of sending, or nil.
    var nextSendingTimer: Duration? { timers.filter(\.isSending).map(\.due).min() }

    /// Advances this device's clock and runs the timers that become due.
    public func pass(_ time: Duration) {
        let end = now + max(.zero, time)
        while let next = nextTimer, next <= end {
            now = max(now, next)
            runTimers()
        }
        now = end
    }

    func runTimers() {
        let due = timers.filter { $0.due <= now }
        timers.removeAll { $0.due <= now }
        // A planned stimulus may have become impossible.
        for timer in due { try? perform(timer.stimulus, of: timer.game, in: timer.chat) }
    }

    // MARK: Memory

    /// Warns a game that is short of memory, collects its states, and then ends background
    /// instances if necessary. This happens before the pool would do the same in the middle of a
    /// call.
    ///
    /// - Parameter stimulus: The next stimulus. Its instance isn't ended.
    func watchMemory(of game: String, in chat: Chat.ID, for stimulus: Stimulus) {
        // hold no copy of the game: it would keep the instances alive that should free their memory
        guard let isShort = games[game]?.isShort(), isShort != games[game]?.isShortOfMemory else { return }
        games[game]?.isShortOfMemory = isShort
        guard isShort else { return }
        warnOfMemory(of: game, in: chat)
        endInBackground(of: game, but: stimulus.instance)
        let isStillShort = games[game]?.isShort() ?? false
        games[game]?.isShortOfMemory = isStillShort
    }

    /// Ends live bubbles, the least recently used first, until there is room. Never ends the open
    /// game.
    private func endInBackground(of game: String, but spared: InstanceID?) {
        while games[game]?.isShort() == true, let oldest = games[game]?.leastRecentlyUsedBubble(but: spared) {
            let place = InstalledGame.Place(chat: oldest.chat, item: oldest.item)
            let used = games[game]?.app.instances.memoryUsed(by: oldest.id)
            games[game]?.putAway[place] = used
            endQuietly(oldest.id, in: oldest.chat)
        }
    }

    /// Returns whether a visible live bubble should be started. A running one shouldn't. One that
    /// was ended for lack of memory waits until there is room for the memory it had.
    func bringsBack(_ item: TranscriptItem.ID?, of game: String, in chat: Chat.ID) -> Bool {
        let place = InstalledGame.Place(chat: chat, item: item)
        guard let installed = games[game] else { return false }
        if installed.lifecycle.bubbles.contains(where: { $0.chat == chat && $0.item == item }) { return false }
        guard let used = installed.putAway[place] else { return true }
        guard !installed.isShort(with: used) else { return false }
        games[game]?.putAway[place] = nil
        return true
    }

    /// Restarts a live bubble that was ended for lack of memory, because the person touches it.
    /// Other instances may have to end for it.
    func wake(_ item: TranscriptItem.ID?, of game: String, in chat: Chat.ID) {
        let place = InstalledGame.Place(chat: chat, item: item)
        guard games[game]?.putAway.removeValue(forKey: place) != nil else { return }
        try? carryOut(item.map { .bubbleAppears($0) } ?? .draftAppears, of: game, in: chat)
    }

    /// Warns every instance of a game of low memory, then frees unused memory.
    func warnOfMemory(of game: String, in chat: Chat.ID) {
        try? carryOut(.memoryWarning, of: game, in: chat)
        games[game]?.app.giveBackMemory()
    }
}

// Timers that survive closing and restoring a device: messages that expire. Timers of sending
// aren't stored, because no instance that could receive them outlives the device.
extension Device.Timer {
    /// The stored form of the timer, or nil if it isn't stored.
    var kept: DeviceNumbers.Expiry? {
        guard case .expiry(let item) = stimulus else { return nil }
        return DeviceNumbers.Expiry(
            item: item.number, game: game, chat: chat, milliseconds: Int(saturating: due / .milliseconds(1)))
    }
}

extension Device {
    /// Returns a stored timer, or nil if its message no longer exists.
    func timer(_ kept: DeviceNumbers.Expiry) -> Timer? {
        guard let item = chats[kept.chat]?.transcript.items.first(where: { $0.id.number == kept.item }) else {
            return nil
        }
        return Timer(
            due: .milliseconds(max(0, kept.milliseconds)), stimulus: .expiry(item.id), game: kept.game,
            chat: kept.chat)
    }
}

/// The state of a device before the hooks of an event run. If the event exceeds a limit, everything
/// that the hooks staged, drafted, started or stored is undone. Sent messages have left the device
/// and read messages were signed by others, so both stay.
struct DeviceCheckpoint {
    let game: String
    let chat: Chat.ID
    let draft: DraftField
    let app: AppData.Snapshot
}

extension Device {
    func before(_ game: String, _ chat: Chat.ID) -> DeviceCheckpoint? {
        guard let app = games[game]?.app, let known = chats[chat] else { return nil }
        return DeviceCheckpoint(game: game, chat: chat, draft: known.draft, app: app.data.snapshot)
    }

    /// Undoes the changes of an event's hooks.
    func takeBack(_ before: DeviceCheckpoint) {
        let isOtherDraft = chats[before.chat]?.draft.staged?.message.id != before.draft.staged?.message.id
        chats[before.chat]?.draft = before.draft
        if isOtherDraft {
            // the instance in the draft field showed a draft that no longer exists
            for id in games[before.game]?.lifecycle.bubbles.map(\.id) ?? [] where id.kind == .draft {
                endQuietly(id, in: before.chat)
            }
        }
        games[before.game]?.app.data.takeBack(to: before.app)
    }
}
