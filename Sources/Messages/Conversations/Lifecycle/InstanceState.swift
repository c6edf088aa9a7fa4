/// What the host knows of a running instance, between two stimuli: it is active and its view is on screen.
package struct InstanceState: Sendable, Identifiable {
    /// The name under which it is told of things and asks for them.
    package let id: InstanceID
    /// The chat in which it was opened. It never moves to another one.
    package let chat: Chat.ID
    /// The bubble it runs in; nil for the main instance and the draft's.
    package let item: TranscriptItem.ID?
    /// Where it was opened; ``PresentationContext/messages`` for every one but a main instance.
    package let context: PresentationContext
    /// How it is shown now; an instance in a bubble keeps ``PresentationStyle/transcript``.
    package internal(set) var style: PresentationStyle
    /// The conversation object of this activation; a later one gets a new object.
    package internal(set) var conversation: Conversation
    /// Whether there is a touch to pay for its next `send`.
    package internal(set) var touch = TouchBudget()
    /// Inserts of expanded style that wait for the collapse, by number.
    package internal(set) var waitingCompletions: [Int] = []

    /// Messages of ours whose echo came, and which start to be sent soon.
    package internal(set) var starting: [Message] = []

    /// The message that it has selected, or that its bubble shows; nil from the drawer.
    package var selectedMessage: Message? { conversation.selectedMessage }
}
