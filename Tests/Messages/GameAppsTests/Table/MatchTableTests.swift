import Conversations
import Foundation
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

struct MatchTableTests {
    @Test func twoPeoplePlayTicTacToeByMessages() throws {
        let game = try script("tic-tac-toe")
        let ann = try SimulatedPerson("Ann", game)
        let bob = try SimulatedPerson("Bob", game)
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        var url = try ann.play("b2", in: match)
        let players = [ann, bob]
        for (turn, move) in ["a1", "a2", "a3", "c2"].enumerated() {
            let (mover, other) = (players[(turn + 1) % 2], players[turn % 2])
            #expect(mover.read(url, from: other).isNews)
            #expect(mover.read(url, from: other).verdict == .duplicate)
            #expect(mover.head(match) == other.head(match))
            url = try mover.play(move, in: match)
        }
        #expect(bob.read(url, from: ann).isNews)
        #expect(try bob.table.status(of: match).outcome == .win([1]))
        #expect(throws: SessionError.self) { try bob.table.play("c1", in: match, token: bob.token) }
        #expect(bob.table.records[match]?.seat == 2)
        #expect(bob.table.records[match]?.signedLog.log.plies.count == 6)
    }

    @Test func aDraftCountsOnceItIsSent() throws {
        let game = try script("tic-tac-toe")
        let ann = try SimulatedPerson("Ann", game)
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let before = ann.head(match)
        let draft = try ann.table.play("b2", in: match, token: ann.token)
        #expect(ann.head(match) == before)
        let other = try ann.table.play("a1", in: match, token: ann.token)
        #expect(other.base == before)
        #expect(ann.read(draft.url, from: nil).isNews)  // the old draft was sent after all, and is legal
        #expect(ann.table.records[match]?.signedLog.head == draft.signedLog.head)
        #expect(throws: SessionError.self) { try ann.table.play("b3", in: match, token: ann.token) }
    }

    @Test func roundsGoInAnyOrderAndMeet() throws {
        let game = try openRounds()
        let ann = try SimulatedPerson("Ann", game)
        let bob = try SimulatedPerson("Bob", game)
        let match = try ann.table.begin(
            as: ann.token, options: ["rounds": 1], chat: ann.chat, session: ann.session, now: .zero)
        let invitation = try ann.act(.invite, in: match)
        bob.read(invitation, from: ann)
        let joined = try bob.act(.join, in: match)
        ann.read(joined, from: bob)
        let first = try ann.play("rock", in: match)
        let second = try bob.play("paper", in: match)
        #expect(ann.read(second, from: bob).isNews)
        #expect(bob.read(first, from: ann).isNews)
        #expect(ann.head(match) == bob.head(match))
        #expect(try ann.table.status(of: match).outcome == .win([2]))
    }

    @Test func aGroupIsStartedByItsInviter() throws {
        let game = try script("blackjack")
        let people = try ["Ann", "Bob", "Cy", "Di"].map { try SimulatedPerson($0, game) }
        let match = try people[0].table.begin(
            as: people[0].token, seats: 3, chat: people[0].chat, session: people[0].session, now: .zero)
        func tell(_ url: String, from sender: Int) {
            for (index, person) in people.enumerated() where index != sender { person.read(url, from: people[sender]) }
        }
        tell(try people[0].act(.invite, in: match), from: 0)
        #expect(throws: SessionError.self) { try people[0].table.act(.start, in: match, token: people[0].token) }
        tell(try people[1].act(.join, in: match), from: 1)
        tell(try people[2].act(.join, in: match), from: 2)
        tell(try people[0].act(.start, in: match), from: 0)
        #expect(people.map { $0.table.records[match]?.seat } == [1, 2, 3, nil])
        #expect(Set(people.map { $0.head(match) }).count == 1)
        #expect(throws: SessionError.self) { try people[3].table.play("hit", in: match, token: people[3].token) }
        for seat in 1...2 {
            #expect(people[seat].table.hasOnlyToAnswer(in: match))
            tell(try people[seat].act(.answer, in: match), from: seat)
        }
        let turn = try #require(try people[3].table.status(of: match).turn.first)
        tell(try people[turn - 1].play("stand", in: match), from: turn - 1)
        #expect(Set(people.map { $0.head(match) }).count == 1)
    }
}

