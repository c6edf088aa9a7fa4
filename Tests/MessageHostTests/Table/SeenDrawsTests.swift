import GameRules
import MessageWire
import Testing

@testable import MessageHost

/// What a draft drew was seen: whoever deletes it may sign that move again, and no other. A script's hooks play on the table too,
/// without asking which moves there are.
@Suite struct SeenDrawsTests {
    @Test func noOtherMoveTakesThePlaceOfOneThatDrew() throws {
        let ann = try Seat("Ann", script("blackjack"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let key = SeatKey()
        func play(_ move: String) throws -> Draft {
            try ann.table.play(move, in: id, token: ann.token, joining: key)
        }
        let hit = try play("hit")
        #expect(try ann.table.movesThatDrew(inDraftOf: id) == 1)
        ann.table.cancelDraft(of: id)
        let record = try #require(ann.table.records[id])
        #expect(
            throws: TableError.request(
                "You have played hit here, and seen what it drew: a draw can't be taken back. Play hit again.")
        ) { try play("stand") }
        #expect(ann.table.records[id]?.isSame(as: record) == true)
        #expect(try ann.table.legalMoves(in: id).map(\.text) == ["hit"])
        #expect(try play("hit").signedLog.head == hit.signedLog.head)
    }

    @Test func whatDrewNothingBindsNobody() throws {
        let ann = try Seat("Ann", script("blackjack"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let key = SeatKey()
        _ = try ann.table.play("stand", in: id, token: ann.token, joining: key)
        #expect(try ann.table.movesThatDrew(inDraftOf: id) == 0)
        ann.table.cancelDraft(of: id)
        #expect(try ann.table.play("hit", in: id, token: ann.token, joining: key).text == "hit")
    }
}
