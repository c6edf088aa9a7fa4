import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

// Effects: the requests of hooks, carried out after the hooks have returned.
extension GameApp {
    func carryOut(_ effects: [Effect], of id: InstanceID, at moment: Moment, in hook: String) {
        guard budget?.allows(hook) != false else { return }
        for effect in effects {
            do throws(EventLimit) {
                try budget?.request(hook)
            } catch {
                return
            }
            do throws(AppError) {
                try carryOut(effect, of: id, at: moment)
            } catch {
                // skip the rest: the hook staged it for a match in which this effect had succeeded
                return note(error, in: moment.place)
            }
        }
    }

    private func carryOut(_ effect: Effect, of id: InstanceID, at moment: Moment) throws(AppError) {
        switch effect {
        case .style(let style): ask(.presentationStyle(style), of: id)
        case .dismiss: ask(.dismiss, of: id)
        case .insert(let number, let what): try post(what, number, of: id, at: moment) { .insert($0, $1) }
        case .send(let number, let what): try post(what, number, of: id, at: moment) { .send($0, $1) }
        case .store(let key, let value): try keep(value, under: key, of: id)
        case .read(let url):
            if let verdict = read(url, at: moment) { tell("did_read", verdict, of: id, at: moment) }
        case .play(let text, let request): try play(text, request, of: id, at: moment)
        case .act(let act): try perform(act, of: id, at: moment)
        case .restage: try restage(try match(of: id, at: moment))
        case .forgetDraft: if let match = currentMatch(of: id, at: moment) { table.cancelDraft(of: match) }
        }
    }

    /// Carries out an action of a person, or of a hook on the person's behalf. A draft isn't
    /// inserted yet.
    func perform(_ act: PersonAction, of id: InstanceID, at moment: Moment) throws(AppError) {
        switch act {
        case .begin(let options): try begin(options, of: id, at: moment)
        case .draft(let act): try sign(act, in: try match(of: id, at: moment))
        case .again:
            let match = try match(of: id, at: moment)
            let url = try saying(AppError.table) { () throws(SessionError) in try table.urlToSendAgain(match) }
            ask(
                .insert(
                    moment.request(0, of: id),
                    .message(try message(url: url, of: match, from: moment.conversation.localParticipant))), of: id)
        case .theirs:
            let match = try match(of: id, at: moment)
            try saying(AppError.table) { () throws(SessionError) in try table.goOnWithTheirs(in: match, now: now) }
        case .takeBack:
            let match = try match(of: id, at: moment)
            guard table.records[match]?.draft != nil else { throw .nothingDrafted }
            table.cancelDraft(of: match)
        }
    }

    private func ask(_ request: HostRequest, of id: InstanceID) { calls.append(.request(request, of: id)) }

    /// Calls a hook that exists only in this host, not in Messages.
    private func tell(
        _ hook: String, _ argument: Value? = nil, request: Int? = nil, of id: InstanceID, at moment: Moment
    ) {
        // a transient instance receives a single callback and couldn't insert anything
        guard id.kind != .errand else { return }
        call(hook, of: id, at: moment, argument: argument, request: request)
    }

    private func post(
        _ what: HookPost, _ number: Int, of id: InstanceID, at moment: Moment, _ make: (Request, Post) -> HostRequest
    ) throws(AppError) {
        let request = moment.request(number, of: id)
        do throws(AppError) {
            ask(make(request, try post(what, of: id, at: moment)), of: id)
        } catch .message(let error) {
            ask(.refuse(request, error), of: id)
        } catch {
            throw error
        }
    }

    private func keep(_ value: Value, under key: String, of id: InstanceID) throws(AppError) {
        guard !id.isInTranscript else { throw .bubbleWrites }
        try saying(AppError.store) { () throws(GameStore.Refusal) in try store.set(key, value) }
    }

    // MARK: Matches

    private func match(of id: InstanceID, at moment: Moment) throws(AppError) -> MatchID {
        guard let match = currentMatch(of: id, at: moment) else { throw .noMatch }
        return match
    }

