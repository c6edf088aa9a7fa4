import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// A composer of the posts that hooks insert or send: messages, texts, stickers and files.
struct MessageComposer {
    let script: GameScript
    let data: AppData
    let channel: HostChannel
    let instances: AppInstances
    let stickers: StickerPack

    /// Returns the content that a hook inserts or sends.
    func post(_ post: HookPost, of id: InstanceID, at moment: HostContext) throws(AppError) -> Post {
        switch post {
        case .draft:
            guard let match = data.currentMatch(of: id, at: moment), let draft = data.table.records[match]?.draft else {
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

    /// Returns a message that contains a match. The bubble of the message is a picture. If the
    /// script draws for the transcript, the game runs in the bubble instead, and only devices
    /// without the game show the picture. The picture and the game both show the log of the url.
    func message(url: String, of match: MatchID, from own: Participant) throws(AppError) -> Message {
        guard let record = data.table.records[match] else { throw .noMatch }
        let envelope = try saying({ AppError.table(.wire($0)) }) { () throws(WireError) in
            try data.table.rules.envelope(from: url)
        }
        let log = envelope.signedLog
        let offer = envelope.bet.map { (bet: $0, bettor: own.placeholder) }
        let asking = envelope.join.map { (seat: $0.seat, person: own.placeholder) }
        let bubble = try saying(AppError.table) { () throws(SessionError) in
            try data.table.bubble(of: match, at: log, from: envelope.sender, offering: offer, asking: asking) {
                seatName($0, in: record, at: log, placeholder: own)
            }
        }
        return Message(
            id: channel.newMessageID(), url: url, session: record.session,
            layout: script.drawsTranscript ? .live(LiveLayout(bubble.layout)) : .template(bubble.layout),
            summaryText: bubble.summary, accessibilityLabel: bubble.accessibility)
    }

    /// Returns the name of a seat in a message. For a known person the name is `$<UUID>`, which
    /// each device replaces by its own name for the person.
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
            id: channel.newMessageID(), session: session, layout: layout,
            summaryText: value["summary_text"]?.stringValue,
            accessibilityLabel: value["accessibility_label"]?.stringValue,
            shouldExpire: value["should_expire"]?.boolValue ?? false)
        if let silence = message.setURL(value["url"]?.stringValue) {
            channel.append(.silence(LifecycleLog.Silence(silence, instance: id, message: message.id)))
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

    /// Returns the picture of a message that the script received, or of a scene that the script
    /// made.
    private func picture(_ value: Value, title: String, _ id: InstanceID) throws(AppError) -> Data {
        if value["kind"] == "picture" {
            let name = value["name"]?.stringValue ?? ""
            guard let image = instances[id]?.picture(name) else { throw .unknownPicture(name) }
            return image
        }
        let scene = try saying(AppError.scene) { () throws(SceneError) in try Scene(value: value) }
        let context = SceneContext(images: data.table.images(of: nil))
        return Data(SVGRenderer().document(scene, context: context, title: title).utf8)
    }
}
