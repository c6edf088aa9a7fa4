import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// The loop that carries out the events of a device. An event is one action of a person or one
/// external occurrence, with everything that follows from it. Each event has one budget.
///
/// The loop gives stimuli to the lifecycles of the games, delivers the callbacks, and carries out
/// the requests that hooks make in these callbacks.
final class EventLoop {
    /// The clock and the delayed stimuli.
    var schedule = StimulusSchedule()
    /// The calls to the games' instances.
    var calls = CallLog()
    /// Returns the processor time that an event may use, at most 30 s. Called at the start of each
    /// event.
    var eventTime: () -> Duration = { EventBudget.time }
    /// Returns whether the system ends the instance now. Called after each callback; for tests.
    var interruption: ((Event) -> Bool)?
    /// Receives each request of a script and its reaction.
    var witness: ((Stimulus, Reaction) -> Void)?

    private let games: InstalledGames
    private let chats: ChatStore
    /// The budget of the current event; nil between events.
    private var budget: EventBudget?
    /// The requests of hooks in the current event that haven't been carried out.
    private var requests: [Stimulus] = []

    init(games: InstalledGames, chats: ChatStore) {
        self.games = games
        self.chats = chats
    }

    // MARK: Events

    /// Carries out an event. An event that starts during another event is a part of the other
    /// event.
    ///
    /// If the event exceeds a limit, everything that its hooks staged is undone, and the person
    /// gets one notice.
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

    private func share(_ budget: EventBudget?) {
        self.budget = budget
        games.share(budget)
    }

    /// Carries out a stimulus and everything that follows from it.
    ///
    /// - Throws: ``DeviceError`` if the stimulus is impossible now. In that case nothing has
    ///   changed.
    func carryOut(_ stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) {
        try event(of: game, in: chat) { () throws(DeviceError) in
            relieveMemory(of: game, in: chat, for: stimulus)
            let reaction = try react(to: stimulus, of: game, in: chat)
            if budget?.takeBack == nil, let before = before(game, chat) { budget?.takeBack = { self.takeBack(before) } }
            var pending: [Stimulus] = []
            run(reaction, of: game, in: chat, &pending)
            drain(pending, of: game, in: chat)
        }
    }

    /// Carries out requests of scripts and the requests that follow from them, within the event's
    /// budget.
    func drain(_ stimuli: [Stimulus], of game: String, in chat: Chat.ID) {
        var pending = stimuli
        while !pending.isEmpty {
            let next = pending.removeFirst()
            if budget?.exceeded != nil {
                // after an exceeded limit only kills are carried out; all other requests are
                // dropped
                if case .kill = next { _ = try? react(to: next, of: game, in: chat) }
                continue
            }
            relieveMemory(of: game, in: chat, for: next)
            // Ignore errors, because a request may have become impossible.
            let answer = try? react(to: next, of: game, in: chat)
            if let answer {
                witness?(next, answer)
                run(answer, of: game, in: chat, &pending)
            }
            giveUpDraft(of: next, answer, pending, of: game, in: chat)
        }
    }

    private func relieveMemory(of game: String, in chat: Chat.ID, for stimulus: Stimulus) {
        MemoryRelief(games: games, loop: self).relieve(game, in: chat, for: stimulus)
    }

    // MARK: Requests

    /// Passes a request to the lifecycle. During an event the request is added to the waiting
    /// requests instead.
    func carryOut(_ request: HostRequest, of instance: InstanceID) {
        guard budget == nil else { return requests.append(Self.stimulus(request, instance)) }
        guard let chat = games[instance.game]?.lifecycle.instance(instance)?.chat else { return }
        try? event(of: instance.game, in: chat) { () throws(DeviceError) in
            drain([Self.stimulus(request, instance)], of: instance.game, in: chat)
        }
    }

    private static func stimulus(_ request: HostRequest, _ instance: InstanceID) -> Stimulus {
        switch request {
        case .presentationStyle(let style): .requestStyle(instance, style)
        case .dismiss: .dismiss(instance)
        case .insert(let request, let post): .insert(request, post)
        case .send(let request, let post): .send(request, post)
        case .refuse(let request, let error): .refuse(request, error)
        }
    }

    /// Lets a game make its waiting calls to the host. Returns those calls that are requests.
    func hear(_ game: String) -> [Stimulus] {
        games[game]?.app.channel.tellHost()
        defer { requests = [] }
        return requests
    }

    /// Lets all games make their waiting calls to the host. Requests of hooks are dropped.
    func hearGames() {
        for game in games.ids { _ = hear(game) }
    }

    // MARK: Reactions

    private func react(to stimulus: Stimulus, of game: String, in chat: Chat.ID) throws(DeviceError) -> Reaction {
        guard var lifecycle = games[game]?.lifecycle else { throw .unknownGame(game) }
        guard var state = chats[chat] else { throw .unknownChat(chat) }
        let reaction: Reaction
        do {
            reaction = try lifecycle.handle(stimulus, in: &state)
        } catch {
            throw .stimulus(error)
        }
        games[game]?.lifecycle = lifecycle
        chats[chat] = state
        if case .kill(let id) = stimulus { games.remove(id) }
        for later in reaction.later { schedule.plan(later, of: game, in: chat) }
        return reaction
    }

