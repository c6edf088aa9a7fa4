import Conversations
import Foundation
import GameRules
import LuaRuntime
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// Messages of strangers: endless invitations, a move that isn't in its only valid form, and rounds
/// before all seats are taken.
@Suite struct StrangersTests {
    @Test func matchesThatNobodyOpenedHoldNoLuaState() throws {
        let script = try script("tic-tac-toe")
        let cai = try SimulatedPerson("Cai", script)
        var last: (match: ForgedMatch, log: SignedLog)?
        for _ in 0..<40 {
            let forged = try ForgedMatch(script)
            let log = try forged.log([])
            #expect(cai.read(try forged.url(of: log, script), from: nil).isNews)
            last = (forged, log)
        }
        #expect(cai.table.records.count == 40 && cai.table.memoryUsed == 0)
        let id = try #require(last).match.match.id
        #expect(try cai.table.status(of: id).turn == [1])
        #expect(cai.table.memoryUsed > 0)
    }

    /// Hooks that start matches without end can't fill a device. If there are too many matches of
    /// which nobody else knows, the oldest match is removed.
    @Test func matchesThatNobodyWasToldOfAreBounded() throws {
        let script = try script("tic-tac-toe")
        let ann = try SimulatedPerson("Ann", script)
        var last: MatchID?
        for number in 0..<40 {
            last = try ann.table.begin(
                as: ann.token, chat: ann.chat, session: ann.session, key: ann.newKey(), now: .seconds(number))
        }
        #expect(ann.table.records.count == 16)
        #expect(try ann.table.status(of: #require(last)).turn == [1])
        // matches with a draft aren't removed, so no further match can be started
        for id in ann.table.records.keys.sorted(by: { "\($0)" < "\($1)" }) {
            _ = try ann.table.play("b2", in: id, token: ann.token)
        }
        let refusal = #expect(throws: SessionError.self) {
            try ann.table.begin(
                as: ann.token, chat: ann.chat, session: ann.session, key: ann.newKey(), now: .seconds(99))
        }
        #expect(refusal.map { "\($0)".contains("matches haven't been sent yet") } == true)
        #expect(ann.table.records.count == 16)
        // the limit applies to each conversation separately
        _ = try ann.table.begin(
            as: ann.token, chat: Chat.ID("other"), session: ann.session, key: ann.newKey(), now: .seconds(99))
    }

    /// The memory pool has room for only one Lua state.
    @Test func theLeastRecentlyUsedIsPutAway() throws {
        let script = try script("tic-tac-toe")
        let pool = MemoryPool(limit: 1 << 20)
        let table = MatchTable(game: try GameID(script.id), shelf: ScriptVersions(script), pool: pool)
        let chat = Chat.ID("chat")
        var ids: [MatchID] = []
        for number in 0..<12 {
            let id = try table.begin(
                as: DisplayName("Ann"), chat: chat, session: Session(UUID()), now: .seconds(number))
            ids.append(id)
        }
        for id in ids {
            _ = try table.play("b2", in: id, token: .empty)
            #expect(try table.status(of: id).turn == [2])
            #expect(pool.leased <= pool.limit)
        }
    }

    @Test func aMatchOfTwoSeatsIsPutAwayAndComesBack() throws {
        let pool = MemoryPool(limit: 64 << 20)
        let ann = try CorrespondenceMatch(of: script("tic-tac-toe"), pool: pool)
        try ann.match.play("b2", seat: 1)
        let url = try ann.message(from: 1).url
        ann.putAway()
        #expect(pool.leased == 0)
        #expect(try ann.match.legalMoves(for: 2).count == 8)
        let bob = try #require(
            try CorrespondenceMatch.open(
                MessageURLCoder().envelope(from: url), shelf: ScriptVersions(script("tic-tac-toe")), pool: pool
            ).match)
        #expect(try bob.match.status.turn == [2] && bob.match.meters == nil)
        try bob.match.play("a1", seat: 2)
        let answer = try MessageURLCoder().envelope(from: bob.message(from: 2).url)
        ann.putAway()
        #expect(try ann.receive(answer).verdict.code == "adopt")
        #expect(try ann.match.status.ply == 2 && ann.match.legalMoves(for: 1).count == 7)
        #expect(try ann.match.digest() == bob.match.digest())
    }

    // MARK: One move, one form

    @Test(arguments: [Value.string("10"), .double(10), .string(" 10"), .string("0xa"), .null, .array([.int(10)])])
    func aTypedMoveHasOneForm(_ argument: Value) throws {
        let script = try ponderScript()
        let forged = try ForgedMatch(script)
        let move = Ply(seat: 1, action: .move(.typed(name: "ponder", argument: argument)))
        let cai = try SimulatedPerson("Cai", script)
        let url = try forged.url(of: forged.log([move]))
        #expect(cai.read(url, from: nil).verdict.code == "illegal_transition")
        let opened = try CorrespondenceMatch.open(MessageURLCoder().envelope(from: url), shelf: ScriptVersions(script))
        #expect(opened.verdict.code == "illegal_transition")
        // the valid form of the move
        let right = try forged.log([Ply(seat: 1, action: .move(.typed(name: "ponder", argument: .int(10))))])
        #expect(cai.read(try forged.url(of: right, script), from: nil).isNews)
    }

    @Test(arguments: [("mark", Value.string("a1")), ("pass", .null)])
    func whatIsListedIsToldByItsPlace(_ name: String, _ argument: Value) throws {
        let script = try name == "mark" ? script("tic-tac-toe") : ponderScript()
        let forged = try ForgedMatch(script)
        let cai = try SimulatedPerson("Cai", script)
        let log = try forged.log([Ply(seat: 1, action: .move(.typed(name: name, argument: argument)))])
        let verdict = cai.read(try forged.url(of: log), from: nil).verdict
        #expect(verdict.code == "illegal_transition", "\(verdict)")
        // in a match by the rules alone, a person may give the argument in any form
        let match = try Match(of: script)
        try match.play(name: name, argument: argument, seat: 1)
        #expect(match.log.first?.choice != .move(.typed(name: name, argument: argument)))
    }

    // MARK: Another game's path

    @Test func aKnownMatchUnderAnotherGamesNameIsAnother() throws {
        let room = try Room(["Ann", "Bob"], games: [script("tic-tac-toe"), script("connect-four")])
        let ann = try room["Ann"]
        try room.open("tic-tac-toe", on: ann)
        try ann.touch("start", of: "tic-tac-toe", in: room.chat)
        try ann.touch("b2", of: "tic-tac-toe", in: room.chat)
        try ann.perform(.userSend, of: "tic-tac-toe", in: room.chat)
        let url = try #require(ann.lastBubble(of: "tic-tac-toe", in: room.chat)?.bubble?.message.url)
        let moved = url.replacing("/tic-tac-toe#", with: "/connect-four#")
        for game in ["tic-tac-toe", "connect-four"] {
            let conversation = try #require(ann.chats[room.chat]?.conversations[game])
            let app = try #require(ann.games[game]?.app)
            let verdict = app.reader.read(moved, at: HostContext(conversation, in: room.chat, style: .compact))
            #expect(verdict?["code"] == "other_match", "\(game): \(String(describing: verdict))")
        }
        let match = try CorrespondenceMatch(of: script("tic-tac-toe"))
        try match.match.play("b2", seat: 1)
        let other = try match.message(from: 1).url.replacing("/tic-tac-toe#", with: "/connect-four#")
        #expect(try match.receive(MessageURLCoder().envelope(from: other)).verdict.code == "other_match")
    }

    // MARK: Records

    /// When a person asks for a seat with a new key, everything else in the record stays the same.
    @Test func whoAsksForASeatForgetsNothing() throws {
        let script = try script("blackjack")
        let people = try ["Ann", "Bob", "Cai"].enumerated().map { try SimulatedPerson($1, script, seed: UInt64($0)) }
        let match = try people[0].table.begin(
            as: people[0].token, seats: 3, chat: people[0].chat, session: people[0].session, now: .zero)
        let cai = people[2]
        let invitation = try people[0].act(.invite, in: match)
        for person in people[1...] { person.read(invitation, from: people[0]) }
        cai.read(try people[1].act(.join, in: match), from: people[1])
        var record = try #require(cai.table.records[match])
        let bet = try Bet(
            on: 1, chips: 5, number: 0, token: cai.token, key: cai.newKey(), in: record.signedLog.match)
        record.bets = [OfferedBet(bet: bet, number: 0)]
        record.sent.entries = [record.signedLog.head: [3: .init(text: "hit")]]
        (record.lastMove, record.lastMoves, record.superseded) = ("hit", ["hit"], "stand")
        record.dispute = .init(dispute: Dispute(seats: [2], theirs: record.signedLog), url: invitation)
        record.left = .init(head: record.signedLog.head, holder: people[0].participant.uuid.uuidString)
        record.toldSettlement = record.book.settlement(winners: nil)
        cai.table.records[match] = record
        _ = try cai.table.act(.join, in: match, token: cai.token, joining: cai.newKey())
        let after = try #require(cai.table.records[match])
        let changes: Set = ["match", "keys", "who", "joins", "draft"]
        for (old, new) in [
            (Mirror(reflecting: record), Mirror(reflecting: after)),
            (Mirror(reflecting: record.match), Mirror(reflecting: after.match)),
        ] {
            for (old, new) in zip(old.children, new.children) {
                let field = try #require(old.label)
                if changes.contains(field) { continue }
                #expect(String(describing: old.value) == String(describing: new.value), "\(field)")
            }
        }
        #expect(after.joins.count == record.joins.count + 1)
        #expect(after.who.participants == record.who.participants)
    }
}
