import GameRules
import LuaRuntime

/// The processor time that a check may use, whatever the game does. If several threads run in
/// parallel, only the thread with the most time counts.
///
/// After the time box of a quick check has ended, the check starts nothing new. When the budget is
/// used up, even a call that is running is ended.
struct CheckBudget: Hashable {
    /// The time for the whole check, in seconds; nil if only its parts are limited.
    let whole: Double?
    /// The time for each part: the games together, each check of a whole game, the shrinking of
    /// each finding.
    let part: Double

    /// The memory of all Lua states of a check together, in bytes.
    static let memory = 240 << 20

    /// The number of calls that may run until their deadline, in addition to the time box, before a
    /// quick check ends. In a game with an endless loop, the first such call finds the loop, and
    /// the others are needed to reproduce it.
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

    /// Returns the time for a part, after `spent` seconds of the whole were spent. Zero or less
    /// means that no time is left.
    func left(after spent: Double) -> Double { min(part, whole.map { $0 - spent } ?? .infinity) }

    /// The budget in words, for a report.
    var words: String {
        func seconds(_ number: Double) -> String {
            number == number.rounded() ? "\(Int(saturating: number)) s" : "\((number * 10).rounded() / 10) s"
        }
        return whole.map(seconds) ?? "\(seconds(part)) for each part"
    }
}

/// A running part of a check: its limits, and whether one of them was reached.
///
/// A part is used up when its processor time is over, or when the Lua states of all parts together
/// have reached their memory limit. From then on, calls into Lua fail whatever the game does.
/// Therefore neither findings nor passed checks after that time count.
final class CheckPart {
    /// The resource that ran out.
    enum Excess: Hashable { case time, memory }

    /// The calls in this part that took too long, including calls that no check reported.
    let overruns = CallOverruns()
    private let end: Double
    private let deadline: ProcessorDeadline
    private let pool: MemoryPool
    private let failures: Int
    /// Runs after each ply that is played.
    var noteStep: (() -> Void)?
    /// The seconds of processor time that other threads spent for this part.
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
        // a limit, so that no clock overflows
        let seconds = min(max(0, seconds), 1e6)
        return try ProcessorBudget(.seconds(seconds)).run { () throws(E) -> R in
            try pool.run { () throws(E) -> R in
                let part = CheckPart(seconds, pool)
                return try part.overruns.run { () throws(E) -> R in try body(part) }
            }
        }
    }

    /// The resource that has run out; nil if none has so far. Only the thread that runs the part
    /// may read this property.
    var excess: Excess? {
        if pool.failures != failures { return .memory }
        return deadline.hasPassed || ProcessorClock.threadSeconds() + charged >= end ? .time : nil
    }

    /// Adds the processor time, in seconds, that another thread spent for this part.
    func charge(_ seconds: Double) { charged += seconds }
}
