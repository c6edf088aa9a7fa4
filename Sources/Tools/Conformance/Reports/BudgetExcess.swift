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