    private func begin(_ options: [String: Value], of instance: InstanceID, at moment: Moment) throws(AppError) {
        let id = try saying({ AppError.table(.wire($0)) }) { () throws(WireError) in try MatchID(randomBytes(16)) }
        let begun = try saying(AppError.table) { () throws(SessionError) in
            try table.begin(
                as: token, seats: seats(in: moment.conversation), options: options, chat: moment.place,
                session: newSession(), id: id, key: newKey(), now: now)
        }
        current[moment.place] = begun
        warn(in: moment.place)
        tell("did_begin", of: instance, at: moment)
    }

    /// Returns the number of seats for a match of everyone in the conversation, within the game's
    /// limits.
    private func seats(in conversation: Conversation) -> Int {
        min(
            max(conversation.remoteParticipants.count + 1, script.seats.lowerBound, 2), script.seats.upperBound)
    }

    private func play(_ text: String, _ request: Int?, of id: InstanceID, at moment: Moment) throws(AppError) {
        let match = try match(of: id, at: moment)
        table.records[match]?.match.superseded = nil
        try draft(text, in: match)
        if let request { tell("completion", request: request, of: id, at: moment) }
    }

    private func draft(_ text: String, in match: MatchID) throws(AppError) {
        try saying(AppError.table) { () throws(SessionError) in
            _ = try table.play(text, in: match, token: token, joining: newKey())
        }
    }

    private func sign(_ act: MatchTable.Act, in match: MatchID) throws(AppError) {
        if case .claim(let seat) = act { try checkClaim(against: seat, in: match) }
        try saying(AppError.table) { () throws(SessionError) in
            _ = try table.act(act, in: match, token: token, joining: newKey())
        }
    }

    /// Checks by this device's clock that the seat's time since the last change has passed.
    private func checkClaim(against seat: Int, in match: MatchID) throws(AppError) {
        guard let limit = askHost({ $0.turnLimit }) else { throw .noTurnLimit }
        guard let record = table.records[match] else { return }
        let seats = record.signedLog.log.seats
        guard (1...seats).contains(seat) else {
            throw .table(.request("There is no seat \(seat); seats are 1 to \(seats)."))
        }
        let left = min(max(limit, .zero), GameApp.longestTime) - (now - record.changed)
        guard left <= .zero else { throw .notOverdue(seat: seat, seconds: left.components.seconds + 1) }
    }

    /// Signs the drafted or lost moves again on the current log. If one fails, none is drafted.
    private func restage(_ match: MatchID) throws(AppError) {
        guard let record = table.records[match] else { return }
        table.cancelDraft(of: match)
        if let bet = record.draft?.bet?.bet {
            return try sign(.bet(pool: bet.pool, chips: bet.chips), in: match)
        }
        let moves = record.draft?.moves ?? record.lostMoves
        guard !moves.isEmpty else {
            if record.draft == nil { return }
            throw .outdatedDraft
        }
        table.records[match]?.match.superseded = nil
        for move in moves {
            do throws(AppError) {
                try draft(move, in: match)
            } catch {
                table.cancelDraft(of: match)
                guard case .table(let reason) = error else { throw error }
                throw .outdated(move: move, reason)
            }
        }
    }
}

// Messages from hooks.
extension GameApp {
    func post(_ post: HookPost, of id: InstanceID, at moment: Moment) throws(AppError) -> Post {
        switch post {
        case .draft:
            guard let match = currentMatch(of: id, at: moment), let draft = table.records[match]?.draft else {
                throw .nothingDrafted
            }
            return .message(
                try message(url: draft.url, of: match, from: moment.conversation.localParticipant))
        case .message(let value): return .message(try message(value, id))
        case .text(let text): return .text(text)
        case .sticker(let path, let label):
            return .sticker(
                try saying(AppError.message) { () throws(MessageError) in try stickers.sticker(path, label: label) })
        case .attachment(let path):
            let file = LocalFile(path, in: "assets", of: script.folder.url, atMost: Attachment.byteLimit)
            return .attachment(
                try saying(AppError.message) { () throws(MessageError) in try Attachment(file: file) })
        }
    }

