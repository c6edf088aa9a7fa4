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
