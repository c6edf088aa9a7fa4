import Conversations

/// What a hook wrote with `print`.
public struct Printout: Hashable, Sendable {
    public let instance: InstanceID
    /// The hook's name: `did_select`.
    public let hook: String
    public let text: String
}
