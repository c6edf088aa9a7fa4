import GameRules
import LuaRuntime
import MessageWire

extension ProcessorBudget {
    /// What reading one message may take, all of it: whatever single calls are allowed, a url has room for hundreds of them.
    public static let message = ProcessorBudget(.seconds(2))

    /// What the replay of a log may take that is to be signed: others have slower machines, and read it with this budget.
    public var forSigning: ProcessorBudget { ProcessorBudget(time / 4) }

    /// What building a match anew may take whose log was read within this budget: it was found to fit, and mustn't fail for a
    /// moment's difference.
    var forRebuilding: ProcessorBudget { ProcessorBudget(time * 2) }
}

/// What has to hold of a log before this device signs it: that others can read it in time.
struct SigningCheck {
    let shelf: ScriptShelf
    let carrier: Carrier
    let pool: MemoryPool?
    /// What others have to read a message.
    let budget: ProcessorBudget

    /// - Parameter rules: At the end of the log: they know about what it took to come there. The log is played once more from
    ///   its begin only where that is near the limit.
    /// - Throws: ``TableError/request(_:)`` for a log that takes too long.
    func check(_ log: SignedLog, _ rules: MatchRules) throws(TableError) {
        let share = budget.forSigning
        guard rules.spent * 2 > share.seconds else { return }
        let library = ReplayLibrary(shelf, pool: pool, budget: share)
        let (before, outcome) = share.run { () -> (Double, Result<String?, ReplayFailure>) in
            let before = ProcessorClock.threadSeconds()
            let outcome = Result { () throws(ReplayFailure) in
                try Receiver(carrier: carrier, library: library).refusal(of: log, after: 0)
            }
            return (ProcessorClock.threadSeconds() - before, outcome)
        }
        if case .success(nil) = outcome, before < share.seconds { return rules.took(before) }
        throw .request(
            "This match has become too slow to be sent: whoever reads the message has \(Self.text(budget)) for all of it, and "
                + "a log isn't signed that takes over \(Self.text(share)) to replay here.")
    }

    private static func text(_ budget: ProcessorBudget) -> String { "\(budget.seconds) s of processor time" }
}
