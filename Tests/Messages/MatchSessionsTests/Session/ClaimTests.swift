import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

/// Claims without a shared clock: claims change nothing, and the overdue seat answers a claim with
/// a move.
@Suite struct ClaimTests {
    /// Returns a match in which Ann has moved, Bob has joined with a move, and Ann owes the next
    /// move.
    private func begun() throws -> (SimulatedPerson, SimulatedPerson, MatchID) {
        let game = try script("tic-tac-toe")
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.play("b2", in: match), from: ann)
        ann.read(try bob.play("a1", in: match), from: bob)
        return (ann, bob, match)
    }

    @Test func aMoveAnswersAClaim() throws {
        let (ann, bob, match) = try begun()
        let claim = try bob.act(.claim(1), in: match)
        #expect(try bob.table.status(of: match).outcome == nil)
        #expect(try bob.table.claims(in: match).award == ProvisionalWin(winner: 2, overdue: 1))
        #expect(ann.read(claim, from: bob).isNews)
        #expect(try ann.table.claims(in: match).claimants == [2])
        #expect(try ann.table.status(of: match).turn == [1], "the board is live")
        #expect(try ann.table.legalMoves(in: match).count == 7)
        for seat in [ann, bob] { #expect(throws: SessionError.self) { try seat.act(.close, in: match) } }
        let answer = try ann.play("c3", in: match)
        #expect(try ann.table.claims(in: match).award == nil)
        #expect(bob.read(answer, from: ann).isNews)
        #expect(ann.head(match) == bob.head(match))
        #expect(try bob.table.claims(in: match).award == nil)
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

    /// Ann's message with a move is lost. Five minutes later she claims, and Bob gets the move and
    /// the claim in one message.
    @Test func aClaimInTheSameMessageAsAMoveIsAnswered() throws {
        let (ann, bob, match) = try begun()
        _ = try ann.play("c3", in: match)
        let both = try ann.act(.claim(2), in: match)
        #expect(bob.read(both, from: ann).isNews)
        #expect(try bob.table.claims(in: match).claimants == [1])
        #expect(try bob.table.legalMoves(in: match).map(\.text).contains("b1"))
        let answer = try bob.play("b1", in: match)
        #expect(ann.read(answer, from: bob).isNews)
        #expect(try ann.table.claims(in: match).award == nil)
        #expect(try ann.table.status(of: match).turn == [1])
    }

    @Test func aClaimInARoundIsAnswered() throws {
        let game = try openRounds()
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.act(.invite, in: match), from: ann)
        ann.read(try bob.act(.join, in: match), from: bob)
        let entered = try ann.play("rock", in: match)
        let claimed = try ann.act(.claim(2), in: match)
        // Bob's own entry crossed Ann's entry and claim; it stays his only entry of the round, also
        // after the claim
        _ = try bob.play("paper", in: match)
        bob.read(claimed, from: ann)
        _ = entered
        #expect(try bob.table.claims(in: match).claimants == [1])
        #expect(try bob.table.legalMoves(in: match).map(\.text) == ["paper"])
        ann.read(try bob.play("paper", in: match), from: bob)
        #expect(ann.head(match) == bob.head(match))
        #expect(try ann.table.status(of: match).ply == 2)
        #expect(try ann.table.claims(in: match).award == nil)
    }

    @Test func aResignationMakesAnAwardFinal() throws {
        let (ann, bob, match) = try begun()
        ann.read(try bob.act(.claim(1), in: match), from: bob)
        bob.read(try ann.act(.resign, in: match), from: ann)
        #expect(try bob.table.status(of: match).outcome == .win([2]))
        #expect(try bob.table.claims(in: match).award == nil)
        ann.read(try bob.act(.close, in: match), from: bob)
        #expect(ann.head(match) == bob.head(match))
        bob.read(try ann.act(.close, in: match), from: ann)
        #expect(ann.head(match) == bob.head(match))
    }

    @Test func whoHasntJoinedCantBeClaimedAgainst() throws {
        let game = try script("tic-tac-toe")
        let ann = try SimulatedPerson("Ann", game)
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        _ = try ann.play("b2", in: match)
        for (seat, word) in [(2, "taken"), (1, "your own"), (9, "There is no seat")] {
            do {
                _ = try ann.act(.claim(seat), in: match)
                Issue.record("seat \(seat) was claimed against")
            } catch {
                #expect("\(error)".contains(word) && !"\(error)".contains("ply"), "\(error)")
            }
        }
    }

    @Test func aClaimNeedsItsTimeToPass() throws {
        let game = "tic-tac-toe"
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try room.play("b2", game, by: ann)
        try room.play("a1", game, by: bob)
        #expect(throws: DeviceError.self) { try bob.act(.draft(.claim(1)), of: game, in: room.chat) }
        bob.turnLimit = .seconds(120)
        bob.now = .seconds(100)
        #expect(throws: DeviceError.self) { try bob.act(.draft(.claim(1)), of: game, in: room.chat) }
        bob.now = .seconds(121)
        try bob.act(.draft(.claim(1)), of: game, in: room.chat)
        try bob.perform(.userSend, of: game, in: room.chat)
        let view = try #require(bob.match(of: game, in: room.chat))
        #expect(view.status.outcome == nil && view.isAwarded)
        let bubble = bob.lastBubble(of: game, in: room.chat)?.bubble?.message.layout
        #expect("\(String(describing: bubble))".contains("won on time; "))
        try room.deliver()
        try room.play("c3", game, by: ann)
        #expect(ann.news.count == 1 && ann.news[0].hasSuffix("claims that your time is up. You can still move."))
        try room.open(game, on: bob)
        #expect(bob.match(of: game, in: room.chat)?.isAwarded == false)
        #expect(bob.match(of: game, in: room.chat)?.status.ply == 3)
    }

    /// A person who waits for an overdue seat may start another match with the Start button. The
    /// board of the old match stays live.
    @Test func aRematchIsOffered() throws {
        let game = "tic-tac-toe"
        let room = try Room(["Ann", "Bob"], games: [try script(game)])
        let (ann, bob) = (try room["Ann"], try room["Bob"])
        try ann.perform(.openFromDrawer(), of: game, in: room.chat)
        try ann.touch("start", of: game, in: room.chat)
        try room.play("b2", game, by: ann)
        try room.play("a1", game, by: bob)
        bob.turnLimit = .seconds(1)
        bob.now = .seconds(10)
        try bob.act(.draft(.claim(1)), of: game, in: room.chat)
        try bob.perform(.userSend, of: game, in: room.chat)
        let old = bob.match(of: game, in: room.chat)?.record.id
        try room.open(game, on: bob)
        try bob.touch("start", of: game, in: room.chat)
        #expect(bob.match(of: game, in: room.chat)?.record.id != old)
    }
}
