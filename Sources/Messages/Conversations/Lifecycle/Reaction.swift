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

    mutating func note(_ silentCase: SilentCase, by instance: InstanceState, about message: Message? = nil) {
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
