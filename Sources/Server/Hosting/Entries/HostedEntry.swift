import MessageWire
import Values

/// What happened in a hosted match: one entry of its log.
public struct HostedEntry: Hashable, Sendable {
    /// What happened.
    public enum Event: Hashable, Sendable {
        /// The match was opened: the first entry, and only that.
        case open(MatchOpening)
        /// Somebody sat down. When all seats are taken the match begins.
        case join(seat: Int, Sitter)
        /// A seat made a move.
        case ply(seat: Int, LoggedMove)
        /// A seat gave up; before the match has begun it only stood up.
        case leave(seat: Int)
        /// A seat took longer than the match allows.
        case timeout(seat: Int)
        /// A player said something.
        case say(seat: Int, Phrase)
        /// The match was closed before it was over: nothing else is played.
        case close(Closing)
        /// The same players go on in another match.
        case next(HostedMatchID)
    }

    /// Why a match was closed.
    public enum Closing: String, Hashable, Sendable, CaseIterable {
        /// Nobody sits there any more.
        case empty
        /// It waited for players for too long.
        case stale
    }

    /// When, by the clock of the server that wrote it.
    public var at: Instant
    /// What.
    public var event: Event

    /// An entry.
    public init(at: Instant, _ event: Event) {
        self.at = at
        self.event = event
    }
}
