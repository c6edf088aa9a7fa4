import Conversations
import GameRules
import MessageHost
import MessageWire
import Testing

/// Claims without a shared clock: the overdue seat answers by moving.
@Suite struct ClaimTests {
    /// Ann has moved, Bob has joined with a move, and Ann owes the next one.
    private func begun() throws -> (Seat, Seat, MatchID) {
        let game = try script("tic-tac-toe")
        let (ann, bob) = (try Seat("Ann", game), try Seat("Bob", game))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.play("b2", in: match), from: ann)
        ann.read(try bob.play("a1", in: match), from: bob)
        return (ann, bob, match)
    }

    @Test func aMoveBeatsAClaim() throws {
        let (ann, bob, match) = try begun()
        let claim = try bob.act(.claim(1), in: match)
        #expect(try bob.table.status(of: match).outcome == .win([2]), "unless Ann moves")
        #expect(ann.read(claim, from: bob).isNews)
        #expect(ann.table.records[match]?.claimant == 2)
        #expect(try ann.table.status(of: match).turn == [1], "she looks at the match before the claim")
        #expect(try ann.table.legalMoves(in: match).count == 7)
        let answer = try ann.play("c3", in: match)
        #expect(ann.table.records[match]?.claimant == nil)
        #expect(bob.read(answer, from: ann).isNews)
        #expect(ann.head(match) == bob.head(match))
        #expect(try bob.table.status(of: match).outcome == nil)
        #expect(ann.read(try bob.play("a2", in: match), from: bob).isNews)
    }

    @Test func aMoveInFlightBeatsAClaim() throws {
        let (ann, bob, match) = try begun()
        let move = try ann.play("c3", in: match)
        let claim = try bob.act(.claim(1), in: match)
        #expect(!ann.read(claim, from: bob).isNews)
        #expect(bob.read(move, from: ann).isNews)
        #expect(ann.head(match) == bob.head(match))
    }

    @Test func aClosedClaimStays() throws {
        let (ann, bob, match) = try begun()
        _ = try bob.act(.claim(1), in: match)
        let closed = try bob.act(.close, in: match)
        #expect(ann.read(closed, from: bob).isNews)
        #expect(ann.table.records[match]?.claimant == nil)
        #expect(try ann.table.status(of: match).outcome == .win([2]))
        #expect(throws: TableError.self) { try ann.play("c3", in: match) }
    }

    @Test func aClaimNeedsItsTimeToPass() throws {
        let game = "tic-tac-toe"
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try room.play("b2", game, by: ann)
        try room.play("a1", game, by: bob)
        #expect(throws: DeviceError.self) { try bob.act(.claim(1), of: game, in: room.chat) }
        bob.turnLimit = .seconds(120)
        bob.now = .seconds(100)
        #expect(throws: DeviceError.self) { try bob.act(.claim(1), of: game, in: room.chat) }
        bob.now = .seconds(121)
        try bob.act(.claim(1), of: game, in: room.chat)
        try bob.perform(.userSend, of: game, in: room.chat)
        try room.deliver()
        try room.play("c3", game, by: ann)
        try room.open(game, on: bob)
        #expect(ann.news == ["Seat 2 claims the match: your time is up. Your move is the answer."])
        #expect(bob.match(of: game, in: room.chat)?.status.outcome == nil)
        #expect(bob.match(of: game, in: room.chat)?.status.ply == 3)
    }
}
