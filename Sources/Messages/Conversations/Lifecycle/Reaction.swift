/// What follows from a stimulus.
package struct Reaction: Sendable {
    /// Something that leaves the device.
    package struct Outgoing: Sendable {
        /// Where it stands in this device's transcript.
        package let item: TranscriptItem.ID
        /// What to transmit. A message in it has its sender, and is pending no more.
        package let delivery: Delivery
    }

    /// Something that follows by itself after a while.
    package struct Later: Sendable {
        /// What to hand to `Lifecycle.handle` then, in the same chat.
        package let stimulus: Stimulus
        /// How long after the stimulus that brought it about.
        package let delay: Duration
    }

    /// The callbacks to make and the silent cases to record, in order.
    package internal(set) var entries: [EventLog.Entry] = []
    /// What leaves the device, in the order in which it was sent.
    package internal(set) var outgoing: [Outgoing] = []
    /// What the driver has to hand to the lifecycle of this chat when the time has come.
    package internal(set) var later: [Later] = []

    /// The callbacks alone.
    package var events: [Event] { entries.compactMap(\.event) }

    /// Adds a callback with what the instance can see now.
    mutating func tell(
        _ instance: InstanceState, _ callback: Callback, about message: Message? = nil, isActive: Bool = true,
        isVisible: Bool = true, isLeaving: Bool = false
    ) {
        entries.append(
            .event(
                Event(
                    instance: instance.id, callback: callback, message: message, style: instance.style,
                    context: instance.context, conversation: instance.conversation, isActive: isActive,
                    isVisible: isVisible, isLeaving: isLeaving)))
    }

    mutating func note(_ silentCase: SilentNoOp, by instance: InstanceState, about message: Message? = nil) {
        entries.append(
            .silent(
                EventLog.Silence(
                    silentCase, instance: instance.id, style: instance.style,
                    selectedMessage: instance.selectedMessage?.id, message: message?.id)))
    }
}

extension Reaction {
    /// Records a request of an instance that is gone. It can't be answered: no code of it runs any more.
    mutating func noteGone(_ id: InstanceID, about message: Message? = nil) {
        entries.append(.silent(EventLog.Silence(.instanceGone, instance: id, message: message?.id)))
    }
}

/// An `insert` or `send` of a script.
public struct Request: Hashable, Sendable {
    /// The number under which ``Callback/completion(_:_:)`` answers.
    public let number: Int
    /// The instance that asked, and whose script is answered.
    public let instance: InstanceID
    /// Whether the instance was on screen when it asked.
    public let isVisible: Bool
    /// Whether it was made on the instance's way out, while its conversation was still set.
    public let isLeaving: Bool

    /// A request made while the instance sat on screen, such as in answer to a touch.
    public init(_ number: Int, from instance: InstanceID) {
        self.number = number
        self.instance = instance
        isVisible = true
        isLeaving = false
    }

    /// A request made by an instance that is on screen, or on its way out, or neither.
    package init(_ number: Int, from instance: InstanceID, isVisible: Bool, isLeaving: Bool) {
        self.number = number
        self.instance = instance
        self.isVisible = isVisible
        self.isLeaving = isLeaving
    }

    /// A request made inside a callback.
    package init(_ number: Int, during event: Event) {
        self.number = number
        instance = event.instance
        isVisible = event.isVisible
        isLeaving = event.isLeaving && event.isActive
    }
}

/// Something that does nothing, by design, and tells the script nothing. The event log keeps it, so that an author can
/// see why nothing happened.
public enum SilentNoOp: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// A url of a scheme that messages don't take; the old one stays.
    case wrongURLScheme = "wrong url scheme"
    /// A script asked for the style `transcript`, which only the host gives.
    case transcriptRequested = ".transcript requested"
    /// A bubble asked to be dismissed.
    case dismissInTranscript = "dismiss in transcript"
    /// A message came while the game was not open in its conversation. It is not replayed.
    case arrivalWhileInactive = "arrival while inactive"
    /// An insert of an instance that had left, where the host drops it (``HostProfile/InsertGate/silentDrop``).
    case insertNotPresenting = "insert by a game that isn't presented"
    /// The style asked for is the one there is, or one this instance can't have.
    case styleUnchanged = "style unchanged"
    /// A request of an instance that is gone.
    case instanceGone = "instance gone"
    /// The hooks of an event asked for more than one event may: what was still to come in it was left out.
    case eventLimit = "event ended at its limit"

    /// The words behind the `~` in an ``EventLog``.
    public var description: String { rawValue }
}
