/// The name of one running copy of a game: it is never used again after the instance is gone.
public struct InstanceID: Hashable, Sendable {
    /// What an instance is started for. It stays the same, whatever the style.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// In compact or expanded style; at most one of a game.
        case main
        /// A fresh one that hears of a Send or Delete while the game isn't open, and resigns at once.
        case errand
        /// In a live bubble of the transcript.
        case bubble
        /// In the live bubble of the draft field.
        case draft
    }

    /// The id of the game that runs.
    public let game: String
    /// What the instance was started for.
    public let kind: Kind
    /// Counts all instances of the game on the device, from 1.
    public let number: Int

    /// A name for a host that runs instances by itself; a phone of `Simulation` names its own. `number` counts from 1.
    public init(game: String, kind: Kind, number: Int) {
        self.game = game
        self.kind = kind
        self.number = number
    }

    /// Whether it runs inside a bubble.
    public var isInTranscript: Bool { kind == .bubble || kind == .draft }
}

extension InstanceID: CustomStringConvertible {
    /// `main1`, `bubble2`; without the game.
    public var description: String { "\(kind.rawValue)\(number)" }
}

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
    package internal(set) var touch = UserActivation()
    /// Inserts of expanded style that wait for the collapse, by number.
    package internal(set) var waitingCompletions: [Int] = []

    /// Messages of ours whose echo came, and which start to be sent soon.
    package internal(set) var starting: [Message] = []

    /// The message that it has selected, or that its bubble shows; nil from the drawer.
    package var selectedMessage: Message? { conversation.selectedMessage }
}
