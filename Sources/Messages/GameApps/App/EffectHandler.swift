import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// A handler of the effects of hooks, and of the actions that a person requests.
///
/// It also calls the hooks, because an effect of one hook can lead to a call of another hook.
struct EffectHandler {
    let script: GameScript
    /// The display name of the person in matches.
    let token: DisplayName
    let data: AppData
    let channel: HostChannel
    let instances: AppInstances
    let composer: MessageComposer
    let reader: MessageReader

    /// Runs a hook, and carries out its effects after the hook has returned. A hook that fails has
    /// no effects, and the person gets a notice.
    ///
    /// - Parameters:
    ///   - callback: Nil for a hook that only this host calls, such as `did_touch`.
    ///   - request: The number of the script's function to call, for a `completion` that isn't a
    ///     callback of Messages.
    /// - Returns: The hook's answer, or nil if the hook wasn't called or failed.
    @discardableResult
    func call(
        _ hook: String, of id: InstanceID, at moment: HostContext, _ callback: Callback? = nil, argument: Value? = nil,
        request: Int? = nil
    ) -> Value? {
        let outcome = instances.call(hook, of: id, at: moment, callback, argument: argument, request: request)
        guard let outcome else { return nil }
        carryOut(outcome.effects, of: id, at: moment, in: instances.place(of: hook))
        return outcome.answer
    }

    private func carryOut(_ effects: [Effect], of id: InstanceID, at moment: HostContext, in hook: String) {
        guard channel.budget?.allows(hook) != false else { return }
        for effect in effects {
            do throws(EventLimit) {
                try channel.budget?.request(hook)
            } catch {
                return
            }
            do throws(AppError) {
                try carryOut(effect, of: id, at: moment)
            } catch {
                // skip the remaining effects: the hook expected this effect to succeed when it
                // staged them
                return channel.note(error, in: moment.place)
            }
        }
    }

    private func carryOut(_ effect: Effect, of id: InstanceID, at moment: HostContext) throws(AppError) {
        switch effect {
        case .style(let style): ask(.presentationStyle(style), of: id)
        case .dismiss: ask(.dismiss, of: id)
        case .insert(let number, let what): try post(what, number, of: id, at: moment) { .insert($0, $1) }
        case .send(let number, let what): try post(what, number, of: id, at: moment) { .send($0, $1) }
        case .store(let key, let value): try keep(value, under: key, of: id)
        case .read(let url):
            if let verdict = reader.read(url, at: moment) { tell("did_read", verdict, of: id, at: moment) }
        case .play(let text, let request): try play(text, request, of: id, at: moment)
        case .act(let act): try perform(act, of: id, at: moment)
        case .restage: try restage(try match(of: id, at: moment))
        case .forgetDraft: if let match = data.currentMatch(of: id, at: moment) { data.table.cancelDraft(of: match) }
        }
    }

    /// Carries out an action that a person requested, or a hook for the person. If the action makes
    /// a draft, the caller has to insert the draft.
    func perform(_ act: PersonAction, of id: InstanceID, at moment: HostContext) throws(AppError) {
        switch act {
        case .begin(let options): try begin(options, of: id, at: moment)
        case .draft(let act): try sign(act, in: try match(of: id, at: moment))
        case .again:
            let match = try match(of: id, at: moment)
            let url = try saying(AppError.table) { () throws(SessionError) in try data.table.urlToSendAgain(match) }
            let message = try composer.message(url: url, of: match, from: moment.conversation.localParticipant)
            ask(.insert(moment.request(0, of: id), .message(message)), of: id)
        case .theirs:
            let match = try match(of: id, at: moment)
            try saying(AppError.table) { () throws(SessionError) in
                try data.table.goOnWithTheirs(in: match, now: channel.now)
            }
        case .takeBack:
            let match = try match(of: id, at: moment)
            guard data.table.records[match]?.draft != nil else { throw .nothingDrafted }
            data.table.cancelDraft(of: match)
        }
    }

    /// Adds a request to the host. The host receives the request when the event is over.
    func ask(_ request: HostRequest, of id: InstanceID) { channel.append(.request(request, of: id)) }

    /// Calls a hook that exists only in this host, not in Messages.
    private func tell(
        _ hook: String, _ argument: Value? = nil, request: Int? = nil, of id: InstanceID, at moment: HostContext
    ) {
        // a transient instance receives a single callback and couldn't insert anything
        guard id.kind != .errand else { return }
        call(hook, of: id, at: moment, argument: argument, request: request)
    }

