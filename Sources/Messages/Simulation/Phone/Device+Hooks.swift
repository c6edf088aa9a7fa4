import Conversations
import MatchSessions
import MessageHost
import MessageWire

// A phone as the host of its games' apps: what can be seen at each moment, and what becomes of requests.
extension Device: GameHost {
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
