import Conversations
import MatchSessions

/// What a hook wrote with `print`.
public struct Printout: Hashable, Sendable {
    /// Whose hook it was.
    public let instance: InstanceID
    /// The hook's name: `did_select`.
    public let hook: String
    /// What was printed, cut where the event's limit was met; never empty.
    public let text: String
}
