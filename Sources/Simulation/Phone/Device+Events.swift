import Conversations
import GameRules
import LuaRuntime
import MessageHost
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
        let budget = try LuaThread.run { () throws(DeviceError) -> EventBudget in
            let budget = EventBudget()
            share(budget)
            defer { share(nil) }
            try body()
            if budget.exceeded != nil { budget.takeBack?() }
            hearGames()
            return budget
        }
        guard let excess = budget.exceeded else { return }
        log.append(.silent(EventLog.Silence(.eventLimit, game: game)))
        games[game]?.app.note("\(excess.place): \(excess.limit)", in: chat)
        hearGames()
    }

    /// Hears what games had to say beside what their hooks asked for.
    func hearGames() {
        for game in games.keys.sorted() { _ = takeRequests(of: game) }
    }

    /// All games take part in an event: one that is opened closes another one.
    private func share(_ budget: EventBudget?) {
        self.budget = budget
        for game in games.values { game.app.budget = budget }
        if budget == nil { for game in games.values { game.app.departed = [] } }
    }

    // MARK: Time

    /// When something happens here by itself next; nil if nothing does.
    public var nextTimer: Duration? { timers.map(\.due).min() }

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

    /// Tells a game that its memory runs short, and then collects what it can: before the pool does that by itself, in the
    /// middle of a call, and ends what doesn't fit.
    func watchMemory(of game: String, in chat: Chat.ID) {
        guard let app = games[game]?.app, app.isNearlyFull != app.isShortOfMemory else { return }
        app.isShortOfMemory = !app.isShortOfMemory
        if app.isShortOfMemory { warnOfMemory(of: game, in: chat) }
    }

    /// Every instance of a game hears that memory runs short; then what nobody uses is given back.
    func warnOfMemory(of game: String, in chat: Chat.ID) {
        try? carryOut(.memoryWarning, of: game, in: chat)
        games[game]?.app.giveBackMemory()
    }
}
