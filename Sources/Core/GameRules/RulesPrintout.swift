/// What a script printed while something was asked of it.
package struct RulesPrintout: Hashable, Sendable {
    /// What was asked first: `play`, with which `outcome`, `turn` and others run; `scene`.
    package let hook: String
    package let text: String
}

/// The printed output of a match's script that nobody has taken yet, in order, from all Lua states.
final class RulesOutput {
    private(set) var printouts: [RulesPrintout] = []
    private var bytes = 0

    /// Keeps what was printed, unless there is as much already as is kept.
    func keep(_ printout: RulesPrintout, atMost limit: Int) {
        guard bytes < limit else { return }
        printouts.append(printout)
        bytes += printout.text.utf8.count
    }

    func take() -> [RulesPrintout] {
        defer { (printouts, bytes) = ([], 0) }
        return printouts
    }
}
