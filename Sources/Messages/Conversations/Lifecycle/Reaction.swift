/// The result of a stimulus.
package struct Reaction: Sendable {
    /// A delivery that leaves the device.
    package struct Outgoing: Sendable {
        /// The place of the delivery in this device's transcript.
        package let item: TranscriptItem.ID
        /// The delivery to transmit. A message in it has its sender and isn't pending.
        package let delivery: Delivery
    }

    /// A stimulus that follows after a delay.
    package struct Later: Sendable {
        /// The stimulus for `Lifecycle.handle`, in the same chat.
        package let stimulus: Stimulus
        /// The time since the stimulus that caused it.
        package let delay: Duration
    }

    /// The callbacks to make and the silent cases to record, in order.
    package internal(set) var entries: [LifecycleLog.Entry] = []
    /// The deliveries that leave the device, in the order of sending.
    package internal(set) var outgoing: [Outgoing] = []
    /// The stimuli that the driver must give to the lifecycle, for the same chat, after their
    /// delay.
    package internal(set) var later: [Later] = []

    package var events: [Event] { entries.compactMap(\.event) }

    /// Adds a callback, with the style and the conversation that the instance has now.
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
                LifecycleLog.Silence(
                    silentCase, instance: instance.id, style: instance.style,
                    selectedMessage: instance.selectedMessage?.id, message: message?.id)))
    }
}

extension Reaction {
    /// Records a request of an instance that has ended. The request can't be answered, because no
    /// code of the instance runs any more.
    mutating func noteGone(_ id: InstanceID, about message: Message? = nil) {
        entries.append(.silent(LifecycleLog.Silence(.instanceGone, instance: id, message: message?.id)))
    }
}

/// An `insert` or `send` of a script.
public struct Request: Hashable, Sendable {
    /// The number that ``Callback/completion(_:_:)`` repeats.
    public let number: Int
    /// The instance that made the request.
    public let instance: InstanceID
    /// Whether the instance was on screen at the request.
    public let isVisible: Bool
    /// Whether the instance was resigning at the request, while its conversation was still set.
    public let isLeaving: Bool

    /// Creates a request made while the instance was on screen, for example after a touch.
    public init(_ number: Int, from instance: InstanceID) {
        self.number = number
        self.instance = instance
        isVisible = true
        isLeaving = false
    }

    /// Creates a request of an instance that was on screen, resigning, or neither.
    package init(_ number: Int, from instance: InstanceID, isVisible: Bool, isLeaving: Bool) {
        self.number = number
        self.instance = instance
        self.isVisible = isVisible
        self.isLeaving = isLeaving
    }

    package init(_ number: Int, during event: Event) {
        self.number = number
        instance = event.instance
        isVisible = event.isVisible
        isLeaving = event.isLeaving && event.isActive
    }
}

/// A call that does nothing by design and isn't reported to the script. The event log records it,
/// so that an author can see why nothing happened.
public enum SilentNoOp: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The scheme of a message's new url isn't allowed, so the message keeps its old url.
    case wrongURLScheme = "wrong url scheme"
    /// A script requested the style `transcript`, which only the host sets.
    case transcriptRequested = ".transcript requested"
    /// A bubble requested to be dismissed.
    case dismissInTranscript = "dismiss in transcript"
    /// A message arrived while the game wasn't open in its conversation. The arrival isn't reported
    /// later, either.
    case arrivalWhileInactive = "arrival while inactive"
    /// The host dropped an insert of an instance that had ended
    /// (``HostProfile/InsertGate/silentDrop``).
    case insertNotPresenting = "insert by a game that isn't presented"
    /// The instance already has the requested style, or can't have that style.
    case styleUnchanged = "style unchanged"
    /// A request came from an instance that has ended.
    case instanceGone = "instance gone"
    /// The hooks of an event exceeded a limit of the event. The rest of the event was dropped.
    case eventLimit = "event ended at its limit"

    /// The text after the `~` in a ``LifecycleLog``.
    public var description: String { rawValue }
}
