import Conversations
import Foundation
import GameRules
import MessageWire
import Values

// Hooks: what a script's instance is told, and what it asks for.
extension Device {
    /// What an instance sees while a hook runs, and the hooks that follow from it: those see the same.
    struct Moment {
        let style: PresentationStyle
        let context: PresentationContext
        let conversation: Conversation
        let isActive: Bool

        /// In a callback.
        init(_ event: Event) {
            (style, context, conversation, isActive) = (event.style, event.context, event.conversation, event.isActive)
        }

        /// Between callbacks.
        init(_ instance: InstanceState) {
            (style, context) = (instance.style, instance.context)
            (conversation, isActive) = (instance.conversation, true)
        }
    }

    /// Runs a hook and carries out what it staged. A hook that fails has no effects; the person reads one line.
    ///
    /// - Parameters:
    ///   - event: The callback; nil for what the host itself tells, such as a touch.
    ///   - moment: What the instance sees; nil for what the event says, or the lifecycle where there is none.
    ///   - request: The number of the function that hears of it, for a `completion` without an event.
    ///   - asking: Makes a request of a number.
    ///   - pending: Takes what has to happen after the callbacks of the stimulus.
    func call(
        _ hook: String, of id: InstanceID, in chat: Chat.ID, event: Event? = nil, at moment: Moment? = nil,
        argument: Value? = nil, request: Int? = nil, asking: (Int) -> Request, _ pending: inout [Stimulus]
    ) {
        let place = "\(id.game)/on.\(hook)"
        guard budget?.allows(place) != false, let game = games[id.game], let instance = game.instances[id],
            let moment = moment ?? event.map({ Moment($0) }) ?? game.lifecycle.instance(id).map({ Moment($0) })
        else { return }
        // being told that memory runs short is no use
        if event?.callback != .didReceiveMemoryWarning { games[id.game]?.wasUsed(instance) }
        if event == nil {
            hostHooks.append(
                HostHook(
                    position: log.entries.count, instance: id, style: moment.style,
                    selectedMessage: moment.conversation.selectedMessage?.id, name: hook,
                    about: argument?.stringValue ?? argument?["code"]?.stringValue))
        }
        let outcome: AppInstance.Outcome
        do {
            var fields: [ValueKey: Value] = [
                "hook": .string(hook), "style": .string(moment.style.rawValue),
                "context": .string(moment.context.rawValue), "active": .bool(moment.isActive),
                "conversation": value(of: moment.conversation, for: instance),
                "match": try matchValue(id, in: chat, moment.conversation),
                "store": game.store.value,
                "sessions": .array((0..<4).map { _ in .string(newSession().uuid.uuidString) }),
            ]
            if let message = event?.message { fields["message"] = value(of: message, for: instance) }
            if let argument = argument ?? event.flatMap({ Self.argument(of: $0.callback) }) {
                fields["argument"] = argument
            }
            if case .completion(let number, let error) = event?.callback {
                fields["request"] = .int(Int64(number))
                if let error { fields["error"] = Self.value(of: error) }
            }
            if let request { fields["request"] = .int(Int64(request)) }
            let remaining = budget?.remaining ?? eventTime
            outcome = try instance.handle(.map(fields), hook: hook, remaining: remaining)
        } catch {
            guard case GameError.failed(let failure) = error else { return note("\(error)", id.game, chat) }
            keepPrinted(failure.printed, by: id, in: hook)
            // the event's time may have been what it met
            if budget?.allows(place) != false { note("\(error)", id.game, chat, failure) }
            return
        }
        if hook == "content_size_that_fits" { keepSize(outcome.answer, id) }
        keepPrinted(outcome.printed, by: id, in: hook)
        carryOut(outcome.effects, of: id, in: chat, moment, asking: asking, in: place, &pending)
    }

    private func carryOut(
        _ effects: [Effect], of id: InstanceID, in chat: Chat.ID, _ moment: Moment,
        asking: (Int) -> Request, in place: String, _ pending: inout [Stimulus]
    ) {
        guard budget?.allows(place) != false else { return }
        for effect in effects {
            do {
                try budget?.request(place)
                try carryOut(effect, of: id, in: chat, moment, asking: asking, &pending)
            } catch is EventLimit {
                return
            } catch {
                // What follows was meant for a match in which this had happened.
                return note("\(error)", id.game, chat)
            }
        }
    }

