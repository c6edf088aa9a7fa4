/// An `insert` or `send` of a script.
public struct Request: Hashable, Sendable {
    /// The number under which ``Callback/completion(_:_:)`` answers.
    public let number: Int
    /// The instance that asked, and whose script is answered.
    public let instance: InstanceID
    /// Whether the instance was on screen when it asked.
    public let isVisible: Bool
    /// Whether it was made on the instance's way out, while its conversation was still set.
    public let isLeaving: Bool

    /// A request made while the instance sat on screen, such as in answer to a touch.
    public init(_ number: Int, from instance: InstanceID) {
        self.number = number
        self.instance = instance
        isVisible = true
        isLeaving = false
    }

    /// A request made by an instance that is on screen, or on its way out, or neither.
    package init(_ number: Int, from instance: InstanceID, isVisible: Bool, isLeaving: Bool) {
        self.number = number
        self.instance = instance
        self.isVisible = isVisible
        self.isLeaving = isLeaving
    }

    /// A request made inside a callback.
    package init(_ number: Int, during event: Event) {
        self.number = number
        instance = event.instance
        isVisible = event.isVisible
        isLeaving = event.isLeaving && event.isActive
    }
}
