import MessageWire

extension Verdict {
    /// What to say of it: where the match is over, nobody is asked to do anything again.
    package func line(isOver: Bool) -> String {
        guard isOver, case .adopt(let adoption) = self, !adoption.superseded.isEmpty else { return line }
        return "What you sent crossed another message, and the match is over."
    }
}
