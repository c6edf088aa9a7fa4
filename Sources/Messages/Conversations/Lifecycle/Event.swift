/// One callback of one instance, with everything the script can see of the conversation at that moment.
public struct Event: Sendable {
    /// The instance that is told.
    public let instance: InstanceID
    /// What it is told; its `name` is that of the hook.
    public let callback: Callback
    /// The message the callback is about.
    public let message: Message?
    /// The style at that moment: the old one inside `will_transition`.
    public let style: PresentationStyle
    /// Where the instance was opened; ``PresentationContext/messages`` for every one but a main instance.
    public let context: PresentationContext
    /// The conversation that handlers get as their argument, with the selection of that moment.
    public let conversation: Conversation
    /// Whether the instance's own `active_conversation` is set.
    public let isActive: Bool
    /// Whether the view is on screen. A `send` made in this callback needs it.
    public let isVisible: Bool
    /// Whether the instance is on its way out: it is gone when what it asks for in this callback is carried out.
    public let isLeaving: Bool

    /// What the script reads as `active_conversation`: nil while it loads, inside `will_become_active` and inside
    /// `did_resign_active`.
    public var activeConversation: Conversation? { isActive ? conversation : nil }

    /// The message selected at that moment, which ``activeConversation`` may hide; nil if none is.
    public var selectedMessage: Message? { conversation.selectedMessage }
}