    /// Returns a message that carries a match. Its bubble is a picture, or runs the game if the
    /// script draws for the transcript. Devices without the game show the picture. Both show the
    /// log in the url.
    func message(url: String, of match: MatchID, from own: Participant) throws(AppError) -> Message {
        guard let record = table.records[match] else { throw .noMatch }
        let envelope = try saying({ AppError.table(.wire($0)) }) { () throws(WireError) in
            try table.rules.envelope(from: url)
        }
        let log = envelope.signedLog
        let offer = envelope.bet.map { (bet: $0, bettor: own.placeholder) }
        let asking = envelope.join.map { (seat: $0.seat, person: own.placeholder) }
        let bubble = try saying(AppError.table) { () throws(SessionError) in
            try table.bubble(of: match, at: log, from: envelope.sender, offering: offer, asking: asking) {
                seatName($0, in: record, at: log, placeholder: own)
            }
        }
        return Message(
            id: newMessageID(), url: url, session: record.session,
            layout: script.drawsTranscript ? .live(LiveLayout(bubble.layout)) : .template(bubble.layout),
            summaryText: bubble.summary, accessibilityLabel: bubble.accessibility)
    }

    /// Returns the name of a seat in a message. For a known person it is `$<UUID>`, so every device
    /// shows its own name.
    private func seatName(
        _ seat: Int, in record: MatchRecord, at log: SignedLog, placeholder own: Participant
    ) -> String {
        let roster = log.roster
        if let key = record.who.ownKey, roster.seat(of: key) == seat { return own.placeholder }
        if let participant = record.who.participant(on: seat, of: roster) { return participant.placeholder }
        return roster[seat].map { $0.token.text.isEmpty ? "Seat \(seat)" : $0.token.text } ?? "Seat \(seat)"
    }

    private func message(_ value: Value, _ id: InstanceID) throws(AppError) -> Message {
        let session = value["session"]?.stringValue.flatMap(UUID.init(uuidString:)).map(Session.init)
        var layout: Layout?
        if let made = value["layout"] { layout = try self.layout(made, id) }
        var message = Message(
            id: newMessageID(), session: session, layout: layout, summaryText: value["summary_text"]?.stringValue,
            accessibilityLabel: value["accessibility_label"]?.stringValue,
            shouldExpire: value["should_expire"]?.boolValue ?? false)
        if let silence = message.setURL(value["url"]?.stringValue) {
            calls.append(.silence(EventLog.Silence(silence, instance: id, message: message.id)))
        }
        return message
    }

    private func layout(_ value: Value, _ id: InstanceID) throws(AppError) -> Layout {
        if value["kind"] == "live" {
            guard let alternate = value["alternate"] else { throw .liveLayoutWithoutAlternate }
            return .live(LiveLayout(try template(alternate, id)))
        }
        return .template(try template(value, id))
    }

    private func template(_ value: Value, _ id: InstanceID) throws(AppError) -> TemplateLayout {
        func text(_ key: String) -> String? { value[key]?.stringValue }
        var image: Data?
        if let made = value["image"] { image = try picture(made, title: text("caption") ?? "", id) }
        return TemplateLayout(
            image: image, mediaFileURL: text("media_file_url"), imageTitle: text("image_title"),
            imageSubtitle: text("image_subtitle"), caption: text("caption"), trailingCaption: text("trailing_caption"),
            subcaption: text("subcaption"), trailingSubcaption: text("trailing_subcaption"))
    }

    /// Returns the picture of a message that the script received, or the picture of a scene that it
    /// made.
    private func picture(_ value: Value, title: String, _ id: InstanceID) throws(AppError) -> Data {
        if value["kind"] == "picture" {
            let name = value["name"]?.stringValue ?? ""
            guard let image = instances[id]?.picture(name) else { throw .unknownPicture(name) }
            return image
        }
        let scene = try saying(AppError.scene) { () throws(SceneError) in try Scene(value: value) }
        let context = SceneContext(images: table.images(of: nil))
        return Data(SVGRenderer().document(scene, context: context, title: title).utf8)
    }
}
