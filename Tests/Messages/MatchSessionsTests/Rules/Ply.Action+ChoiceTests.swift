import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Testing
import Values

/// The entries of the rules' log as plies of the protocol.
@Suite struct ChoiceToPlyTests {
    private static let choices: [(LogEntry.Choice, Ply.Action?)] = [
        (.move(7), .move(7)),
        (.move(.typed(name: "say", argument: "hi")), .move(.typed(name: "say", argument: "hi"))),
        (.leave(.resigned), .resign), (.leave(.claimed), nil), (.leave(.timeout), nil),
        (.leave(LeaveReason("went to bed")), nil),
    ]

    @Test(arguments: choices) func everyChoiceIsAPlyOrNone(_ choice: LogEntry.Choice, _ action: Ply.Action?) {
        #expect(Ply.Action(choice) == action)
    }
}
