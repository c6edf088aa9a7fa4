import Values

/// What the worst calls of a game took when that was last found to be well: a file beside the script, so that a change that
/// makes the game dearer is seen.
///
/// ```json
/// {
///   "seed": 1,
///   "games": 20,
///   "hooks": {
///     "play": {
///       "peak": 141312,
///       "granted": 20480,
///       "instructions": 1204
///     }
///   },
///   "effort": "quick"
/// }
/// ```
public struct Budget: Hashable, Sendable {
    /// What the worst call of one kind took, figure by figure.
    public struct Figures: Hashable, Sendable {
        /// VM instructions; the same on every machine.
        public var instructions: UInt64
        /// Bytes given out in the call, freed or not.
        public var granted: UInt64
        /// The most bytes that Lua held.
        public var peak: UInt64
    }

    /// So much growth, in percent, is none: Lua's collector doesn't run at the same places in every process.
    public static let tolerance: UInt64 = 10
    /// So many granted bytes more are none either: which call finds a table full that others filled, and doubles it, or Lua's
    /// stack that the collector shrank, differs.
    public static let granule: UInt64 = 2048
    /// A budget has a line or two for each hook; nothing needs a larger file.
    package static let largestFile = 64 << 10
    /// More games than this are no check any more, but a week's work.
    public static let mostGames = 1_000_000

    /// The same seed, number of games and effort give the same instructions on every machine.
    public var seed: UInt64
    /// How many games were played; 1 to ``mostGames`` in a file.
    public var games: Int
    /// How much of each game was looked at.
    public var effort: Effort
    /// The worst calls, by kind; a kind that wasn't called isn't there.
    public var hooks: [PlayFigures.Hook: Figures]

    /// What a check found.
    public init(of report: GameReport) {
        seed = report.seed
        games = report.figures.games + report.figures.refused
        effort = report.effort
        hooks = report.figures.worst.mapValues { cost in
            Figures(
                instructions: cost.instructions, granted: UInt64(max(0, cost.granted)), peak: UInt64(max(0, cost.peak)))
        }
    }

    /// Reads a file.
    ///
    /// - Throws: ``BudgetError`` that says what was expected, and where.
    public init(json text: String) throws(BudgetError) {
        let value: Value
        do throws(ValueError) {
            value = try Value(json: text, limits: ValueLimits(bytes: Self.largestFile), root: "budget")
        } catch {
            throw BudgetError("\(error)")
        }
        try Self.checkKeys(value, ["effort", "games", "hooks", "seed"], at: "budget")
        seed = try Self.number(value, "seed", at: "budget")
        let count = try Self.number(value, "games", at: "budget")
        guard (1...UInt64(Self.mostGames)).contains(count) else {
            throw BudgetError("budget.games: expected 1 to \(Self.mostGames), found \(count)")
        }
        games = Int(count)
        guard let effort = value["effort"]?.stringValue.flatMap(Effort.init) else {
            throw BudgetError("budget.effort: expected \"quick\" or \"full\"")
        }
        self.effort = effort
        guard case .map(let entries)? = value["hooks"] else {
            throw BudgetError("budget.hooks: expected an object with the figures of each hook")
        }
        hooks = [:]
        for (key, figures) in entries.sorted(by: { $0.key < $1.key }) {
            guard case .string(let name) = key, let hook = PlayFigures.Hook(rawValue: name) else {
                let known = PlayFigures.Hook.allCases.map(\.rawValue).joined(separator: ", ")
                throw BudgetError("budget.hooks: expected some of \(known), found \(key)")
            }
            let place = "budget.hooks.\(name)"
            try Self.checkKeys(figures, ["granted", "instructions", "peak"], at: place)
            hooks[hook] = Figures(
                instructions: try Self.number(figures, "instructions", at: place),
                granted: try Self.number(figures, "granted", at: place),
                peak: try Self.number(figures, "peak", at: place))
        }
    }

