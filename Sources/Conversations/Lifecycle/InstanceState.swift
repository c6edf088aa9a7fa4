/// What the host knows of a running instance, between two stimuli: it is active and its view is on screen.
public struct InstanceState: Sendable, Identifiable {
    public let id: InstanceID
    public let chat: Chat.ID
    /// The bubble it runs in; nil for the main instance and the draft's.
    public let item: TranscriptItem.ID?
    public let context: PresentationContext
    public internal(set) var style: PresentationStyle
    /// The conversation object of this activation; a later one gets a new object.
    public internal(set) var conversation: Conversation
    public internal(set) var touch = TouchBudget()
    /// Inserts of expanded style that wait for the collapse, by number.
    public internal(set) var waitingCompletions: [Int] = []

    /// Messages of ours whose echo came, and which start to be sent soon.
    public internal(set) var starting: [Message] = []

    public var selectedMessage: Message? { conversation.selectedMessage }
}
