import Conversations
import GameApps
import MatchSessions
import MessageProtocol

// The phone as the app host of its games: the context of each call, and the handling of requests.
extension Device: AppHost {
    /// Passes a request to the lifecycle. During an event it joins the waiting requests.
    public func carryOut(_ request: HostRequest, of instance: InstanceID) {
        guard budget == nil else { return asked.append(Self.stimulus(request, instance)) }
        guard let chat = games[instance.game]?.lifecycle.instance(instance)?.chat else { return }
        try? event(of: instance.game, in: chat) { () throws(DeviceError) in
            drain([Self.stimulus(request, instance)], of: instance.game, in: chat)
        }
    }

    /// Receives the reports of a game, and returns the requests of its hooks since the last call.
    func hear(_ game: String) -> [Stimulus] {
        games[game]?.app.channel.tellHost()
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

    /// Adds the notice to ``notices``.
    public func show(_ notice: Notice) { notices.append(notice) }

    /// Adds the printout to ``printouts``.
    public func show(_ printout: Printout) { printouts.append(printout) }

    /// Adds the silent case to the ``log``.
    public func note(_ silence: EventLog.Silence) { log.append(.silent(silence)) }

    /// Records the call.
    public func willCall(_ hook: String, of instance: InstanceID, at moment: Moment, about: String?) {
        hostHooks.append(
            HostHook(
                position: log.entries.count, instance: instance, style: moment.style,
                selectedMessage: moment.conversation.selectedMessage?.id, name: hook, about: about))
    }

    /// Returns the person's name for an id of any game, or nil for an unknown id.
    public func name(of participant: Participant) -> String? { names(of: nil)[participant] }

    /// Returns whether another game on this device has a record of the match.
    public func isMatch(_ match: MatchID, ofAnotherGameThan game: String) -> Bool {
        games.contains { $0.key != game && $0.value.table.records[match] != nil }
    }

    /// Returns an id such as `Ann-3`: the person and a number. The count continues after a restore.
    public func newMessageID() -> MessageID {
        lastMessage &+= 1
        return MessageID("\(person)-\(lastMessage)")
    }

    /// Returns bytes of the device's generator. A seeded generator repeats them.
    public func randomBytes(_ count: Int) -> [UInt8] {
        generator.bytes(count)
    }
}

// The context of calls.
extension Device {
    func moment(of event: Event, in chat: Chat.ID) -> Moment {
        Moment(
            event.conversation, in: chat, style: event.style, context: event.context, about: event.message,
            appearance: appearance(of: event.instance, in: event.style), isActive: event.isActive,
            isVisible: event.isVisible, isLeaving: event.isLeaving)
    }

    /// Returns the context between callbacks: the instance is active, and its view is on screen.
    func moment(of instance: InstanceState) -> Moment {
        Moment(
            instance.conversation, in: instance.chat, style: instance.style, context: instance.context,
            appearance: appearance(of: instance.id, in: instance.style))
    }

    private func appearance(of id: InstanceID, in style: PresentationStyle) -> Appearance? {
        games[id.game]?.lifecycle.surroundings.appearance(in: style, bubble: games[id.game]?.bubbleSizes[id])
    }
}

/// A hook outside the lifecycle: the host called a script about a touch, a match, or a message that
/// was read.
package struct HostHook: Hashable, Sendable {
    /// The number of entries in the event log at the call.
    package let position: Int
    package let instance: InstanceID
    package let style: PresentationStyle
    /// The selected message at the call, or nil.
    package let selectedMessage: MessageID?
    /// `did_touch`, `did_begin`, `did_read`, or `completion` for a drafted move.
    package let name: String
    /// The subject of the call: the move, or the verdict's code.
    package let about: String?
}

extension HostHook: CustomStringConvertible {
    /// The hook as a line of the `EventLog`: `main1 compact - did_touch(b2) -`.
    package var description: String {
        let selected = selectedMessage.map { "\($0)" } ?? "-"
        return "\(instance) \(style) \(selected) \(name)\(about.map { "(\($0))" } ?? "") -"
    }
}

extension Device {
    /// Returns all calls to a game's instances, line by line: the event log with the hooks of the
    /// host in between.
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

// Stickers of games. A person puts them on a conversation without the game.
extension Device {
    /// Returns the stickers of a game, by name. No picture is read.
    public func stickers(of game: String) -> [StickerPack.Entry] { games[game]?.app.stickers.entries ?? [] }

    /// Returns a game's sticker for drawing. Its bytes stay cached while the game is open.
    ///
    /// - Throws: ``DeviceError/message(_:)`` for a file that isn't a sticker.
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

    /// Puts a sticker of a game into the draft field for the person. Scripts don't learn of it;
    /// Send sends it.
    ///
    /// - Throws: ``DeviceError`` if the game, chat or sticker doesn't exist. The draft field is
    ///   then unchanged.
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

    /// Returns the bytes of a game's cached files.
    package func assetsLoaded(by game: String) -> Int { games[game]?.app.stickers.loadedBytes ?? 0 }

    /// Empties the game's sticker cache if the game isn't open.
    func releaseStickers(of game: String) {
        if games[game]?.lifecycle.main == nil { games[game]?.app.stickers.release() }
    }
}
