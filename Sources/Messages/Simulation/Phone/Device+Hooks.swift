import Conversations
import GameApps
import MatchSessions
import MessageProtocol

// A phone as the host of its games' apps: what can be seen at each moment, and what becomes of requests.
extension Device: AppHost {
    /// A request is carried out by the lifecycle when its turn comes: in the midst of an event, with what else waits there.
    public func carryOut(_ request: HostRequest, of instance: InstanceID) {
        guard budget == nil else { return asked.append(Self.stimulus(request, instance)) }
        guard let chat = games[instance.game]?.lifecycle.instance(instance)?.chat else { return }
        try? event(of: instance.game, in: chat) { () throws(DeviceError) in
            drain([Self.stimulus(request, instance)], of: instance.game, in: chat)
        }
    }

    /// Hears what a game has to say, and returns what its hooks have asked for since the last time.
    func hear(_ game: String) -> [Stimulus] {
        games[game]?.app.tellHost()
        defer { asked = [] }
        return asked
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

    /// Puts it behind the other ``notices``.
    public func show(_ notice: Notice) { notices.append(notice) }

    /// Puts it behind the other ``printouts``.
    public func show(_ printout: Printout) { printouts.append(printout) }

    /// Puts it into the ``log``.
    public func note(_ silence: EventLog.Silence) { log.append(.silent(silence)) }

    /// Notes the call.
    public func willCall(_ hook: String, of instance: InstanceID, at moment: Moment, about: String?) {
        hostHooks.append(
            HostHook(
                position: log.entries.count, instance: instance, style: moment.style,
                selectedMessage: moment.conversation.selectedMessage?.id, name: hook, about: about))
    }

    /// The person's name, whichever game the id is of; nil for an id that is nobody's here.
    public func name(of participant: Participant) -> String? { names(of: nil)[participant] }

    /// Has another game on this device a record of the match?
    public func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool {
        games.contains { $0.key != game && $0.value.table.records[match] != nil }
    }

    /// `Ann-3`: the person and a running number, which goes on after a restore.
    public func newMessageID() -> MessageID {
        lastMessage &+= 1
        return MessageID("\(person)-\(lastMessage)")
    }

    /// Bytes of the device's own generator: a seeded one gives the same ones again.
    public func randomBytes(_ count: Int) -> [UInt8] {
        generator.bytes(count)
    }
}

// What can be seen.
extension Device {
    /// In a callback.
    func moment(of event: Event, in chat: Chat.ID) -> Moment {
        Moment(
            event.conversation, in: chat, style: event.style, context: event.context, about: event.message,
            appearance: appearance(of: event.instance, in: event.style), isActive: event.isActive,
            isVisible: event.isVisible, isLeaving: event.isLeaving)
    }

    /// Between callbacks: the instance is active, and its view on screen.
    func moment(of instance: InstanceState) -> Moment {
        Moment(
            instance.conversation, in: instance.chat, style: instance.style, context: instance.context,
            appearance: appearance(of: instance.id, in: instance.style))
    }

    private func appearance(of id: InstanceID, in style: PresentationStyle) -> Appearance? {
        games[id.game]?.lifecycle.surroundings.appearance(in: style, bubble: games[id.game]?.bubbleSizes[id])
    }
}

/// A hook that no lifecycle has: the host told a script of a touch, of a match, or of what it read.
package struct HostHook: Hashable, Sendable {
    /// How many entries the event log had when it was called.
    package let position: Int
    /// In which instance it was called.
    package let instance: InstanceID
    /// How that was shown then.
    package let style: PresentationStyle
    /// The message that was selected then; nil for none.
    package let selectedMessage: MessageID?
    /// `did_touch`, `did_begin`, `did_read`, or `completion` for a move that was drafted.
    package let name: String
    /// What it is about: the move, the verdict's code.
    package let about: String?
}

extension HostHook: CustomStringConvertible {
    /// As a line of the `EventLog`: `main1 compact - did_touch(b2) -`.
    package var description: String {
        let selected = selectedMessage.map { "\($0)" } ?? "-"
        return "\(instance) \(style) \(selected) \(name)\(about.map { "(\($0))" } ?? "") -"
    }
}

extension Device {
    /// Everything that instances of a game were told, line by line: the event log with the hooks of the host in their
    /// places.
    package func wholeLog(of game: String) -> [String] {
        var lines: [String] = []
        var hooks = hostHooks[...]
        func tell(until position: Int) {
            while let hook = hooks.first, hook.position <= position {
                if hook.instance.game == game { lines.append("\(hook)") }
                hooks.removeFirst()
            }
        }
        for (position, entry) in log.entries.enumerated() {
            tell(until: position)
            if entry.game == nil || entry.game == game { lines.append("\(entry)") }
        }
        tell(until: log.entries.count)
        return lines
    }
}

// Stickers of games: what a person puts on a conversation without the game's doing.
extension Device {
    /// The stickers of a game, by name. No picture is read for it.
    public func stickers(of game: String) -> [StickerPack.Entry] { games[game]?.app.stickers.entries ?? [] }

    /// A game's sticker, to be drawn. Its bytes stay loaded while the game is open.
    ///
    /// - Throws: ``DeviceError/message(_:)`` for a file that is no sticker.
    public func sticker(
        _ name: String, of game: String, size: Sticker.Size = .regular
    ) throws(DeviceError) -> Sticker {
        guard let pack = games[game]?.app.stickers else { throw .unknownGame(game) }
        defer { releaseStickers(of: game) }
        do {
            return try pack.sticker(name, size: size)
        } catch {
            throw .message(error)
        }
    }

    /// The person puts a sticker of a game into the draft field. No script hears of it; Send sends it.
    ///
    /// - Throws: ``DeviceError`` if there is no such game, chat or sticker. The draft field is as it was then.
    public func insertSticker(
        _ name: String, of game: String, in chat: Chat.ID, size: Sticker.Size = .regular
    ) throws(DeviceError) {
        guard games[game] != nil else { throw .unknownGame(game) }
        guard var known = chats[chat] else { throw .unknownChat(chat) }
        let sticker = try sticker(name, of: game, size: size)
        do {
            try known.draft.insert(
                .sticker(sticker), game: game, sender: participant(person, in: game), profile: profile)
        } catch {
            throw .message(error)
        }
        chats[chat] = known
    }

    /// How many bytes of a game's files are loaded.
    package func assetsLoaded(by game: String) -> Int { games[game]?.app.stickers.loadedBytes ?? 0 }

    /// The game isn't open: nothing of its files stays loaded.
    func releaseStickers(of game: String) {
        if games[game]?.lifecycle.main == nil { games[game]?.app.stickers.release() }
    }
}
