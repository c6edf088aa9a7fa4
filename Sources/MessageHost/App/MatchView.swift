import GameRules
import MessageWire

/// A match as this device knows it.
public struct MatchView: Sendable {
    public let record: MatchRecord
    public let status: MatchStatus
    /// How it reads by a claim that stands; nil where none does.
    public let award: Award?

    /// Does it read as won on time, with nothing to do for this device's seat but to wait, or to begin another match?
    public var isAwarded: Bool { award != nil && award?.overdue != record.seat }
}
