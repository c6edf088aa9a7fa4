import Parlor
import Simulation
import Values

/// The reports on the script for its author: the output of hooks and rules on the phones, and, on
/// standard error, the failures.
struct ScriptReports {
    let console: Console
    /// For each phone, the number of hooks' printouts and of hooks' failures that were shown.
    private var shownPrintouts: [String: Int] = [:]
    private var shownFailures: [String: Int] = [:]
    /// The failures of the rules that were reported since the last typed line.
    private var told: [ScriptFailure] = []
    /// The output of the rules that was shown since the last typed line.
    private var toldPrintouts: Set<RulesPrintout> = []

    init(console: Console) {
        self.console = console
    }

    mutating func beginLine() { (told, toldPrintouts) = ([], []) }

    /// Returns whether a failure of the rules with this text was reported since the last typed line.
    func hasTold(_ sentence: String) -> Bool { told.contains { $0.description == sentence } }

    // MARK: On the phones

    /// The most bytes of hooks' output to show at once: one typed line has many events on every
    /// phone.
    private static let printedAtOnce = 64 << 10

    /// Shows the output and the failures of hooks since the last call.
    ///
    /// - Parameter script: The script that the match continues with.
    mutating func show(of phones: [SimulatedDevice], script: GameScript) {
        var room = Self.printedAtOnce
        var leftOut = 0
        for phone in phones {
            for printout in phone.printouts.dropFirst(shownPrintouts[phone.person] ?? 0) {
                for line in printout.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
                    printout.text.hasSuffix("\n") ? 1 : 0)
                {
                    room -= line.utf8.count + 40  // includes the name of the hook
                    guard room >= 0 else {
                        leftOut += 1
                        continue
                    }
                    console.say("\(phone.person), \(printout.instance), \(printout.hook): \(line)", .quiet)
                }
            }
            shownPrintouts[phone.person] = phone.printouts.count
        }
        showPrintedByRules(of: phones)
        if leftOut > 0 {
            console.say(
                "\(leftOut) more printed line\(leftOut == 1 ? " is" : "s are") left out, because at most \(Self.printedAtOnce >> 10) KiB "
                    + "are shown between two typed lines.", .quiet)
        }
        tellFailures(of: phones, script: script)
    }

    /// Shows the output of the rules. Output that repeats with every drawing is shown once per
    /// typed line.
    private mutating func showPrintedByRules(of phones: [SimulatedDevice]) {
        for phone in phones {
            for printout in phone.scriptWitness?.takePrintouts() ?? []
            where toldPrintouts.insert(printout).inserted {
                console.show(
                    FailureReport.printed(printout.text, hook: printout.hook).flatMap {
                        console.screen.lines($0, .quiet)
                    })
            }
        }
    }

    /// Reports the failures since the last call. A failure that repeats is reported once per typed
    /// line, for the first phone that has it.
    mutating func tellFailures(of phones: [SimulatedDevice], script: GameScript) {
        for phone in phones {
            for failure in phone.scriptWitness?.take() ?? [] where !told.contains(where: failure.isSame) {
                told.append(failure)
                tell(failure, of: script, on: phone)
            }
            let hooks = phone.notices.compactMap(\.failure)
            for var failure in hooks.dropFirst(shownFailures[phone.person] ?? 0) {
                failure.printed = ""  // shown with the rest of the output of hooks
                tell(failure, of: script, on: phone)
            }
            shownFailures[phone.person] = hooks.count
        }
    }

    private func tell(_ failure: ScriptFailure, of script: GameScript, on phone: SimulatedDevice) {
        let report = FailureReport(failure: failure, files: script.folder.files)
        console.complain([StyledLine("On \(SafeText(phone.person))'s phone:")] + report.drawn(on: console.screen))
    }

    // MARK: One error

    /// Reports a failure of the script with its file and line; returns false for any other error.
    func tell(_ error: any Error, of script: GameScript) -> Bool {
        var error = error
        if case SessionError.game(let inner) = error { error = inner }
        let reread = error as? RereadError
        if let reread { error = reread.error }
        switch error {
        case GameError.failed(let failure):
            console.complain(
                FailureReport(failure: failure, files: reread?.files ?? script.folder.files).drawn(on: console.screen))
        case GameError.invalid(let problems):
            // quote the files as they are on the disk now
            let files =
                reread?.files ?? script.folder.url.flatMap { try? GameFolder(at: $0).files } ?? script.folder.files
            console.complain(ProblemReport(problems: problems, files: files).lines.flatMap { console.screen.line($0) })
        default: return false
        }
        return true
    }
}
