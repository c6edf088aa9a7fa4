import MessageProtocol
import Testing

@testable import GameApps
@testable import MatchSessions

/// The words by which scripts know the plies of a seat.
@Suite struct MatchEventTests {
    @Test func everyPlyHasAWord() throws {
        let key = SeatKey()
        let entry = SeatedPlayer(token: .empty, key: key.publicKey)
        let actions: [(Ply.Action, String)] = [
            (.move(1), "move"), (.move(.typed(name: "say", argument: 1)), "move"), (.join(entry), "join"),
            (.start([]), "start"), (.resign, "resign"), (.claim(against: 2), "claim"), (.close(nil), "close"),
        ]
        for (action, word) in actions {
            let event = MatchEvent(kind: .init(action), seat: 1)
            #expect(event.value["kind"]?.stringValue == word)
        }
    }

    /// A seat that closes a match may disclose its sealed moves. The bubble says so, but a script
    /// sees an ordinary closing.
    @Test func aClosingSaysThatItOpens() {
        let plain = MatchEvent(kind: .close, seat: 1)
        let opening = MatchEvent(kind: .close, seat: 1, detail: .discloses)
        #expect(plain.sentence("Ann") == "Ann closes the match")
        #expect(opening.sentence("Ann") == "Ann opens what was sealed")
        #expect(plain.value == opening.value)
    }

    /// A device sends a witness ply also before the first move, even if nothing is rolled.
    @Test func whoIsThereBeforeTheFirstMoveIsReady() throws {
        let table = try DrawnMatchTests.Table(DrawnMatchTests.toss(), ["Ann", "Bob", "Cy"])
        try table.act(.answer, 2)
        let ann = table.seats[0].table
        let event = try #require(ann.records[table.id]).match.reader(using: ann.rules).event(
            at: #require(ann.records[table.id]).shown, from: 2)
        #expect(event.sentence("Bob") == "Bob is ready")
        #expect(event.value == MatchEvent(kind: .witness, seat: 2).value)
        #expect(MatchEvent(kind: .witness, seat: 2).sentence("Bob") == "Bob lets chance decide")
    }
}
