/// A callback to an instance. The message of a callback is in ``Event/message``.
public enum Callback: Hashable, Sendable {
    /// The script is loaded into a new Lua state. Loading isn't a hook, and always comes first.
    case load
    /// The instance is about to be active in a conversation.
    case willBecomeActive
    /// The instance has become active.
    case didBecomeActive
    /// The instance's view is about to be on screen.
    case viewWillAppear
    /// The instance's view is on screen.
    case viewDidAppear
    /// The instance's view is about to leave the screen.
    case viewWillDisappear
    /// The instance's view has left the screen.
    case viewDidDisappear
    /// The instance is about to end.
    case willResignActive
    /// The instance has ended.
    case didResignActive
    /// The instance is about to change its style.
    case willTransition(to: PresentationStyle)
    /// The instance has changed its style.
    case didTransition(to: PresentationStyle)
    /// A message of the game is about to be selected.
    case willSelect
    /// A message of the game was selected.
    case didSelect
    /// A message of the game arrived while the instance is active.
    case didReceive
    /// A message that the instance drafted starts to be sent.
    case didStartSending
    /// The person removed a message that the instance drafted.
    case didCancelSending
    /// Memory is short. After the warning the garbage of the Lua states is collected. Later
    /// allocations for which there isn't enough memory fail.
    case didReceiveMemoryWarning
    /// A bubble is asked for its size. The settings include the largest width.
    case contentSizeThatFits(DisplaySettings)
    /// The answer to an `insert` or `send`: the number of the request, and the error or nil.
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

    /// Whether an instance of this style and context can receive the callback. Bubbles get no
    /// callbacks about selecting, receiving, sending and styles. In a camera or a call no message
    /// is selected, received or sent.
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
    /// The name with its details: `will_transition(expanded)`, `completion(3)`, `completion(4, 9)`.
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

/// A callback of one instance, with everything that the script can see of the conversation at that
/// moment.
public struct Event: Sendable {
    /// The instance that receives the callback.
    public let instance: InstanceID
    /// The callback; its `name` is the name of the hook.
    public let callback: Callback
    /// The message of the callback.
    public let message: Message?
    /// The style at that moment. During `will_transition` it is the old style.
    public let style: PresentationStyle
    /// The place where the instance was opened. Only a main instance can have another place than
    /// ``PresentationContext/messages``.
    public let context: PresentationContext
    /// The conversation that handlers receive, with its selection at that moment.
    public let conversation: Conversation
    /// Whether the instance's own `active_conversation` is set.
    public let isActive: Bool
    /// Whether the view is on screen. If it isn't, a `send` made in this callback fails.
    public let isVisible: Bool
    /// Whether the instance is resigning. By the time the requests from this callback are carried
    /// out, the instance has ended.
    public let isLeaving: Bool

    /// The script's `active_conversation`. Nil during loading, `will_become_active` and
    /// `did_resign_active`.
    public var activeConversation: Conversation? { isActive ? conversation : nil }

    /// The selected message at that moment, or nil. ``activeConversation`` may be nil while a
    /// message is selected.
    public var selectedMessage: Message? { conversation.selectedMessage }
}
