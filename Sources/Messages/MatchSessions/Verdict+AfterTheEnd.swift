import MessageWire

extension Verdict {
    /// What to say of it: where the match is over, nobody is asked to do anything again.
    package func line(isOver: Bool) -> String {
        guard isOver, case .adopt(let adoption) = self else { return line }
        if !adoption.superseded.isEmpty { return "What you sent crossed another message, and the match is over." }
        return adoption.cause == .new ? "This match is over. You can look at it." : "The match is over."
    }
}