    private func post(
        _ what: HookPost, _ number: Int, of id: InstanceID, at moment: HostContext,
        _ make: (Request, Post) -> HostRequest
    ) throws(AppError) {
        let request = moment.request(number, of: id)
        do throws(AppError) {
            ask(make(request, try composer.post(what, of: id, at: moment)), of: id)
        } catch .message(let error) {
            ask(.refuse(request, error), of: id)
        } catch {
            throw error
        }
    }

    private func keep(_ value: Value, under key: String, of id: InstanceID) throws(AppError) {
        guard !id.isInTranscript else { throw .bubbleWrites }
        try saying(AppError.store) { () throws(GameStore.Refusal) in try data.store.set(key, value) }
    }

    // MARK: Matches

    private func match(of id: InstanceID, at moment: HostContext) throws(AppError) -> MatchID {
        guard let match = data.currentMatch(of: id, at: moment) else { throw .noMatch }
        return match
    }

    private func begin(_ options: [String: Value], of instance: InstanceID, at moment: HostContext) throws(AppError) {
        let id = try saying({ AppError.table(.wire($0)) }) { () throws(WireError) in
            try MatchID(channel.randomBytes(16))
        }
        let begun = try saying(AppError.table) { () throws(SessionError) in
            try data.table.begin(
                as: token, seats: seats(in: moment.conversation), options: options, chat: moment.place,
                session: channel.newSession(), id: id, key: channel.newKey(), now: channel.now)
        }
        data.current[moment.place] = begun
        reader.warn(in: moment.place)
        tell("did_begin", of: instance, at: moment)
    }

    /// Returns the number of seats for a match of everyone in the conversation, within the game's
    /// limits.
    private func seats(in conversation: Conversation) -> Int {
        min(
            max(conversation.remoteParticipants.count + 1, script.seats.lowerBound, 2), script.seats.upperBound)
    }

    private func play(_ text: String, _ request: Int?, of id: InstanceID, at moment: HostContext) throws(AppError) {
        let match = try match(of: id, at: moment)
        data.table.records[match]?.match.superseded = nil
        try draft(text, in: match)
        if let request { tell("completion", request: request, of: id, at: moment) }
    }

    private func draft(_ text: String, in match: MatchID) throws(AppError) {
        try saying(AppError.table) { () throws(SessionError) in
            _ = try data.table.play(text, in: match, token: token, joining: channel.newKey())
        }
    }

    private func sign(_ act: MatchTable.Act, in match: MatchID) throws(AppError) {
        if case .claim(let seat) = act { try checkClaim(against: seat, in: match) }
        try saying(AppError.table) { () throws(SessionError) in
            _ = try data.table.act(act, in: match, token: token, joining: channel.newKey())
        }
    }

    /// Checks, by this device's clock, that the turn limit has passed since the last change of the
    /// match.
    private func checkClaim(against seat: Int, in match: MatchID) throws(AppError) {
        guard let limit = channel.ask({ $0.turnLimit }) else { throw .noTurnLimit }
        guard let record = data.table.records[match] else { return }
        let seats = record.signedLog.log.seats
        guard (1...seats).contains(seat) else {
            throw .table(.request(.noSeat(seat, of: seats)))
        }
        let left = min(max(limit, .zero), HostChannel.longestTime) - (channel.now - record.changed)
        guard left <= .zero else { throw .notOverdue(seat: seat, seconds: left.components.seconds + 1) }
    }

    /// Signs the drafted or lost moves again, on the current log. If one move fails, no move is
    /// drafted.
    private func restage(_ match: MatchID) throws(AppError) {
        guard let record = data.table.records[match] else { return }
        data.table.cancelDraft(of: match)
        if let bet = record.draft?.bet?.bet {
            return try sign(.bet(pool: bet.pool, chips: bet.chips), in: match)
        }
        let moves = record.draft?.moves ?? record.lostMoves
        guard !moves.isEmpty else {
            if record.draft == nil { return }
            throw .outdatedDraft
        }
        data.table.records[match]?.match.superseded = nil
        for move in moves {
            do throws(AppError) {
                try draft(move, in: match)
            } catch {
                data.table.cancelDraft(of: match)
                guard case .table(let reason) = error else { throw error }
                throw .outdated(move: move, reason)
            }
        }
    }
}
