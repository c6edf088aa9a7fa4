import Conversations
import GameRules
import LuaRuntime
import MessageProtocol
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The limits of stored data that a stranger or a script could otherwise extend without end.
struct RecordBoundsTests {
    @Test func requestsForASeatAreBounded() throws {
        let ann = try SimulatedPerson("Ann", script("blackjack"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        var record = try #require(ann.table.records[id])
        let identity = record.signedLog.match
        let joins = try (0..<100).map { _ in
            try SeatedJoin(seat: 2, token: try DisplayName("Eve"), key: SeatKey(), in: identity)
        }
        for join in joins { record.match.note(join) }
        #expect(record.joins == joins.suffix(MatchSession.mostJoinsForASeat))
        record.match.note(joins[95])
        #expect(record.joins.count == MatchSession.mostJoinsForASeat && record.joins.last == joins[95])
    }

    /// The equivocation guard stores only the choices near the end of the log. A match of a
    /// thousand open rounds therefore fits into the 64 KiB of a stored session.
    @Test func choicesFarBehindTheEndAreForgotten() throws {
        let ann = try SimulatedPerson("Ann", script("tic-tac-toe"))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, key: ann.newKey(), now: .zero)
        var session = try #require(ann.table.records[id]).match
        let key = try #require(session.key)
        for _ in 0..<1_000 {
            session.sent.note(
                [session.signedLog.head: [1: .init(text: "rock", move: .index(1))]], sentIn: session.signedLog)
            session.signedLog = try session.signedLog.adding([.move(.index(1))], seat: 1, key: key)
        }
        session.sent.note([:], sentIn: session.signedLog)
        #expect(session.sent.entries.count <= EquivocationGuard.headsRemembered + 1)
        #expect(session.sent.entries[session.signedLog.heads[999]] != nil)
        #expect(try session.bytes().count < MatchSession.mostBytes)
    }

    /// The system may report late that a message was sent. By then the device may no longer know
    /// the url as its own. No notice reports that such a message is late.
    @Test func anOwnMessageThatIsReadLateIsNoNews() throws {
        let room = try Room(["Ann", "Bob"], games: [script("tic-tac-toe")])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try room.open("tic-tac-toe", on: ann)
        for move in ["start", "b2"] { try ann.touch(move, of: "tic-tac-toe", in: room.chat) }
        try ann.perform(.userSend, of: "tic-tac-toe", in: room.chat)
        try room.deliver()
        var urls: [String] = []
        for (device, move) in [(bob, "a1"), (ann, "a2"), (bob, "c2")] {
            try room.play(move, "tic-tac-toe", by: device)
            urls.append(try #require(device.match(of: "tic-tac-toe", in: room.chat)?.record.url))
        }
        let (others, own) = (urls[0], urls[1])
        let app = try #require(ann.games["tic-tac-toe"]?.app)
        let conversation = try #require(ann.chats[room.chat]?.conversations["tic-tac-toe"])
        let before = app.channel.calls.count
        let read = app.reader.read(own, at: HostContext(conversation, in: room.chat, style: .compact))
        #expect(read?["code"] == "late")
        #expect(app.channel.calls.count == before)
        _ = app.reader.read(others, at: HostContext(conversation, in: room.chat, style: .compact))
        #expect(app.channel.calls.count == before + 1)
    }

    /// Each unreadable message is stored once, and only the last messages are stored.
    @Test func messagesThatWaitAreBounded() throws {
        let room = try Room(["Ann", "Bob"], games: [script("tic-tac-toe")])
        let ann = try room["Ann"]
        let app = try #require(ann.games["tic-tac-toe"]?.app)
        app.table.budget = ProcessorBudget(.zero)
        let conversation = try #require(ann.chats[room.chat]?.conversations["tic-tac-toe"])
        let bob = try SimulatedPerson("Bob", script("tic-tac-toe"))
        var urls: [String] = []
        for _ in 0..<70 {
            let id = try bob.table.begin(as: bob.token, chat: bob.chat, session: bob.session, now: .zero)
            urls.append(try bob.play("b2", in: id))
        }
        for url in urls + urls.suffix(1) {
            _ = app.reader.read(url, at: HostContext(conversation, in: room.chat, style: .compact))
        }
        #expect(app.reader.unread.map(\.url) == urls.suffix(64))
        app.table.budget = .message
        app.reader.readWaiting()
        #expect(app.reader.unread.isEmpty && app.table.records.count == 64)
    }
}
