import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Scenes

/// The context of a call to an instance, and of everything that follows from that call.
public struct HostContext: Sendable {
    /// The host's id of the conversation. See ``Conversation/ID``.
    public var place: Conversation.ID
    /// The conversation that handlers receive, with its selected message.
    public var conversation: Conversation
    /// The presentation style of the instance.
    public var style: PresentationStyle
    /// The place in the system where the instance was opened.
    public var context: PresentationContext
    /// The message of the callback.
    public var message: Message?
    /// The appearance of the view and the person's display settings. Hooks see it; the rules of a
    /// match never do.
    public var appearance: Appearance
    /// Whether the instance's own `active_conversation` is set. It isn't set during loading,
    /// `will_become_active` and `did_resign_active`.
    public var isActive: Bool
    /// Whether the instance's view is on screen. If it isn't, a `send` fails.
    public var isVisible: Bool
    /// Whether the instance is resigning. By the time its requests are carried out, the instance
    /// has ended.
    public var isLeaving: Bool

    /// - Parameters:
    ///   - place: The conversation's id, or nil for ``Conversation/ID/init(of:)``.
    ///   - appearance: The appearance, or nil for an ordinary phone in this style; see
    ///     ``DisplaySettings``.
    public init(
        _ conversation: Conversation, in place: Conversation.ID? = nil, style: PresentationStyle,
        context: PresentationContext = .messages, about message: Message? = nil,
        appearance: Appearance? = nil, isActive: Bool = true, isVisible: Bool = true, isLeaving: Bool = false
    ) {
        self.place = place ?? Conversation.ID(of: conversation)
        self.conversation = conversation
        self.style = style
        self.context = context
        self.message = message
        self.appearance = appearance ?? DisplaySettings().appearance(in: style)
        self.isActive = isActive
        self.isVisible = isVisible
        self.isLeaving = isLeaving
    }

    func message(with url: String) -> Message? {
        [message, conversation.selectedMessage].compactMap(\.self).first { $0.url == url }
    }

    func request(_ number: Int, of instance: InstanceID) -> Request {
        Request(number, from: instance, isVisible: isVisible, isLeaving: isLeaving && isActive)
    }
}

/// A match as this device knows it.
public struct MatchView: Sendable {
    /// The adopted log, and this device's own acts and drafts in the match.
    public let record: MatchRecord
    /// The status according to the rules, including this device's draft if the draft fits. An award
    /// isn't part of the status; see ``award``.
    public let status: MatchStatus
    /// The award of an open claim, or nil.
    public let award: ProvisionalWin?

    /// Whether the match counts as won on time and this device's seat isn't the overdue seat. The
    /// person can only wait or start another match.
    public var isAwarded: Bool { award != nil && award?.overdue != record.seat }
}

extension Appearance {
    /// The colours of pictures in this view. Pictures in messages don't use this theme: they are
    /// light, and the same for everybody.
    public var theme: Theme { isDark ? .dark : .light }
}