    /// The file: always the same for the same figures, one of them in a line.
    ///
    /// - Throws: `ValueError` never in practice: a few lines are within every limit.
    public func text() throws(ValueError) -> String {
        let hooks = hooks.map { hook, figures -> (ValueKey, Value) in
            let fields: Value = [
                "instructions": Self.value(figures.instructions), "granted": Self.value(figures.granted),
                "peak": Self.value(figures.peak),
            ]
            return (.string(hook.rawValue), fields)
        }
        let value: Value = [
            "seed": Self.value(seed), "games": .int(Int64(games)), "effort": .string(effort.rawValue),
            "hooks": .map(Dictionary(hooks) { first, _ in first }),
        ]
        return try value.json(pretty: true) + "\n"
    }

    /// Figures that grew by more than ``tolerance`` percent, in the order of the hooks; also those of hooks that the budget
    /// doesn't have.
    ///
    /// - Parameter found: The figures of the same seed, number of games and effort.
    public func excesses(of found: Budget) -> [BudgetExcess] {
        found.hooks.sorted { $0.key < $1.key }.flatMap { hook, figures -> [BudgetExcess] in
            let allowed = hooks[hook]
            let pairs: [(BudgetExcess.Figure, UInt64, UInt64?)] = [
                (.instructions, figures.instructions, allowed?.instructions),
                (.granted, figures.granted, allowed?.granted), (.peak, figures.peak, allowed?.peak),
            ]
            return pairs.compactMap { figure, found, allowed in
                let excess = BudgetExcess(hook: hook, figure: figure, found: found, allowed: allowed)
                return excess.isWithinTolerance ? nil : excess
            }
        }
    }

    private static func checkKeys(_ value: Value, _ known: [String], at place: String) throws(BudgetError) {
        guard case .map(let entries) = value else { throw BudgetError("\(place): expected an object") }
        for key in entries.keys.sorted() {
            if case .string(let name) = key, known.contains(name) { continue }
            throw BudgetError("\(place): expected \(known.joined(separator: ", ")), found also \(key)")
        }
    }

    private static func number(_ value: Value, _ key: String, at place: String) throws(BudgetError) -> UInt64 {
        let found = value[key]
        if case .int(let number)? = found, number >= 0 { return UInt64(number) }
        if case .string(let digits)? = found, let number = UInt64(digits) { return number }
        throw BudgetError("\(place).\(key): expected a number from 0")
    }

    /// As digits in a text where it doesn't fit a signed 64-bit integer.
    private static func value(_ number: UInt64) -> Value {
        Int64(exactly: number).map { .int($0) } ?? .string("\(number)")
    }
}

/// A budget's file that can't be read.
public struct BudgetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected, and where: `budget.games: expected 1 to 1000000, found 0`.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A figure that outgrew its budget.
public struct BudgetExcess: Hashable, Sendable {
    /// One of the figures of ``Budget/Figures``; the raw value is what a sentence calls it.
    public enum Figure: String, Sendable {
        /// Instructions of Lua.
        case instructions
        /// Bytes that were asked for, given back or not.
        case granted = "granted bytes"
        /// The most that was held at a time.
        case peak = "bytes of peak memory"
    }

    /// The kind of call that took more.
    public let hook: PlayFigures.Hook
    /// What it took more of.
    public let figure: Figure
    /// What the worst call took: VM instructions, or bytes.
    public let found: UInt64
    /// What the budget has; nil for a hook that wasn't called when it was written.
    public let allowed: UInt64?

    /// Reckoned in integers: the verdict is the same everywhere.
    var isWithinTolerance: Bool {
        guard let allowed else { return found == 0 }
        if figure == .granted, found >= allowed, found - allowed <= Budget.granule { return true }
        let (bound, overflows) = allowed.multipliedReportingOverflow(by: 100 + Budget.tolerance)
        return overflows || found <= bound / 100
    }
}

extension BudgetExcess: CustomStringConvertible {
    /// `play: 1,500 instructions, 25 % more than the 1,200 of the budget`
    public var description: String {
        let front = "\(hook.rawValue): \(ReportText.grouped(found)) \(figure.rawValue)"
        guard let allowed else { return front + "; the budget has none for it" }
        guard allowed > 0 else { return front + "; the budget has 0" }
        let growth = Double(found) / Double(allowed) * 100 - 100
        let shown = growth < 1e6 ? "\(Int(saturating: growth.rounded()))" : "over 1,000,000"
        return front + ", \(shown) % more than the \(ReportText.grouped(allowed)) of the budget"
    }
}
