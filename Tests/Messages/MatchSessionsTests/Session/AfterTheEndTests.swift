import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

/// The text about a message that replaced our ply, in a match that is over.
struct AfterTheEndTests {
    @Test func nobodyIsAskedToMoveAgain() throws {
        let ann = try SimulatedPerson("Ann", script("tic-tac-toe"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let log = try #require(ann.table.records[id]).signedLog
        let cause = Adoption.Cause.longer
        for (action, asks) in [
            (Ply.Action.move(.index(1)), "Please move again."), (.resign, "Please resign again"),
        ] {
            let lost = [Ply(seat: 1, action: action, place: .alone)]
            let verdict = Verdict.adopt(Adoption(signedLog: log, cause: cause, known: 0, superseded: lost))
            #expect(verdict.line(isOver: false).contains(asks))
            #expect(verdict.line(isOver: true) == "What you sent crossed another message, and the match is over.")
        }
        let other = Verdict.adopt(Adoption(signedLog: log, cause: cause, known: 0, superseded: []))
        #expect(other.line(isOver: true) == "The match is over.")
        let new = Verdict.adopt(Adoption(signedLog: log, cause: .new, known: 0, superseded: []))
        #expect(new.line(isOver: true) == "This match is over. You can look at it.")
    }

    /// A seat opens a chain link of a lost run again, so others already know the link. With three
    /// or more seats the text says so. With two seats, nobody gains by knowing the link.
    @Test func aLinkThatIsKnownIsTold() throws {
        for (seats, tells) in [(2, false), (3, true)] {
            let ann = try SimulatedPerson("Ann", DrawnMatchTests.pig())
            let id = try ann.table.begin(
                as: ann.token, seats: seats, chat: ann.chat, session: ann.session, now: .zero)
            let log = try #require(ann.table.records[id]).signedLog
            let link = try Link([UInt8](repeating: 1, count: 16))
            for (opened, isTold) in [(link, tells), (nil, false)] as [(Link?, Bool)] {
                let lost = Ply(seat: 1, action: .move(.index(1)), link: opened)
                let adoption = Adoption(signedLog: log, cause: .fork(.undecided), known: 0, superseded: [lost])
                let line = Verdict.adopt(adoption).line
                #expect(line.contains("Please move again.") && line.contains("could foresee one random draw") == isTold)
            }
        }
    }
}
