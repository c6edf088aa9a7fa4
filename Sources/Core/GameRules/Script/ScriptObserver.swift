/// An observer of the failures of a script in its matches, for authors. It also receives failures
/// that a player sees only as a sentence, and failures that callers drop.
///
/// Its matches are watchful: see `LuaStates.isWatchful`.
package final class ScriptObserver {
    /// The most failures that are kept until they are taken.
    package static let most = 100
    private var failures: [ScriptFailure] = []
    /// The most bytes of printed output that are kept.
    private static let mostPrinted = 64 << 10
    private var printouts: [RulesPrintout] = []
    private var printedBytes = 0

    /// Creates an observer without failures and printed output.
    package init() {}

    /// Keeps a failure, unless the same one is kept already: hosts ask for a scene again and again.
    package func note(_ failure: ScriptFailure) {
        guard failures.count < Self.most, !failures.contains(where: { $0.isSame(as: failure) }) else { return }
        failures.append(failure)
    }

    /// Keeps printed output, unless the same is kept already.
    func note(_ printouts: [RulesPrintout]) {
        for printout in printouts where printedBytes < Self.mostPrinted && !self.printouts.contains(printout) {
            self.printouts.append(printout)
            printedBytes += printout.text.utf8.count
        }
    }

    /// Returns and forgets the printed output, in its order.
    package func takePrintouts() -> [RulesPrintout] {
        defer { (printouts, printedBytes) = ([], 0) }
        return printouts
    }

    /// Returns and forgets the failures, in their order.
    package func take() -> [ScriptFailure] {
        defer { failures = [] }
        return failures
    }
}

extension ScriptFailure {
    /// Returns whether both have the same game, hook and error. Output that was printed before may
    /// differ.
    package func isSame(as other: ScriptFailure) -> Bool {
        game == other.game && hook == other.hook && error == other.error
    }
}
