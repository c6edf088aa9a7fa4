/// Hears of every failure of a script in the matches that it is given to, also of those that become a sentence for a player on
/// their way, or nothing at all. For authors.
///
/// Its matches are watched: see `Match.isWatchful`.
package final class ScriptObserver {
    /// How many failures are kept until somebody takes them.
    package static let most = 100
    private var failures: [ScriptFailure] = []
    /// The most bytes of what is printed that are kept.
    private static let mostPrinted = 64 << 10
    private var printouts: [RulesPrintout] = []
    private var printedBytes = 0

    /// A witness that has heard of nothing yet.
    package init() {}

    /// Keeps a failure, unless the same one is kept already: what is shown is asked for again and again.
    package func note(_ failure: ScriptFailure) {
        guard failures.count < Self.most, !failures.contains(where: { $0.isSame(as: failure) }) else { return }
        failures.append(failure)
    }

    /// Keeps what was printed, unless the same is kept already.
    func note(_ printouts: [RulesPrintout]) {
        for printout in printouts where printedBytes < Self.mostPrinted && !self.printouts.contains(printout) {
            self.printouts.append(printout)
            printedBytes += printout.text.utf8.count
        }
    }

    /// What was printed since the last time, in its order.
    package func takePrintouts() -> [RulesPrintout] {
        defer { (printouts, printedBytes) = ([], 0) }
        return printouts
    }

    /// What was noted since the last time, in its order.
    package func take() -> [ScriptFailure] {
        defer { failures = [] }
        return failures
    }
}

extension ScriptFailure {
    /// Did the same go wrong, whatever was printed before?
    package func isSame(as other: ScriptFailure) -> Bool {
        game == other.game && hook == other.hook && error == other.error
    }
}
