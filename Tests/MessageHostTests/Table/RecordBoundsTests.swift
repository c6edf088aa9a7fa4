import Conversations
import GameRules
import LuaRuntime
import MessageWire
import Testing

@testable import MessageHost
@testable import Simulation

/// What a stranger or a script could make longer without end has an end.
struct RecordBoundsTests {
    @Test func requestsForASeatAreBounded() throws {
        let ann = try Seat("Ann", script("blackjack"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        var record = try #require(ann.table.records[id])
        let identity = record.signedLog.match
        let joins = try (0..<100).map { _ in
            try SeatedJoin(seat: 2, token: try DisplayToken("Eve"), key: SeatKey(), in: identity)
        }
        for join in joins { record.note(join) }
        #expect(record.joins == joins.suffix(MatchRecord.mostJoinsForASeat))
        record.note(joins[95])
        #expect(record.joins.count == MatchRecord.mostJoinsForASeat && record.joins.last == joins[95])
    }

    @Test func urlsOfDraftsAreBounded() throws {
        let ann = try Seat("Ann", script("tic-tac-toe"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let sent = try ann.play("b2", in: id)
        var record = try #require(ann.table.records[id])
        let own = record.signedLog.head
        #expect(record.signed[own] == sent)
        for number in 0..<500 {
            record.note(
                "url \(number)",
                ledTo: try Head([UInt8](repeating: UInt8(number % 251), count: 31) + [UInt8(number / 251)]))
        }
        #expect(record.signed.count <= MatchRecord.mostSigned && record.signed[own] == sent)
        #expect(record.signed.values.contains("url 499"))
    }

    /// Messages that can't be read are kept once each, and the last ones.
    @Test func messagesThatWaitAreBounded() throws {
        let room = try Room(["Ann", "Bob"], games: [script("tic-tac-toe")])
        let ann = try room["Ann"]
        let app = try #require(ann.games["tic-tac-toe"]?.app)
        app.table.budget = ProcessorBudget(.zero)
        let conversation = try #require(ann.chats[room.chat]?.conversations["tic-tac-toe"])
        let bob = try Seat("Bob", script("tic-tac-toe"))
        var urls: [String] = []
        for _ in 0..<70 {
            let id = try bob.table.begin(as: bob.token, chat: bob.chat, session: bob.session, now: .zero)
            urls.append(try bob.play("b2", in: id))
        }
        for url in urls + urls.suffix(1) {
            _ = app.read(url, at: Moment(conversation, in: room.chat, style: .compact))
        }
        #expect(app.unread.map(\.url) == urls.suffix(64))
        app.table.budget = .message
        app.readWaiting()
        #expect(app.unread.isEmpty && app.table.records.count == 64)
    }
}
