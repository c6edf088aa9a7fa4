import Testing
import Values

@testable import GameRules

/// The entries of the rules' log, and their form in a saved match.
@Suite struct LogEntryTests {
    private static let saved: [(LogEntry.Choice, Value)] = [
        (.move(3), [2, 3]),
        (.move(.typed(name: "say", argument: ["a", 1])), [2, "say", ["a", 1]]),
        (.move(.typed(name: "pass", argument: .null)), [2, "pass", .null]),
        (.leave(.resigned), [2, "resigned"]), (.leave(.claimed), [2, "claimed"]), (.leave(.timeout), [2, "timeout"]),
        (.leave(LeaveReason("went to bed")), [2, "went to bed"]), (.sealed, [2]),
    ]

    @Test(arguments: saved) func everyChoiceComesBackFromAFile(_ choice: LogEntry.Choice, _ saved: Value) throws {
        let entry = LogEntry(seat: 2, choice: choice)
        #expect(entry.value == saved)
        #expect(try #require(LogEntry(saved)) == entry)
        #expect((entry.leaving == nil) == (saved.arrayValue?.count != 2 || saved.arrayValue?.last == 3))
    }

    @Test(arguments: [[2, 0], [2, -1], [0, 1], [17, 1], [], [0], [17], [2, .null], [2, "a", 1, 1]] as [Value])
    func nothingElseIsOne(_ saved: Value) { #expect(LogEntry(saved) == nil) }
}
