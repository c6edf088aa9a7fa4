import Conversations
import Foundation
import GameRules
import MessageWire
import Scenes
import Values

// Messages that hooks make, and messages on their way.
extension Device {
    /// What a hook inserts or sends, as the conversation takes it.
    func post(_ post: HookPost, of id: InstanceID, in chat: Chat.ID, _ conversation: Conversation) throws -> Post {
        switch post {
        case .draft:
            guard let match = currentMatch(of: id, in: chat, conversation),
                let draft = games[id.game]?.table.records[match]?.draft
            else { throw DeviceError.request("There is nothing drafted: play a move first.") }
            return .message(try message(url: draft.url, of: match, id.game, conversation))
        case .message(let value): return .message(try message(value, id))
        case .text(let text): return .text(text)
        case .sticker(let path, let label):
            guard let pack = games[id.game]?.stickers else { throw DeviceError.unknownGame(id.game) }
            return .sticker(try pack.sticker(path, label: label))
        case .attachment(let path):
            let folder = games[id.game]?.script.folder.url?.appendingPathComponent("assets")
            return .attachment(try Attachment(file: LocalFile(path, in: folder)))
        }
    }

    /// A message that carries a match as it is shown. Its bubble is a picture, or runs the game where the script draws for
    /// the transcript; devices without the game see the picture.
    func message(
        url: String, of match: MatchID, _ game: String, _ conversation: Conversation
    ) throws -> Message {
        guard let table = games[game]?.table, let record = table.records[match] else {
            throw DeviceError.unknownGame(game)
        }
        let envelope = try? carrier.envelope(from: url)
        let own = conversation.localParticipant.placeholder
        let offer = envelope?.bet.map { (bet: $0, bettor: own) }
        let asking = envelope?.join.map { (seat: $0.seat, person: own) }
        let bubble = try table.bubble(of: match, offering: offer, asking: asking) { seat in
            seatName(seat, in: record, placeholder: conversation.localParticipant)
        }
        let isLive = games[game]?.script.drawsTranscript == true
        return Message(
            id: newMessageID(), url: url, session: record.session,
            layout: isLive ? .live(LiveLayout(bubble.layout)) : .template(bubble.layout),
            summaryText: bubble.summary, accessibilityLabel: bubble.accessibility)
    }

    /// What to call a seat in a message: `$<UUID>` where the person is known, so that every device shows its own name.
    private func seatName(_ seat: Int, in record: MatchRecord, placeholder own: Participant) -> String {
        let roster = record.shown.roster
        if let key = record.who.ownKey, roster.seat(of: key) == seat { return own.placeholder }
        if let participant = record.who.participant(on: seat, of: roster) { return participant.placeholder }
        return roster[seat].map { $0.token.text.isEmpty ? "Seat \(seat)" : $0.token.text } ?? "Seat \(seat)"
    }

    private func message(_ value: Value, _ id: InstanceID) throws -> Message {
        let session = value["session"]?.stringValue.flatMap(UUID.init(uuidString:)).map(Session.init)
        var message = Message(
            id: newMessageID(), session: session, layout: try value["layout"].map { try layout($0, id) },
            summaryText: value["summary_text"]?.stringValue,
            accessibilityLabel: value["accessibility_label"]?.stringValue,
            shouldExpire: value["should_expire"]?.boolValue ?? false)
        if let silence = message.setURL(value["url"]?.stringValue) {
            log.append(.silent(EventLog.Silence(silence, instance: id, message: message.id)))
        }
        return message
    }

    private func layout(_ value: Value, _ id: InstanceID) throws -> Layout {
        if value["kind"] == "live" {
            guard let alternate = value["alternate"] else {
                throw DeviceError.request("A live layout needs an alternate: devices without the game show it.")
            }
            return .live(LiveLayout(try template(alternate, id)))
        }
        return .template(try template(value, id))
    }

    private func template(_ value: Value, _ id: InstanceID) throws -> TemplateLayout {
        var image: Data?
        if value["image"]?["kind"] == "picture" {
            // of a message that the script was shown
            let name = value["image"]?["name"]?.stringValue ?? ""
            image = games[id.game]?.instances[id]?.picture(name)
            guard image != nil else {
                throw DeviceError.request(
                    "There is no picture \(name) any more: pass on the layout of a message at hand.")
            }
        } else if let tree = value["image"] {
            let scene = try Scene(value: tree)
            image = Data(SVGRenderer().document(scene, title: value["caption"]?.stringValue ?? "").utf8)
        }
        func text(_ key: String) -> String? { value[key]?.stringValue }
        return TemplateLayout(
            image: image, mediaFileURL: text("media_file_url"), imageTitle: text("image_title"),
            imageSubtitle: text("image_subtitle"), caption: text("caption"), trailingCaption: text("trailing_caption"),
            subcaption: text("subcaption"), trailingSubcaption: text("trailing_subcaption"))
    }

    func newMessageID() -> MessageID {
        lastNumber &+= 1
        return MessageID("\(person)-\(lastNumber)")
    }

    // MARK: On the way

    /// A delivery as it travels: this game's ids of people become those that every device knows.
    func departing(_ delivery: Delivery) -> Delivery {
        guard let game = delivery.game else { return delivery }
        return rename(delivery) { (participant($0, in: game), PersonIDs.onTheWay($0)) }
    }

    /// A delivery as a game on this device sees it.
    func arriving(_ delivery: Delivery, for game: String?) -> Delivery {
        guard let game, games[game] != nil else { return delivery }
        return rename(delivery) { (PersonIDs.onTheWay($0), participant($0, in: game)) }
    }

    private func rename(_ delivery: Delivery, _ ids: (String) -> (from: Participant, to: Participant)) -> Delivery {
        guard case .message(let message) = delivery.post else { return delivery }
        var names: [Participant: String] = [:]
        for name in Set(people.values.joined()) { names[ids(name).from] = ids(name).to.placeholder }
        let renamed = ParticipantNames(names).substituted(in: message)
        return Delivery(.message(renamed), game: delivery.game, isLinked: delivery.isLinked)
    }

    /// The people of a chat by the ids under which its texts name them: those of the game, and of all others that have
    /// left bubbles, on this device or not.
    public func names(of game: String?) -> ParticipantNames {
        var names: [Participant: String] = [:]
        let known = chats.values.reduce(into: Set(game.map { [$0] } ?? [])) { $0.formUnion($1.conversations.keys) }
        for name in Set(people.values.joined()) {
            names[PersonIDs.onTheWay(name)] = name
            for game in known { names[participant(name, in: game)] = name }
        }
        return ParticipantNames(names)
    }
}
