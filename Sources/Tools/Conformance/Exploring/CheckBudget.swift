import GameRules
import LuaRuntime

/// The processor time that a check may use, whatever the game does. Of several threads, the longest
/// counts.
///
/// The time box of a quick check decides when nothing new starts. The budget ends what has started,
/// even in the middle of a call.
struct CheckBudget: Hashable {
    /// The time for the whole check, in seconds; nil if only its parts are limited.
    let whole: Double?
    /// The time for each part: the games together, each check of a whole game, the shrinking of
    /// each finding.
    let part: Double

    /// The memory of all Lua states of a check together, in bytes.
    static let memory = 240 << 20

    /// The calls of a game that may reach their deadline, beside the time box, before a quick check
    /// ends. The first one finds an endless loop in a hook, and the others show it again.
    static let callsOverBox = 4.0
    /// The time of a quick check with a given number of games: a base, and an addition for each
    /// game.
    static let basis = 100.0, eachGame = 10.0
    /// The least time for each part of a full check.
    static let fullPart = 600.0

    init(whole: Double?, part: Double) { (self.whole, self.part) = (whole, part) }

    /// - Parameter deadline: The deadline of a call of the game, in seconds.
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

    /// Returns the time for a part, after so much of the whole was spent. Zero or less means none.
    func left(after spent: Double) -> Double { min(part, whole.map { $0 - spent } ?? .infinity) }

    /// The budget in words, for a report.
    var words: String {
        func seconds(_ number: Double) -> String {
            number == number.rounded() ? "\(Int(saturating: number)) s" : "\((number * 10).rounded() / 10) s"
        }
        return whole.map(seconds) ?? "\(seconds(part)) for each part"
    }
}

/// A running part of a check: its limits, and whether they were enough.
///
/// A part is used up when its processor time is over, or when the Lua states of all parts together
/// have reached the end of their memory. From then on calls into Lua fail whatever the game does.
/// Neither a finding counts then, nor a property that seems to hold.
final class CheckPart {
    /// The resource that ran out.
    enum Excess: Hashable { case time, memory }

    /// The calls that took too long in this part, even if no check reported them.
    let overruns = CallOverruns()
    private let end: Double
    private let deadline: ProcessorDeadline
    private let pool: MemoryPool
    private let failures: Int
    /// Runs after each ply that is played.
    var noteStep: (() -> Void)?
    /// The seconds that other threads spent for this one.
    private var charged = 0.0

    private init(_ seconds: Double, _ pool: MemoryPool) {
        self.pool = pool
        failures = pool.failures
        end = ProcessorClock.threadSeconds() + seconds
        deadline = ProcessorDeadline(in: seconds)
    }

    /// Runs a part on a thread for Lua, within its time and the memory of the whole check.
    ///
    /// - Parameter seconds: The processor time.
    static func run<R, E: Error>(
        _ seconds: Double, _ pool: MemoryPool, _ body: (CheckPart) throws(E) -> R
    ) throws(E) -> R {
        // no clock counts further than this
        let seconds = min(max(0, seconds), 1e6)
        return try ProcessorBudget(.seconds(seconds)).run { () throws(E) -> R in
            try pool.run { () throws(E) -> R in
                let part = CheckPart(seconds, pool)
                return try part.overruns.run { () throws(E) -> R in try body(part) }
            }
        }
    }

    /// The resource that has run out; nil while none has. Only the thread that runs the part may
    /// ask.
    var excess: Excess? {
        if pool.failures != failures { return .memory }
        return deadline.hasPassed || ProcessorClock.threadSeconds() + charged >= end ? .time : nil
    }

    /// Adds the processor time that another thread spent, in seconds.
    func charge(_ seconds: Double) { charged += seconds }
}