    func carryOut(
        _ effect: Effect, of id: InstanceID, in chat: Chat.ID, _ moment: Moment,
        asking: (Int) -> Request, _ pending: inout [Stimulus]
    ) throws {
        guard let table = games[id.game]?.table else { return }
        let conversation = moment.conversation
        func tell(_ hook: String, _ argument: Value? = nil, request: Int? = nil) {
            // Who was activated for one callback hears no other, and couldn't insert anything.
            guard id.kind != .errand else { return }
            call(
                hook, of: id, in: chat, at: moment, argument: argument, request: request, asking: asking, &pending)
        }
        func post(_ number: Int, _ post: HookPost, _ make: (Request, Post) -> Stimulus) throws {
            let request = asking(number)
            do {
                pending.append(make(request, try self.post(post, of: id, in: chat, conversation)))
            } catch let error as MessageError {
                pending.append(.refuse(request, error))
            }
        }
        func match() throws -> MatchID {
            guard let match = currentMatch(of: id, in: chat, conversation) else {
                throw DeviceError.request("There is no match here yet: start one.")
            }
            return match
        }
        switch effect {
        case .style(let style): pending.append(.requestStyle(id, style))
        case .dismiss: pending.append(.dismiss(id))
        case .insert(let request, let what): try post(request, what) { .insert($0, $1) }
        case .send(let request, let what): try post(request, what) { .send($0, $1) }
        case .store(let key, let value):
            guard !id.isInTranscript else {
                throw DeviceError.request("A bubble can't write app.store: only the open game does.")
            }
            try games[id.game]?.store.set(key, value)
        case .read(let url):
            if let verdict = read(url, of: id.game, in: chat, conversation) { tell("did_read", verdict) }
        case .begin(let options):
            let begun = try table.begin(
                as: token, seats: seats(for: id.game, in: chat), options: options, chat: chat, session: newSession(),
                id: MatchID(randomBytes(16)), key: newKey(), now: now)
            games[id.game]?.current[chat] = begun
            warn(of: id.game, in: chat)
            tell("did_begin")
        case .play(let text, let request):
            let match = try match()
            table.forgetSuperseded(match)
            _ = try table.play(text, in: match, token: token, joining: newKey())
            if let request { tell("completion", request: request) }
        case .act(let act):
            if case .claim(let seat) = act { try checkClaim(against: seat, in: try match(), table) }
            _ = try table.act(act, in: try match(), token: token, joining: newKey())
        case .again:
            let match = try match()
            let message = try message(url: table.urlToSendAgain(match), of: match, id.game, conversation)
            pending.append(.insert(asking(0), .message(message)))
        case .restage:
            let match = try match()
            guard let record = table.records[match] else { return }
            table.cancelDraft(of: match)
            if let bet = record.draft?.bet?.bet {
                _ = try table.act(.bet(pool: bet.pool, chips: bet.chips), in: match, token: token, joining: newKey())
                return
            }
            let moves = record.draft?.moves ?? record.lostMoves
            guard !moves.isEmpty else {
                if record.draft == nil { return }
                throw DeviceError.request("The match went on: what you had drafted doesn't fit any more.")
            }
            table.forgetSuperseded(match)
            for move in moves {
                do {
                    _ = try table.play(move, in: match, token: token, joining: newKey())
                } catch {
                    table.cancelDraft(of: match)  // all of it, or nothing
                    throw DeviceError.request("The match went on, and \(move) isn't possible any more: \(error)")
                }
            }
        case .goOnWithTheirs: try table.goOnWithTheirs(in: try match(), now: now)
        case .forgetDraft: if let match = currentMatch(of: id, in: chat, conversation) { table.cancelDraft(of: match) }
        }
    }

    /// By its own clock: the seat has had its time since the last ply arrived.
    private func checkClaim(against seat: Int, in match: MatchID, _ table: MatchTable) throws {
        guard let turnLimit else { throw DeviceError.request("This match has no turn limit.") }
        guard let changed = table.records[match]?.changed else { return }
        let left = turnLimit - (now - changed)
        guard left <= .zero else {
            throw DeviceError.request("Seat \(seat) has \(left.components.seconds + 1) more seconds.")
        }
    }

    /// A match is for all people of the chat, as far as the game takes them.
    private func seats(for game: String, in chat: Chat.ID) -> Int? {
        guard let range = games[game]?.script.seats else { return nil }
        let count = people[chat]?.count ?? 2
        return min(max(count, range.lowerBound, 2), range.upperBound)
    }

    // MARK: Reading

    /// Takes a url through the protocol's table. Returns what `did_read` hears.
    func read(_ url: String, of game: String, in chat: Chat.ID, _ conversation: Conversation) -> Value? {
        let found = message(with: url, of: game, in: chat)
        return read(
            url, of: game, in: chat, session: found?.session ?? newSession(),
            sender: found?.senderParticipant.flatMap { $0 == conversation.localParticipant ? nil : $0 })
    }

