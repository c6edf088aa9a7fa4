import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageWire
import Scenes
import Values

// Messages that hooks make.
extension GameApp {
    /// What a hook inserts or sends, as the conversation takes it.
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

    /// A message that carries a match. Its bubble is a picture, or runs the game where the script draws for the transcript; devices
    /// without the game see the picture. Both tell of what the url holds.
    func message(url: String, of match: MatchID, from own: Participant) throws(AppError) -> Message {
        guard let record = table.records[match] else { throw .noMatch }
        let envelope = try saying({ AppError.table(.wire($0)) }) { () throws(WireError) in
            try table.rules.envelope(from: url)
        }
        let log = envelope.signedLog
        let offer = envelope.bet.map { (bet: $0, bettor: own.placeholder) }
        let asking = envelope.join.map { (seat: $0.seat, person: own.placeholder) }
        let bubble = try saying(AppError.table) { () throws(TableError) in
            try table.bubble(of: match, at: log, from: envelope.sender, offering: offer, asking: asking) {
                seatName($0, in: record, at: log, placeholder: own)
            }
        }
        return Message(
            id: newMessageID(), url: url, session: record.session,
            layout: script.drawsTranscript ? .live(LiveLayout(bubble.layout)) : .template(bubble.layout),
            summaryText: bubble.summary, accessibilityLabel: bubble.accessibility)
    }

    /// What to call a seat in a message: `$<UUID>` where the person is known, so that every device shows its own name.
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

    /// A picture of a message that the script was shown, or a scene that it made.
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
