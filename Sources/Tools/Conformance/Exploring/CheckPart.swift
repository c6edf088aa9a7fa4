import GameRules
import LuaRuntime

/// A part of a check while it runs: what it may use, and whether that was enough.
///
/// It is used up where its processor time is, or where the Lua states of all parts together met the end of their memory. From
/// then on calls into Lua fail whatever the game does, so that nothing that is found counts, and neither does what seems to
/// hold.
final class CheckPart {
    /// What wasn't enough.
    enum Excess: Hashable { case time, memory }

    /// The calls that took too long in it, also where a check made nothing of it.
    let overruns = CallOverruns()
    private let end: Double
    private let deadline: ProcessorDeadline
    private let pool: MemoryPool
    private let failures: Int
    /// Hears of each ply that is played.
    var noteStep: (() -> Void)?
    /// Seconds that other threads spent for this one.
    private var charged = 0.0

    private init(_ seconds: Double, _ pool: MemoryPool) {
        self.pool = pool
        failures = pool.failures
        end = ProcessorClock.threadSeconds() + seconds
        deadline = ProcessorDeadline(in: seconds)
    }

    /// Runs a part on a thread for Lua, within its time and the memory of the whole check.
    ///
    /// - Parameter seconds: Of processor time.
    static func run<R, E: Error>(
        _ seconds: Double, _ pool: MemoryPool, _ body: (CheckPart) throws(E) -> R
    ) throws(E) -> R {
        // more than any clock counts to is no bound
        let seconds = min(max(0, seconds), 1e6)
        return try ProcessorBudget(.seconds(seconds)).run { () throws(E) -> R in
            try pool.run { () throws(E) -> R in
                let part = CheckPart(seconds, pool)
                return try part.overruns.run { () throws(E) -> R in try body(part) }
            }
        }
    }

    /// What is used up; nil as long as nothing is. For the thread that runs the part.
    var excess: Excess? {
        if pool.failures != failures { return .memory }
        return deadline.hasPassed || ProcessorClock.threadSeconds() + charged >= end ? .time : nil
    }

    /// Notes what another thread spent, in seconds of processor time.
    func charge(_ seconds: Double) { charged += seconds }
}