    private func read(
        _ url: String, of game: String, in chat: Chat.ID, session: Session, sender: Participant?
    ) -> Value? {
        guard let table = games[game]?.table, !isUnsentDraft(url, of: game, in: chat) else { return nil }
        let before = table.records
        let reading = table.budget.run {
            if let known = matchOfAnotherGame(url, than: game) {
                return MatchTable.Reading(verdict: .otherMatch(known), match: nil, sender: nil)
            }
            let reading = table.read(url, from: sender, chat: chat, session: session, now: now)
            if let match = reading.match { tellBets(of: match, before: before[match], reading, of: game, in: chat) }
            return reading
        }
        if let match = reading.match { games[game]?.current[chat] = match }
        unread.removeAll { $0.url == url }
        switch reading.verdict {
        case .adopt(let adoption) where adoption.superseded.isEmpty:
            if adoption.cause == .new { warn(of: game, in: chat) }
            if let match = reading.match { tellClaims(of: match, in: adoption, game, chat) }
        case .duplicate, .bet, .betRefused: break
        case .joinRequest(let join):
            // for who has a seat and can start the match, and once, however often the message is read
            guard let match = reading.match, table.records[match]?.seat != nil,
                before[match]?.joins.contains(join) != true
            else { break }
            note(reading.verdict.line, game, chat, about: match)
        // the answer may arrive before the system says that the own message leaves
        case .late where reading.match.flatMap({ table.records[$0] })?.signed.values.contains(url) == true: break
        case .needsVersion, .unknownGame, .cannotReplay:
            unread.append(
                UnreadMessage(
                    game: game, url: url, chat: chat, session: session, sender: sender, reason: reading.verdict.line))
            fallthrough
        case .disputed:
            note(reading.match.flatMap { disputeLine(of: $0, game) } ?? reading.verdict.line, game, chat)
        default: note(reading.verdict.line, game, chat)
        }
        return ["code": .string(reading.verdict.code), "line": .string(reading.verdict.line)]
    }

    /// The match that a url is of, if this device knows it as one of another game.
    private func matchOfAnotherGame(_ url: String, than game: String) -> MatchID? {
        guard games.count > 1, let id = (try? carrier.envelope(from: url))?.signedLog.match.id else { return nil }
        return games.contains { $0.key != game && $0.value.table.records[id] != nil } ? id : nil
    }

    /// Secrets and dice are only as safe as both phones.
    private func warn(of game: String, in chat: Chat.ID) {
        guard let script = games[game]?.script else { return }
        let what = [
            script.secretive || script.dealt || script.hidden ? "secrets" : nil,
            script.chance != .none ? "chance" : nil,
        ].compactMap(\.self)
        guard !what.isEmpty else { return }
        note(
            "This version trusts both phones: a changed app could look at or choose this game's "
                + "\(what.joined(separator: " and ")).", game, chat)
    }

    /// Reads once more what couldn't be read.
    func readWaiting(_ game: String) {
        for message in unread where message.game == game {
            _ = read(
                message.url, of: game, in: message.chat, session: message.session, sender: message.sender)
        }
    }

    private func message(with url: String, of game: String, in chat: Chat.ID) -> Message? {
        chats[chat]?.transcript.items.last { $0.bubble?.game == game && $0.bubble?.message.url == url }?.bubble?.message
    }

    // MARK: Matches

    /// The match that an instance is about: that of its message, or the chat's last one.
    func currentMatch(of id: InstanceID, in chat: Chat.ID, _ conversation: Conversation) -> MatchID? {
        guard let game = games[id.game] else { return nil }
        if id.isInTranscript, let url = conversation.selectedMessage?.url,
            let envelope = try? carrier.envelope(from: url), game.table.records[envelope.signedLog.match.id] != nil
        {
            return envelope.signedLog.match.id
        }
        return game.current[chat]
    }

    private func keepSize(_ answer: Value, _ id: InstanceID) {
        guard let limit = games[id.game]?.lifecycle.surroundings, let width = answer["width"]?.intValue,
            let height = answer["height"]?.intValue
        else { return }
        games[id.game]?.bubbleSizes[id] = (
            width: min(max(width, 1), limit.maximumWidth), height: min(max(height, 1), limit.maximumWidth)
        )
    }

    func newSession() -> Session {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return Session(bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) })
    }

    private func newKey() -> SeatKey { (try? SeatKey(secret: randomBytes(32))) ?? SeatKey() }
}
