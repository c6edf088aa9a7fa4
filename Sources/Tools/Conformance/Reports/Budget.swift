import Values

/// The costs of a game's worst calls, as they were last found acceptable. They are stored in a file
/// beside the script, so that a change that makes the game more expensive is noticed.
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
    /// The largest figures of one kind of call. They may come from different calls.
    public struct Figures: Hashable, Sendable {
        /// The VM instructions, which are the same on every machine.
        public var instructions: UInt64
        /// The bytes that the call allocated, whether they were freed or not.
        public var granted: UInt64
        /// The most bytes that Lua had allocated at the same time.
        public var peak: UInt64
    }

    /// The growth in percent that is tolerated. Figures of two processes differ, because Lua's
    /// garbage collector doesn't run at the same places in every process.
    public static let tolerance: UInt64 = 10
    /// The growth in granted bytes that is tolerated. In another process, a different call may
    /// double a table that earlier calls have filled, or grow Lua's stack after the collector has
    /// shrunk it.
    public static let granule: UInt64 = 2048
    /// The size of the largest file. A budget has only a line or two for each hook.
    package static let largestFile = 64 << 10
    /// The most games. A check of more games would take a week.
    public static let mostGames = 1_000_000

    /// The seed. The same seed, number of games and effort give the same instructions on every
    /// machine.
    public var seed: UInt64
    /// The number of games, including those that `setup` refused; 1 to ``mostGames`` in a file.
    public var games: Int
    /// The extent of the check.
    public var effort: Effort
    /// The worst calls, by kind. Kinds without a call are missing.
    public var hooks: [PlayFigures.Hook: Figures]

    /// Creates the budget from the figures of a check.
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
    /// - Throws: ``BudgetError``, which says what was expected, and at which place of the file.
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

    /// Returns the text of the file, with one figure in each line. The text is always the same for
    /// the same figures.
    ///
    /// - Throws: `ValueError` for a text over a limit. In practice a budget is too short for that.
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

    /// Returns the figures that grew by more than ``tolerance`` percent, in the order of the hooks.
    /// The result includes figures of hooks that the budget doesn't have.
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

    /// Returns a number, or its digits as a text if it doesn't fit a signed 64-bit integer.
    private static func value(_ number: UInt64) -> Value {
        Int64(exactly: number).map { .int($0) } ?? .string("\(number)")
    }
}

/// The error for a budget file that can't be read.
public struct BudgetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place and the expectation: `budget.games: expected 1 to 1000000, found 0`.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A figure that exceeds its budget.
public struct BudgetExcess: Hashable, Sendable {
    /// One of the figures of ``Budget/Figures``. The raw value is its name in a sentence.
    public enum Figure: String, Sendable {
        /// The VM instructions of Lua.
        case instructions
        /// The bytes that were allocated, whether they were freed or not.
        case granted = "granted bytes"
        /// The most bytes that were allocated at the same time.
        case peak = "bytes of peak memory"
    }

    /// The kind of call that costs more.
    public let hook: PlayFigures.Hook
    /// The figure that has grown.
    public let figure: Figure
    /// The cost of the worst call: VM instructions, or bytes.
    public let found: UInt64
    /// The figure of the budget; nil for a hook that wasn't called when the budget was written.
    public let allowed: UInt64?

    /// Whether the growth is tolerated. The computation uses integers, so that the verdict is the
    /// same on every machine.
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
