import Conversations
import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

/// In a match of three, a seat signs two versions, and equally many seats build on each version.
/// The dispute is shown, and the match can continue.
@Suite struct DisputeTests {
    private static let game = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Stones", summary = "Take stones in turn.", version = 1, seats = { 2, 4 },
          setup = function() return { left = 20 } end,
          moves = { take = {
            choices = function(state) return { 1, 2, 3 } end,
            play = function(state, seat, count) state.left = state.left - count; state.last = seat end } },
          outcome = function(state) if state.left <= 0 then return parlor.win(state.last) end end,
        }
        """

    private let people: [SimulatedPerson]
    private let match: MatchID

    /// Creates Ann, Bob, Cy, and a copy of Bob's phone; all have seats.
    init() throws {
        let script = try GameScript(GameFolder(id: "stones", game: Self.game), library: GameCatalog(home: home).library)
        let people = try ["Ann", "Bob", "Cy", "Bob"].map { try SimulatedPerson($0, script) }
        let ann = people[0]
        let match = try ann.table.begin(as: ann.token, seats: 3, chat: ann.chat, session: ann.session, now: .zero)
        func tell(_ url: String, from sender: Int) {
            for (index, person) in people.enumerated() where index != sender { person.read(url, from: people[sender]) }
        }
        tell(try ann.act(.invite, in: match), from: 0)
        _ = try people[3].act(.join, in: match)  // with the same key
        for index in 1...2 { tell(try people[index].act(.join, in: match), from: index) }
        tell(try ann.act(.start, in: match), from: 0)
        (self.people, self.match) = (people, match)
        #expect(people.map { $0.table.records[match]?.seat } == [1, 2, 3, 2])
    }

    /// Returns the answers of Bob's phone and its copy to Ann's two versions.
    private func answers() throws -> [String] {
        let ann = people[0]
        let versions = try ["1", "2"].map { move in
            defer { ann.table.cancelDraft(of: match) }
            return try ann.table.play(move, in: match, token: ann.token).url
        }
        return try zip(versions, [people[1], people[3]]).map { version, bob in
            bob.read(version, from: ann)
            return try bob.play("1", in: match)
        }
    }

    @Test func aDisputeIsShownAndIsNoHindrance() throws {
        let (cy, answers) = (people[2], try answers())
        #expect(cy.read(answers[0], from: people[1]).isNews)
        let reading = cy.read(answers[1], from: people[1])
        #expect(reading.verdict.code == "disputed")
        let dispute = try #require(cy.table.records[match]?.dispute?.dispute)
        #expect(dispute.seats == [1])
        #expect(reading.verdict.line == dispute.line && dispute.line.contains("Seat 1"))
        #expect(try cy.table.status(of: match).turn == [3], "he can play on")
        #expect(try cy.table.reader(of: match).settlement() == nil, "bets stay where they are")
        // Cy's answer decides the dispute on all devices
        let decided = try cy.play("1", in: match)
        #expect(cy.table.records[match]?.dispute == nil)
        for bob in [people[1], people[3]] { #expect(bob.read(decided, from: cy).isNews) }
        #expect(Set([people[1], cy, people[3]].map { $0.head(match) }).count == 1)
        #expect(people[3].table.records[match]?.dispute == nil)
    }

    @Test func aLaterLogThatMoreBuiltOnEndsIt() throws {
        let answers = try answers()
        let (first, other) = (people[1], people[3])
        #expect(first.read(answers[1], from: nil).verdict.code == "disputed")
        // Cy has read only the other version, and continues that version
        let cy = people[2]
        cy.read(answers[1], from: other)
        #expect(first.read(try cy.play("3", in: match), from: cy).isNews)
        #expect(first.table.records[match]?.dispute == nil)
        #expect(first.head(match) == cy.head(match))
    }

    /// Bob and Cy have different versions, and each takes the other's version by hand.
    @Test func whoSwappedTheirVersionsIsTold() throws {
        let (bob, cy, answers) = (people[1], people[2], try answers())
        cy.read(answers[1], from: people[3])
        func dispute(of person: SimulatedPerson) -> MatchSession.KeptDispute? { person.table.records[match]?.dispute }
        #expect(bob.read(answers[1], from: cy).verdict.code == "disputed")
        #expect(cy.read(answers[0], from: bob).verdict.code == "disputed")
        #expect(dispute(of: bob)?.isSwapped == false && dispute(of: cy)?.isSwapped == false)
        for person in [bob, cy] { try person.table.goOnWithTheirs(in: match, now: .seconds(1)) }
        #expect(bob.head(match) != cy.head(match))
        // Bob took his version from Cy. This message comes from Ann, so it doesn't show that Cy
        // swapped versions, too
        #expect(bob.read(answers[0], from: people[0]).verdict.code == "disputed")
        #expect(dispute(of: bob)?.isSwapped == false)
        #expect(bob.read(answers[0], from: cy).verdict.code == "disputed")
        #expect(dispute(of: bob)?.isSwapped == true)
        #expect(bob.read(answers[0], from: nil).verdict.code == "disputed")
        #expect(dispute(of: bob)?.isSwapped == true, "the same message, tapped")
        let carrier = MessageURLCoder()
        let record = try #require(bob.table.records[match])
        let kept = try MatchRecord(record.stored(carrier), key: record.key, carrier: carrier)
        #expect(kept.left == record.left && kept.dispute == record.dispute)
        // Bob takes Cy's version again
        try bob.table.goOnWithTheirs(in: match, now: .seconds(2))
        #expect(bob.head(match) == cy.head(match) && dispute(of: bob) == nil)
        #expect(cy.read(answers[0], from: bob).verdict.code == "duplicate")
    }

    @Test func onesHandGoesOnWithTheirs() throws {
        let (cy, answers) = (people[2], try answers())
        #expect(throws: SessionError.self) { try cy.table.goOnWithTheirs(in: match, now: .zero) }
        cy.read(answers[0], from: people[1])
        cy.read(answers[1], from: people[1])
        try cy.table.goOnWithTheirs(in: match, now: .seconds(1))
        #expect(cy.head(match) == people[3].head(match))
        #expect(cy.table.records[match]?.dispute == nil)
        let decided = try cy.play("2", in: match)
        #expect(people[1].read(decided, from: cy).isNews)
    }
}
