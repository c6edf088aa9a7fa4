import GameRules
import LuaRuntime

/// The processor time that a check has, of the longest of its threads, whatever the game does with it.
///
/// The time box of a quick check says when nothing new is begun. What was begun is ended where this is used up, wherever that
/// is: in the middle of a call, too.
struct CheckBudget: Hashable {
    /// For the whole check, in seconds; nil where only its parts are bounded.
    let whole: Double?
    /// For each part: the games together, each check of a whole game, the shrinking of each finding.
    let part: Double

    /// The memory of all Lua states of a check together, in bytes.
    static let memory = 240 << 20

    /// So many calls of a game may come to their deadline, beside the time box, before a quick check ends: the endless loop in
    /// a hook is found by the first, and shown again by the others.
    static let callsOverBox = 4.0
    /// Of a quick check for which a number of games was asked for.
    static let basis = 100.0, eachGame = 10.0
    /// Of a full check.
    static let fullPart = 600.0

    init(whole: Double?, part: Double) { (self.whole, self.part) = (whole, part) }

    /// - Parameter deadline: Of a call of the game, in seconds.
    init(_ options: CheckOptions, deadline: Double) {
        let calls = Self.callsOverBox * deadline
        switch (options.effort, options.games) {
        case (.quick, nil):
            whole = options.timeBox / .seconds(1) + calls
            part = .infinity
        case (.quick, let games?):
            whole = Self.basis + Self.eachGame * Double(games) + calls
            part = .infinity
        case (.full, let games):
            whole = nil
            part = max(Self.fullPart, Self.eachGame * Double(games ?? 0))
        }
    }

    /// What a part has when so much of the whole was spent; nothing if negative.
    func left(after spent: Double) -> Double { min(part, whole.map { $0 - spent } ?? .infinity) }

    /// For a report.
    var words: String {
        func seconds(_ number: Double) -> String {
            number == number.rounded() ? "\(Int(saturating: number)) s" : "\((number * 10).rounded() / 10) s"
        }
        return whole.map(seconds) ?? "\(seconds(part)) for each part"
    }
}

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
