import Conversations
import GameRules
import MatchSessions
import MessageProtocol
import Scenes

/// What an instance sees while it is called, and in all that follows from that call.
public struct Moment: Sendable {
    /// What the host calls the conversation. See ``Conversation/ID``.
    public var place: Conversation.ID
    /// What handlers get as their argument, with the message that is selected.
    public var conversation: Conversation
    /// How the instance is shown.
    public var style: PresentationStyle
    /// Where in the system it was opened.
    public var context: PresentationContext
    /// The message that the callback is about.
    public var message: Message?
    /// What can be seen of the view, and of how the person set up the phone. Hooks see it, the rules of a match never do.
    public var appearance: Appearance
    /// Is the instance's own `active_conversation` set? It isn't while it loads, inside `will_become_active` and inside
    /// `did_resign_active`.
    public var isActive: Bool
    /// Is its view on screen? A `send` needs that.
    public var isVisible: Bool
    /// Is it on its way out, and gone when what it asks for is carried out?
    public var isLeaving: Bool

    /// - Parameters:
    ///   - place: Nil for what ``Conversation/ID/init(of:)`` says.
    ///   - appearance: Nil for that of an ordinary phone in this style, as ``DisplaySettings`` has it.
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

    /// A message that can be seen now, by its url.
    func message(with url: String) -> Message? {
        [message, conversation.selectedMessage].compactMap(\.self).first { $0.url == url }
    }

    /// A request that is made now.
    func request(_ number: Int, of instance: InstanceID) -> Request {
        Request(number, from: instance, isVisible: isVisible, isLeaving: isLeaving && isActive)
    }
}

/// A match as this device knows it.
public struct MatchView: Sendable {
    /// The log it agreed to, and what this device has done in it.
    public let record: MatchRecord
    /// Where the rules stand, with this device's draft if one fits; ``award`` says to whom a claim gives the match.
    public let status: MatchStatus
    /// How it reads by a claim that stands; nil where none does.
    public let award: Award?

    /// Does it read as won on time, with nothing to do for this device's seat but to wait, or to begin another match?
    public var isAwarded: Bool { award != nil && award?.overdue != record.seat }
}

extension Appearance {
    /// The colours for pictures that are drawn for this view alone. The picture of a message is the same for everybody, and
    /// light.
    public var theme: Theme { isDark ? .dark : .light }
}
