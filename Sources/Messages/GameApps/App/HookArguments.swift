import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// The arguments of hooks: the conversation, the message and the match at the moment of a call, as
/// values for a script.
struct HookArguments {
    let data: AppData
    let channel: HostChannel

    /// Returns the argument of `host.app`; see `sdk/host/app.lua`.
    func fields(
        of hook: String, for instance: AppInstance, at moment: HostContext, _ callback: Callback?, _ argument: Value?,
        request: Int?
    ) throws(AppError) -> [ValueKey: Value] {
        var fields: [ValueKey: Value] = [
            "hook": .string(hook), "style": .string(moment.style.rawValue),
            "context": .string(moment.context.rawValue), "active": .bool(moment.isActive),
            "appearance": Self.value(of: moment.appearance),
            "conversation": value(of: moment.conversation, for: instance),
            "match": try matchValue(for: instance, at: moment), "store": data.store.value,
            "sessions": .array((0..<4).map { _ in .string(channel.newSession().uuid.uuidString) }),
        ]
        if callback != nil, let message = moment.message { fields["message"] = value(of: message, for: instance) }
        if let argument = argument ?? callback.flatMap(Self.argument) { fields["argument"] = argument }
        if case .completion(let number, let error) = callback {
            fields["request"] = .int(Int64(number))
            if let error { fields["error"] = Self.value(of: error) }
        }
        if let request { fields["request"] = .int(Int64(request)) }
        return fields
    }

    private func value(of conversation: Conversation, for instance: AppInstance) -> Value {
        var fields: [ValueKey: Value] = [
            "local_participant": .string(conversation.localParticipant.uuid.uuidString),
            "remote_participants": .array(conversation.remoteParticipants.map { .string($0.uuid.uuidString) }),
        ]
        if let message = conversation.selectedMessage {
            fields["selected_message"] = value(of: message, for: instance)
        }
        return .map(fields)
    }

    /// The most bytes of a text that hooks receive, more than any valid url or caption has. The
    /// limit exists because strangers can make messages, and every byte is copied into Lua.
    private static let mostBytes = 16 << 10

    /// Returns an instance's view of a message. Instead of a picture, the layout has the name of
    /// the picture, which the instance can use in a message of its own. A url that is longer than
    /// the limit is cut. The cut url is still too long for a message.
    private func value(of message: Message, for instance: AppInstance) -> Value {
        var fields: [ValueKey: Value] = [
            "kind": "message", "is_pending": .bool(message.isPending), "should_expire": .bool(message.shouldExpire),
        ]
        if let url = message.url { fields["url"] = Self.shown(url) }
        if let session = message.session { fields["session"] = .string(session.uuid.uuidString) }
        if let sender = message.senderParticipant { fields["sender_participant"] = .string(sender.uuid.uuidString) }
        if let layout = message.layout { fields["layout"] = Self.value(of: layout, for: instance) }
        if let text = message.summaryText { fields["summary_text"] = Self.shown(text) }
        if let text = message.accessibilityLabel { fields["accessibility_label"] = Self.shown(text) }
        if let error = message.error { fields["error"] = Self.value(of: error) }
        return .map(fields)
    }

    private static func value(of layout: Layout, for instance: AppInstance) -> Value {
        let template = layout.template
        var fields: [ValueKey: Value] = ["kind": "template"]
        if let image = template.image {
            fields["image"] = [
                "kind": "picture", "name": .string(instance.name(ofPicture: image)), "bytes": .int(Int64(image.count)),
            ]
        }
        for (key, text) in [
            ("media_file_url", template.mediaFileURL), ("image_title", template.imageTitle),
            ("image_subtitle", template.imageSubtitle), ("caption", template.caption),
            ("trailing_caption", template.trailingCaption), ("subcaption", template.subcaption),
            ("trailing_subcaption", template.trailingSubcaption),
        ] {
            if let text { fields[.string(key)] = shown(text) }
        }
        return layout.isLive ? ["kind": "live", "alternate": .map(fields)] : .map(fields)
    }

    private static func shown(_ text: String) -> Value { .string(text.prefix(bytes: mostBytes)) }

    private static func value(of error: MessageError) -> Value {
        ["code": .int(Int64(error.code.rawValue)), "message": .string("\(error)")]
    }

    static func value(of appearance: Appearance) -> Value {
        let covered = appearance.safeArea
        return [
            "width": .int(Int64(appearance.width)), "height": .int(Int64(appearance.height)),
            "safe_area": [
                "top": .int(Int64(covered.top)), "left": .int(Int64(covered.left)),
                "bottom": .int(Int64(covered.bottom)), "right": .int(Int64(covered.right)),
            ],
            "text_scale": .double(appearance.textScale), "locale": .string(appearance.locale),
            "dark": .bool(appearance.isDark),
        ]
    }

    /// Returns the argument that a hook receives after app, conversation and message.
    private static func argument(of callback: Callback) -> Value? {
        switch callback {
        case .willTransition(let style), .didTransition(let style): .string(style.rawValue)
        case .contentSizeThatFits(let surroundings):
            [
                "width": .int(Int64(surroundings.maximumWidth)), "height": .int(Int64(surroundings.maximumWidth)),
                "text_scale": .double(surroundings.textScale), "locale": .string(surroundings.locale),
            ]
        default: nil
        }
    }

    /// Returns the value of `app.match`. Only a script with hooks of its own gets the view and the
    /// legal moves.
    private func matchValue(for instance: AppInstance, at moment: HostContext) throws(AppError) -> Value {
        let table = data.table
        guard let match = data.currentMatch(of: instance.id, at: moment), let record = table.records[match] else {
            return .map([:])
        }
        var fields: [ValueKey: Value] = ["id": .string("\(match)"), "draft_is_stale": .bool(record.draftIsStale)]
        if let seat = record.seat { fields["seat"] = .int(Int64(seat)) }
        if let draft = record.draft { fields["draft"] = .string(draft.text) }
        if let superseded = record.superseded { fields["superseded"] = .string(superseded) }
        if let dispute = record.dispute?.dispute {
            fields["disputed_by"] = .array(dispute.seats.map { .int(Int64($0)) })
        }
        try saying(AppError.table) { () throws(SessionError) in
            let status = try table.status(of: match)
            fields["turn"] = .array(status.turn.map { .int(Int64($0)) })
            fields["ply"] = .int(Int64(status.ply))
            if let outcome = status.outcome { fields["outcome"] = outcome.value }
            if let award = try table.claims(in: match).award { fields["award"] = award.value }
            let isToMove =
                record.draft != nil && !record.draftIsStale
                ? record.match.reader(using: table.rules).goesOnBehindDraft()
                : record.match.reader(using: table.rules).seatToMove().map(status.turn.contains) ?? false
            let onlyAnswers = table.hasOnlyToAnswer(in: match)
            fields["to_move"] = .bool(isToMove && !onlyAnswers)
            fields["only_answers"] = .bool(onlyAnswers)
            fields["may_join"] = .bool(record.match.reader(using: table.rules).mayJoin())
        }
        if try saying(AppError.game, { () throws(GameError) in try instance.isHooked() }) {
            try saying(AppError.table) { () throws(SessionError) in
                fields["view"] = try table.reader(of: match).view(for: record.seat)
                fields["moves"] = .array(try table.legalMoves(in: match).map { .string($0.text) })
            }
        }
        return .map(fields)
    }
}
