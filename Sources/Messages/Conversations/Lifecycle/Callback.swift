/// What an instance is told. The message that goes with it is ``Event/message``.
public enum Callback: Hashable, Sendable {
    /// The script is loaded into a new state. Not a hook: the first thing that happens to an instance.
    case load
    /// The instance is about to be active in a conversation.
    case willBecomeActive
    /// The instance is active.
    case didBecomeActive
    /// Its view is about to be on screen.
    case viewWillAppear
    /// Its view is on screen.
    case viewDidAppear
    /// Its view is about to leave the screen.
    case viewWillDisappear
    /// Its view has left the screen.
    case viewDidDisappear
    /// The instance is about to end.
    case willResignActive
    /// The instance has ended.
    case didResignActive
    /// It is about to be shown in another style.
    case willTransition(to: PresentationStyle)
    /// It is shown in another style.
    case didTransition(to: PresentationStyle)
    /// A message of the game is about to be the selected one.
    case willSelect
    /// A message of the game is the selected one.
    case didSelect
    /// A message of the game came in while the instance is active.
    case didReceive
    /// A message that the instance drafted begins to leave.
    case didStartSending
    /// A message that the instance drafted was taken back.
    case didCancelSending
    /// Memory runs short: states are collected next, and what doesn't fit then fails.
    case didReceiveMemoryWarning
    /// A bubble is asked how large it wants to be, at most this wide.
    case contentSizeThatFits(DisplaySettings)
    /// The answer to an `insert` or `send`, by the number of the request.
    case completion(Int, MessageError?)

    /// The hook's name in a script: `will_become_active`.
    public var name: String {
        switch self {
        case .load: "load"
        case .willBecomeActive: "will_become_active"
        case .didBecomeActive: "did_become_active"
        case .viewWillAppear: "view_will_appear"
        case .viewDidAppear: "view_did_appear"
        case .viewWillDisappear: "view_will_disappear"
        case .viewDidDisappear: "view_did_disappear"
        case .willResignActive: "will_resign_active"
        case .didResignActive: "did_resign_active"
        case .willTransition: "will_transition"
        case .didTransition: "did_transition"
        case .willSelect: "will_select"
        case .didSelect: "did_select"
        case .didReceive: "did_receive"
        case .didStartSending: "did_start_sending"
        case .didCancelSending: "did_cancel_sending"
        case .didReceiveMemoryWarning: "did_receive_memory_warning"
        case .contentSizeThatFits: "content_size_that_fits"
        case .completion: "completion"
        }
    }

    /// Whether an instance of this style and context may ever get it. Bubbles hear nothing of selecting, receiving,
    /// sending and styles; in a camera or a call nothing is selected, received or sent as a message.
    package func isPossible(in style: PresentationStyle, context: PresentationContext = .messages) -> Bool {
        switch self {
        case .willTransition, .didTransition: style.capabilities.contains(.styleCallbacks)
        case .willSelect, .didSelect, .didReceive, .didStartSending, .didCancelSending:
            style != .transcript && context != .media
        case .contentSizeThatFits: style == .transcript
        default: true
        }
    }
}

extension Callback: CustomStringConvertible {
    /// The name with what goes with it: `will_transition(expanded)`, `completion(3)`, `completion(4, 9)`.
    public var description: String {
        switch self {
        case .willTransition(let style), .didTransition(let style): "\(name)(\(style))"
        case .contentSizeThatFits(let surroundings): "\(name)(\(surroundings.maximumWidth))"
        case .completion(let request, let error):
            "\(name)(\(request)\(error.map { ", \($0.code.rawValue)" } ?? ""))"
        default: name
        }
    }
}

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