extension MatchTableTests {
    /// A join can't be within a round. If a round started before the join, the match could never
    /// continue.
    @Test func aRoundWaitsForTheOtherSeat() throws {
        let game = try openRounds()
        let ann = try SimulatedPerson("Ann", game)
        let bob = try SimulatedPerson("Bob", game)
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        #expect(throws: SessionError.self) { try ann.play("rock", in: match) }
        let begun = try #require(ann.table.records[match])
        #expect(
            try begun.match.reader(using: ann.table.rules).seatToMove() == nil
                && ann.table.legalMoves(in: match).isEmpty)
        bob.read(try ann.act(.invite, in: match), from: ann)
        #expect(try bob.table.legalMoves(in: match).count == 3)
        ann.read(try bob.play("paper", in: match), from: bob)  // Bob's message also contains his join
        _ = try ann.play("rock", in: match)
        #expect(try ann.table.status(of: match).ply == 2)
    }

    /// Two of three seats have made their moves in a round, each without knowing of the other move.
    /// The third seat's device reads both messages and relays the united round. The relayed message
    /// has no seat as its sender. All devices adopt it.
    @Test func whoHasNotEnteredRelaysARound() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Three', seats = 3,
              setup = function() return { thrown = 0 } end,
              turn = function(state) return { 1, 2, 3 } end,
              moves = { throw = { choices = { 'a', 'b' }, play = function(state) state.thrown = state.thrown + 1 end } },
              outcome = function(state) if state.thrown == 6 then return parlor.draw() end end,
            }
            """
        let game = try GameScript(
            GameFolder(id: "three", game: source, files: [:]), library: GameCatalog(home: home).library)
        let people = try ["Ann", "Bob", "Cat"].map { try SimulatedPerson($0, game) }
        let (ann, bob, cat) = (people[0], people[1], people[2])
        let match = try ann.table.begin(
            as: ann.token, seats: 3, chat: ann.chat, session: ann.session, now: .zero)
        func tell(_ url: String, from sender: SimulatedPerson) {
            for seat in people where seat !== sender { seat.read(url, from: sender) }
        }
        tell(try ann.act(.invite, in: match), from: ann)
        for seat in [bob, cat] { tell(try seat.act(.join, in: match), from: seat) }
        tell(try ann.act(.start, in: match), from: ann)
        let (hers, his) = (try ann.play("a", in: match), try bob.play("b", in: match))
        for url in [hers, his] { cat.read(url, from: url == hers ? ann : bob) }
        let relayed = try cat.table.urlToSendAgain(match)
        #expect(ann.read(relayed, from: cat).isNews && bob.read(relayed, from: cat).isNews)
        #expect(ann.head(match) == cat.head(match) && bob.head(match) == cat.head(match))
    }

    /// Makes a match in which Bob's entry of a round is lost. Ann has made her move and a claim.
    /// Her last signature is over the claim, so no message has a signature at the end of her entry.
    /// Bob moved before this message arrived, so his device adopts Ann's log and his own entry is
    /// lost.
    private func crossed(rounds: Int = 3) throws -> (SimulatedPerson, SimulatedPerson, MatchID, first: String) {
        let game = try openRounds()
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let match = try ann.table.begin(
            as: ann.token, options: ["rounds": .int(Int64(rounds))], chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.act(.invite, in: match), from: ann)
        ann.read(try bob.act(.join, in: match), from: bob)
        _ = try ann.play("rock", in: match)
        let hers = try ann.act(.claim(2), in: match)
        let first = try bob.play("Paper", in: match)
        #expect(bob.read(hers, from: ann).isNews)
        return (ann, bob, match, first)
    }

    @Test func aLostEntryOfARoundIsSignedAgainAsItWas() throws {
        let (ann, bob, match, first) = try crossed()
        #expect(bob.table.records[match]?.superseded != nil)
        #expect(try bob.table.legalMoves(in: match).map(\.text) == ["paper"])
        #expect(throws: SessionError.self) { try bob.table.play("scissors", in: match, token: bob.token) }
        // Bob still can't play another move after the draft was discarded, because the first entry
        // may still reach Ann.
        _ = try bob.table.play("paper", in: match, token: bob.token)
        bob.table.cancelDraft(of: match)
        #expect(throws: SessionError.self) { try bob.table.play("scissors", in: match, token: bob.token) }
        let again = try bob.play("paper", in: match)
        #expect(ann.read(first, from: bob).isNews)
        bob.read(try ann.table.urlToSendAgain(match), from: ann)
        ann.read(again, from: bob)
        #expect(ann.head(match) == bob.head(match))
    }

    /// Ann may have adopted the round with Bob's lost entry. A resignation without this entry would
    /// be another version of the round, so Bob signs the entry again before the resignation.
    @Test func aLostEntryIsSignedAgainBeforeAResignation() throws {
        let (ann, bob, match, first) = try crossed()
        #expect(ann.read(first, from: bob).isNews)
        let resignation = try bob.act(.resign, in: match)
        #expect(ann.read(resignation, from: bob).isNews)
        #expect(ann.head(match) == bob.head(match))
        #expect(try ann.table.status(of: match).outcome == .win([1]))
        let plies = try #require(bob.table.records[match]).signedLog.log.plies
        #expect(plies.suffix(4).map(\.seat) == [1, 1, 2, 2])
    }

    /// A cheat can deliver the message with a lost resignation at any time. If the seat continued
    /// to play, the resignation would later end the match. The seat therefore signs nothing but the
    /// resignation.
    @Test func whoResignedStandsByIt() throws {
        let game = try script("tic-tac-toe")
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.act(.invite, in: match), from: ann)
        let joined = try bob.act(.join, in: match)
        _ = try bob.act(.resign, in: match)
        let crossing = try ann.play("b2", in: match)
        #expect(bob.read(crossing, from: ann).isNews)
        ann.read(joined, from: bob)
        let record = try #require(bob.table.records[match])
        #expect(record.owesResignation && record.superseded == "resign")
        #expect(try bob.table.legalMoves(in: match).isEmpty)
        #expect(throws: SessionError.self) { try bob.table.play("a1", in: match, token: bob.token) }
        #expect(throws: SessionError.self) { try bob.table.act(.claim(1), in: match, token: bob.token) }
        // the lost resignation can be played again like a move
        _ = try bob.table.play("resign", in: match, token: bob.token)
        bob.table.cancelDraft(of: match)
        #expect(throws: SessionError.self) { try bob.table.play("a1", in: match, token: bob.token) }
        #expect(ann.read(try bob.act(.resign, in: match), from: bob).isNews)
        #expect(ann.head(match) == bob.head(match))
        #expect(try bob.table.status(of: match).outcome == .win([1]))
        #expect(bob.table.records[match]?.owesResignation == false)
    }

    /// If the lost entry ends the match, Bob signs only the entry and no resignation.
    @Test func aLostEntryThatEndsTheMatchIsAllThatIsSigned() throws {
        let (ann, bob, match, first) = try crossed(rounds: 1)
        #expect(ann.read(first, from: bob).isNews)
        ann.read(try bob.act(.resign, in: match), from: bob)
        bob.read(try ann.table.urlToSendAgain(match), from: ann)
        #expect(ann.head(match) == bob.head(match))
        #expect(try bob.table.status(of: match).outcome == .win([2]))
    }

    /// Only a device that read both entries in separate messages can unite the round. The device
    /// can send the united round to the others, even if it has no seat.
    @Test func whoHasNoSeatTellsOfARoundItPutTogether() throws {
        let game = try openRounds()
        let people = try ["Ann", "Bob", "Cy", "Dot"].map { try SimulatedPerson($0, game) }
        let (ann, bob, cy, dot) = (people[0], people[1], people[2], people[3])
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        let invitation = try ann.act(.invite, in: match)
        bob.read(invitation, from: ann)
        let joined = try bob.act(.join, in: match)
        for other in [ann, cy, dot] { other.read(joined, from: bob) }
        let (hers, his) = (try ann.play("rock", in: match), try bob.play("paper", in: match))
        cy.read(hers, from: ann)
        cy.read(his, from: bob)
        #expect(try cy.table.status(of: match).ply == 2)
        let url = try cy.table.urlToSendAgain(match)
        for other in [ann, bob, dot] { #expect(other.read(url, from: cy).isNews) }
        #expect(Set([ann, bob, cy, dot].map { $0.head(match) }).count == 1)
        // the message names no seat as its sender, so Cy isn't taken for one of the players
        let seen = try #require(dot.table.records[match])
        #expect(seen.who.participant(on: 1, of: seen.signedLog.roster) == nil)
        #expect(try MessageURLCoder().envelope(from: url).sender == 0)
    }

    @Test func aDraftOfARoundMayBeReplacedBeforeItLeaves() throws {
        let game = try openRounds()
        let (ann, bob) = (try SimulatedPerson("Ann", game), try SimulatedPerson("Bob", game))
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.act(.invite, in: match), from: ann)
        ann.read(try bob.act(.join, in: match), from: bob)
        _ = try ann.table.play("rock", in: match, token: ann.token)
        ann.table.cancelDraft(of: match)
        #expect(bob.read(try ann.play("paper", in: match), from: ann).isNews)
    }

    @Test func whoAsksForASeatAgainAsksWithTheSameKey() throws {
        let game = try script("blackjack")
        let people = try ["Ann", "Bob", "Cy"].map { try SimulatedPerson($0, game) }
        let (ann, bob, cy) = (people[0], people[1], people[2])
        let match = try ann.table.begin(as: ann.token, seats: 3, chat: ann.chat, session: ann.session, now: .zero)
        let invitation = try ann.act(.invite, in: match)
        for guest in [bob, cy] { guest.read(invitation, from: ann) }
        // both want seat 2, and neither knows of the other
        let (first, other) = (try bob.act(.join, in: match), try cy.act(.join, in: match))
        ann.read(first, from: bob)
        ann.read(other, from: cy)
        #expect(throws: SessionError.self) { try ann.table.act(.start, in: match, token: ann.token) }
        bob.read(other, from: cy)
        cy.read(first, from: bob)
        for guest in [bob, cy] { ann.read(try guest.act(.join, in: match), from: guest) }
        #expect(Set(ann.table.records[match]?.joins.map(\.seat) ?? []) == [2, 3])
        #expect(ann.table.records[match]?.joins.count == 2)
        let start = try ann.act(.start, in: match)
        for guest in [bob, cy] { guest.read(start, from: ann) }
        #expect(Set(people.map { $0.table.records[match]?.seat }) == [1, 2, 3])
        #expect(throws: SessionError.self) { try bob.table.act(.claim(9), in: match, token: bob.token) }
    }
}
