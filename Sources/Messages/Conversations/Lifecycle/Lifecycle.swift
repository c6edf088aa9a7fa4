/// The life of one game on one device: which of its instances run, and what each is told, in which order.
///
/// This is a pure state machine. A driver gives it what happens, carries out the callbacks of the reaction in their
/// order, and gives it the requests scripts made meanwhile, one by one, after the callback has returned. Whatever the
/// order of stimuli, there is at most one main instance, every instance becomes active once and resigns at most once,
/// and nothing is told to one that isn't there.
///
/// ```swift
/// var life = Lifecycle(game: "chess")
/// let reaction = try life.handle(.openFromDrawer(), in: &chat)
/// for event in reaction.events { run(event) }    // load, will_become_active, did_become_active, …
/// ```
///
/// A callback that a reaction lists for an instance killed while the list is carried out is dropped by the driver, which
/// then reports ``Stimulus/kill(_:)``.
package struct Lifecycle: Sendable {
    /// The id of the game, as in ``Chat/conversations``.
    package let game: String
    /// How the host behaves where the sources disagree. It doesn't change while the game lives.
    package let profile: HostProfile
    /// The instance in compact or expanded style.
    package internal(set) var main: InstanceState?
    /// The instances inside bubbles, the staged live draft's among them.
    package internal(set) var bubbles: [InstanceState] = []
    /// The phone as its person set it up: what views look like, and what live bubbles are asked their size for.
    package internal(set) var surroundings: Surroundings
    var lastNumber = 0
    /// The instances that resigned last, as they were: what they asked for on their way out is still to be carried out.
    var departed: [InstanceState] = []

    /// A game of which nothing runs yet; its instances are numbered from 1.
    package init(game: String, profile: HostProfile = .modern, surroundings: Surroundings = Surroundings()) {
        self.game = game
        self.profile = profile
        self.surroundings = surroundings
    }

    /// Carries out one stimulus.
    ///
    /// - Parameter chat: The chat in which it happens. Its transcript and draft field change with the lifecycle.
    /// - Returns: The callbacks to make, the silent cases to record, and what leaves the device.
    /// - Throws: ``StimulusError`` if this can't happen now, such as a tap on a bubble that isn't there. Neither the
    ///   lifecycle nor the chat has changed.
    package mutating func handle(_ stimulus: Stimulus, in chat: inout Chat) throws(StimulusError) -> Reaction {
        guard let conversation = chat.conversations[game]?.selecting(nil) else {
            throw .notInChat(game: game, chat.id)
        }
        var reaction = Reaction()
        switch stimulus {
        case .openFromDrawer(let context): open(in: chat, conversation, context: context, &reaction)
        case .tapBubble(let item): try tap(item, in: chat, conversation, &reaction)
        case .expand: try userTransition(to: .expanded, in: chat, &reaction)
        case .collapse: try userTransition(to: .compact, in: chat, &reaction)
        case .touch(let id): try touch(id, in: chat)
        case .userSend: try sendDraft(in: &chat, conversation, &reaction)
        case .userDeleteDraft: try deleteDraft(in: &chat, conversation, &reaction)
        case .close:
            guard main?.chat == chat.id else { throw .notOpen }
            closeMain(&reaction)
        case .leaveChat: leave(chat, &reaction)
        case .requestStyle(let id, let style): try requestStyle(style, by: id, in: chat, conversation, &reaction)
        case .insert(let request, let post): try insert(post, request, in: &chat, conversation, &reaction)
        case .send(let request, let post): try send(post, request, in: &chat, conversation, &reaction)
        case .dismiss(let id): try dismiss(id, in: chat, &reaction)
        case .refuse(let request, let error): try refuse(request, error, in: chat, &reaction)
        case .arrival(let delivery, let sender): try receive(delivery, from: sender, in: &chat, &reaction)
        case .failure(let item, let error): try fail(item, error, in: &chat)
        case .startedSending(let message): tellStarted(message, in: chat, &reaction)
        case .expiry(let item): try expire(item, in: &chat, &reaction)
        case .memoryWarning: warnOfMemory(&reaction)
        case .bubbleAppears(let item): try showBubble(item, in: chat, conversation, &reaction)
        case .bubbleDisappears(let item): closeBubble(item, in: chat, &reaction)
        case .draftAppears: try showDraft(in: chat, conversation, &reaction)
        case .surroundings(let new): surround(with: new, &reaction)
        case .kill(let id): try kill(id, in: chat)
        }
        return reaction
    }

    /// Everything that runs.
    package var running: [InstanceState] { bubbles + [main].compactMap(\.self) }

    /// A running instance by its name.
    package func instance(_ id: InstanceID) -> InstanceState? {
        main?.id == id ? main : bubbles.first { $0.id == id }
    }

    /// The instance that asks for something, or nil if it is gone by now.
    func requester(_ id: InstanceID, in chat: Chat) throws(StimulusError) -> InstanceState? {
        guard id.game == game else { throw .otherGame(expected: game, found: id.game) }
        guard id.number >= 1, id.number <= lastNumber else { throw .noInstance(id) }
        guard let found = instance(id) else { return nil }
        guard found.chat == chat.id else { throw .otherChat(expected: found.chat, found: chat.id) }
        return found
    }

    mutating func update(_ id: InstanceID, _ change: (inout InstanceState) -> Void) {
        if main?.id == id, var changed = main {
            change(&changed)
            main = changed
        } else if let index = bubbles.firstIndex(where: { $0.id == id }) {
            change(&bubbles[index])
        }
    }

    /// An instance resigned. Only the last few can still have asked for something.
    mutating func note(departed instance: InstanceState) {
        departed = departed.suffix(15) + [instance]
    }

    mutating func newID(_ kind: InstanceID.Kind) -> InstanceID {
        lastNumber += 1
        return InstanceID(game: game, kind: kind, number: lastNumber)
    }

    /// A bubble's message as scripts on this device see it.
    func exposed(_ message: Message, isReceived: Bool) -> Message {
        isReceived && profile.sanitisesReceived ? message.sanitised() : message
    }
}
