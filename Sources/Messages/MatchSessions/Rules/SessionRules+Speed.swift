import GameRules
import LuaRuntime
import MessageProtocol

// The check that others can read a log in time.
extension SessionRules {
    /// Throws if moves of a person's choice make the log so slow that others might not read it in
    /// time.
    ///
    /// Plies that must always be possible aren't checked: resignations, claims, closings,
    /// contributions to a draw, reveals, and answers without a choice. They are allowed after any
    /// log that this device could read. A quick move is allowed even if others have made the log
    /// slow. The log is played again from its start only if it may be near the limit.
    ///
    /// - Parameters:
    ///   - base: The log to which the moves are added.
    ///   - end: The rules at the end of the log. They know the approximate cost of a replay up to
    ///     that end.
    /// - Throws: ``SessionError/tooSlow(_:)``.
    func checkSpeed(of log: SignedLog, since base: SignedLog, at end: MatchRules) throws(SessionError) {
        let share = budget.forSigning
        guard end.position.spent * 2 > share.seconds else { return }
        let most = budget.forSigningOnSlowLogs
        let others = fresh(within: most)
        let (before, added, outcome) = most.run { () -> (Double, Double, Result<String?, ReplayFailure>) in
            let begin = ProcessorClock.threadSeconds()
            _ = try? others.receiver(for: nil).refusal(of: base, after: 0)
            others.moved(to: base)
            let middle = ProcessorClock.threadSeconds()
            let outcome = Result { () throws(ReplayFailure) in
                try others.receiver(for: nil).refusal(of: log, after: base.shared(with: log))
            }
            return (middle - begin, ProcessorClock.threadSeconds() - middle, outcome)
        }
        let isQuick = before + added < share.seconds || added < share.seconds / 20 && before + added < most.seconds
        if case .success(nil) = outcome, isQuick { return end.took(before + added) }
        throw .tooSlow(
            "This match has become too slow to be sent: whoever reads the message has \(Self.text(budget)) for all of it, "
                + "and a move isn't signed after which the log takes over \(Self.text(share)) to replay here. You can still resign."
        )
    }

    private static func text(_ budget: ProcessorBudget) -> String { "\(budget.seconds) s of processor time" }
}
