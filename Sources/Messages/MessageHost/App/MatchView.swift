import GameRules
import MatchSessions
import MessageWire

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