    private func run(_ reaction: Reaction, of game: String, in chat: Chat.ID, _ pending: inout [Stimulus]) {
        chats.depart(reaction.outgoing, from: chat)
        noteDeparted(reaction, of: game)
        closeOthers(before: reaction, of: game)
        var killed: Set<InstanceID> = []
        for entry in reaction.entries {
            guard let event = entry.event else {
                calls.append(entry)
                continue
            }
            if killed.contains(event.instance) { continue }
            if budget?.allows("\(game)/on.\(event.callback.name)") == false {
                // call no more hooks, but start and end the instances
                if event.callback == .load { games[game]?.app.instances.make(event.instance) }
                if event.callback == .didResignActive { games.remove(event.instance) }
                continue
            }
            calls.append(entry)
            if !run(event, in: chat, &pending) || interruption?(event) == true {
                killed.insert(event.instance)
                pending.insert(.kill(event.instance), at: 0)
            }
        }
        for outgoing in reaction.outgoing { settle(outgoing, of: game, in: chat) }
    }

    /// Delivers a callback. Returns false if the instance can't continue.
    private func run(_ event: Event, in chat: Chat.ID, _ pending: inout [Stimulus]) -> Bool {
        let id = event.instance
        guard let app = games[id.game]?.app else { return false }
        if event.callback == .load, id.kind == .main {
            app.data.giveUpDrafts(in: chat, but: chats.stagedURL(of: id.game, in: chat))
        }
        let delivered = app.tell(event.callback, to: id, at: games.moment(of: event, in: chat))
        if let size = delivered.size { games[id.game]?.bubbleSizes[id] = size }
        pending += hear(id.game)
        if event.callback == .didResignActive { games.remove(id) }
        return delivered.isAlive
    }

    /// If the reaction opens a game, closes any other open game first.
    private func closeOthers(before reaction: Reaction, of game: String) {
        guard reaction.events.contains(where: { $0.callback == .load && $0.instance.kind == .main }) else { return }
        for other in games.ids where other != game {
            if let open = games[other]?.lifecycle.main { try? carryOut(.close, of: other, in: open.chat) }
        }
    }

    /// Ends an instance without callbacks.
    func endQuietly(_ id: InstanceID, in chat: Chat.ID) {
        _ = try? react(to: .kill(id), of: id.game, in: chat)
    }

    /// Ends all instances of a game without callbacks. Returns the game without instances, or nil
    /// if the game isn't installed.
    func endAll(of game: String) -> InstalledGame? {
        for running in games[game]?.lifecycle.running ?? [] { endQuietly(running.id, in: running.chat) }
        return games[game]
    }

    // MARK: Undoing

    /// The state of a device before the hooks of an event run. If the event exceeds a limit,
    /// everything that the hooks staged, drafted, started or stored is undone. Sent messages have
    /// left the device and read messages were signed by others, so both stay.
    private struct Checkpoint {
        let game: String
        let chat: Chat.ID
        let draft: DraftField
        let app: AppData.Snapshot
    }

    private func before(_ game: String, _ chat: Chat.ID) -> Checkpoint? {
        guard let app = games[game]?.app, let known = chats[chat] else { return nil }
        return Checkpoint(game: game, chat: chat, draft: known.draft, app: app.data.snapshot)
    }

    /// Undoes the changes of an event's hooks.
    private func takeBack(_ before: Checkpoint) {
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

    // MARK: Drafts
    // A draft that can't be sent must not keep a seat from signing another act. A draft that was
    // sent must be recorded as sent, even if its instance has ended.

    /// Discards the draft that a request was to insert or send, if the request ended without staging
    /// or sending the draft.
    ///
    /// - Parameters:
    ///   - reaction: The reaction to the request, or nil if the request had become impossible.
    ///   - pending: The waiting requests. One of them may stage or send the same draft.
    private func giveUpDraft(
        of request: Stimulus, _ reaction: Reaction?, _ pending: [Stimulus], of game: String, in chat: Chat.ID
    ) {
        guard let wanted = message(in: request),
            !pending.contains(where: { message(in: $0).map { $0.url == wanted.url } ?? false })
        else { return }
        let isSent = reaction?.outgoing.contains { $0.delivery.post.message?.id == wanted.id } ?? false
        guard let url = wanted.url, !isSent, chats.stagedURL(of: game, in: chat) != url, let app = games[game]?.app,
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

    /// Notes for the rest of the event that messages were sent.
    private func noteDeparted(_ reaction: Reaction, of game: String) {
        for outgoing in reaction.outgoing where outgoing.delivery.game == game {
            if let url = outgoing.delivery.post.message?.url { games[game]?.app.data.departed.insert(url) }
        }
    }

    /// Records that a message was sent, so that its draft becomes a part of the match even if no
    /// hook ran.
    private func settle(_ outgoing: Reaction.Outgoing, of game: String, in chat: Chat.ID) {
        guard outgoing.delivery.game == game, let message = outgoing.delivery.post.message else { return }
        games[game]?.app.reader.settle(message, in: chat)
    }
}
