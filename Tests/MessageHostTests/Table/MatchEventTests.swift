import MessageWire
import Testing

@testable import MessageHost

/// What a seat did, in the words of a script.
@Suite struct MatchEventTests {
    @Test func everyPlyHasAWord() throws {
        let key = SeatKey()
        let entry = SeatEntry(token: .empty, key: key.publicKey)
        let actions: [(Ply.Action, String)] = [
            (.move(1), "move"), (.move(.typed(name: "say", argument: 1)), "move"), (.join(entry), "join"),
            (.start([]), "start"), (.resign, "resign"), (.claim(against: 2), "claim"), (.close(nil), "close"),
        ]
        for (action, word) in actions {
            let event = MatchEvent(kind: .init(action), seat: 1)
            #expect(event.value["kind"]?.stringValue == word)
        }
    }

    /// Who closes a match may open what it had sealed: its bubble says so, and a script is told the same as ever.
    @Test func aClosingSaysThatItOpens() {
        let plain = MatchEvent(kind: .close, seat: 1)
        let opening = MatchEvent(kind: .close, seat: 1, discloses: true)
        #expect(plain.sentence("Ann") == "Ann closes the match")
        #expect(opening.sentence("Ann") == "Ann opens what was sealed")
        #expect(plain.value == opening.value)
    }
}
