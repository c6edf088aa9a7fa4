/// The id of a running copy of a game. It is never reused.
public struct InstanceID: Hashable, Sendable {
    /// The purpose for which an instance is started. It doesn't change with the style.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An instance in compact or expanded style. A game has at most one.
        case main
        /// A transient instance, started to receive a Send or Delete while the game isn't open. It
        /// resigns immediately.
        case errand
        /// An instance in a live bubble of the transcript.
        case bubble
        /// An instance in the live bubble of the draft field.
        case draft
    }

    /// The id of the game.
    public let game: String
    /// The purpose of the instance.
    public let kind: Kind
    /// The number of the instance, counting all instances of the game on the device from 1.
    public let number: Int

    /// Creates an id for a host that runs its own instances. The phones of `Simulation` create
    /// their own ids. `number` starts at 1.
    public init(game: String, kind: Kind, number: Int) {
        self.game = game
        self.kind = kind
        self.number = number
    }

    /// Whether the instance runs inside a bubble.
    public var isInTranscript: Bool { kind == .bubble || kind == .draft }
}

extension InstanceID: CustomStringConvertible {
    /// `main1`, `bubble2`; without the game.
    public var description: String { "\(kind.rawValue)\(number)" }
}

/// The host's state of a running instance between two stimuli: it is active and its view is on
/// screen.
package struct InstanceState: Sendable, Identifiable {
    package let id: InstanceID
    /// The chat in which the instance was opened. It never changes.
    package let chat: Chat.ID
    /// The place of the instance's bubble. Nil for the main instance, and for an instance in the
    /// draft field.
    package let item: TranscriptItem.ID?
    /// The place where the instance was opened. Only a main instance can have another place than
    /// ``PresentationContext/messages``.
    package let context: PresentationContext
    /// The current style. An instance in a bubble always has ``PresentationStyle/transcript``.
    package internal(set) var style: PresentationStyle
    /// The conversation object of this activation. A later activation gets a new object.
    package internal(set) var conversation: Conversation
    /// Whether an unused touch permits the next `send`.
    package internal(set) var touch = UserActivation()
    /// The numbers of inserts in expanded style whose completions wait for the collapse.
    package internal(set) var waitingCompletions: [Int] = []

    /// Own messages that the instance has received as an echo (``HostProfile/OwnSendEcho``), and
    /// whose `did_start_sending` is still to come.
    package internal(set) var starting: [Message] = []

    /// The selected message. For an instance in a bubble, this is the message of the bubble. Nil if
    /// the game was opened from the drawer.
    package var selectedMessage: Message? { conversation.selectedMessage }
}
