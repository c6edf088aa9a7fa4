import GameRules
import LuaRuntime
import MessageWire

extension ProcessorBudget {
    /// What the calls may take that reading one message leads to, all together: whatever single calls are allowed, a url has room
    /// for hundreds of them. The last one ends within half a second, so that reading takes at most 2 s.
    public static let message = ProcessorBudget(.milliseconds(1500))

    /// What the replay of a log may take that is to be signed: others have slower machines, and read it with this budget.
    package var forSigning: ProcessorBudget { ProcessorBudget(time / 3) }

    /// The same for a watched match, which takes longer than the one that is measured: an author's phone fails at no time that
    /// others have.
    func watched(_ isWatched: Bool) -> ProcessorBudget { isWatched ? ProcessorBudget(time * 4) : self }

    /// What building a match anew may take whose log was read within this budget: it was found to fit, and mustn't fail for a
    /// moment's difference.
    var forRebuilding: ProcessorBudget { ProcessorBudget(time * 2) }
}

/// What has to hold of a log before this device signs it, whatever kind of ply it adds: that no seat of ours says two things
/// over one head, and that others can read it in time.
struct SigningCheck {
    let shelf: ScriptShelf
    var keptDraws: [MatchID: KeptDraws] = [:]
    let carrier: Carrier
    let pool: MemoryPool?
    /// What others have to read a message.
    let budget: ProcessorBudget

    /// - Parameters:
    ///   - base: What the log goes on from.
    ///   - lost: What was sent and doesn't stand in the base.
    ///   - rules: At the end of the log: they know about what it took to come there. The log is played once more from its
    ///     begin only where that is near the limit.
    /// - Throws: ``TableError/request(_:)`` for a log that says a second thing,
    ///   ``TableError/tooSlow(_:)`` for one that takes too long.
    func check(_ log: SignedLog, since base: SignedLog, _ lost: LostWords, _ rules: MatchRules) throws(TableError) {
        if let refusal = lost.refusal(of: log, since: base) { throw .request(refusal) }
        let share = budget.forSigning
        guard rules.spent * 2 > share.seconds else { return }
        let library = ReplayLibrary(shelf, pool: pool, budget: share, kept: keptDraws[log.match.id])
        let (before, outcome) = share.run { () -> (Double, Result<String?, ReplayFailure>) in
            let before = ProcessorClock.threadSeconds()
            let outcome = Result { () throws(ReplayFailure) in
                try Receiver(carrier: carrier, library: library).refusal(of: log, after: 0)
            }
            return (ProcessorClock.threadSeconds() - before, outcome)
        }
        if case .success(nil) = outcome, before < share.seconds { return rules.took(before) }
        throw .tooSlow(
            "This match has become too slow to be sent: whoever reads the message has \(Self.text(budget)) for all of it, and "
                + "a log isn't signed that takes over \(Self.text(share)) to replay here.")
    }

    private static func text(_ budget: ProcessorBudget) -> String { "\(budget.seconds) s of processor time" }
}
