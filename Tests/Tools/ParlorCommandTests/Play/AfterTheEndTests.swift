import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// The end of a match: the next possible actions, and the questions before a match is discarded.
@Suite struct AfterTheEndTests {
    private static let won = ["a1", "a2", "b1", "b2", "c1"]

    @Test func theEndSaysWhatCanBeDone() throws {
        for way in [
            try PlayedSession("tic-tac-toe", Self.won, interactive: true).output,
            try ChatRun("tic-tac-toe", Self.won, people: ["Ann", "Bob"]).last,
        ] {
            for word in ["rematch", "new", "rules", "quit"] { #expect(way.contains("`\(word)`"), "\(way)") }
        }
        #expect(!(try PlayedSession("tic-tac-toe", Self.won).output.contains("rematch")), "nobody reads it in a pipe")
    }

    @Test func whoSatSecondBeginsTheRematch() throws {
        let seated = try PlayedSession("tic-tac-toe", Self.won + ["rematch", "b2"], seats: "Ana,Bob")
        #expect(seated.output.contains("Bob begins.") && seated.output.contains("Bob played b2."))
        #expect(try seated.session.match.status.ply == 1)
        let bots = try PlayedSession("tic-tac-toe", ["auto", "rematch"], seats: "Ana,Bob", bots: ["2"])
        #expect(bots.session.players.bots == [1] && bots.session.players.names == ["Bob", "Ana"])
        let phones = try ChatRun("tic-tac-toe", Self.won + ["rematch", "b2"], people: ["Ann", "Bob"])
        #expect(phones.terminal.text.contains("Bob begins."))
        #expect(phones.last.contains("Ann, mark a cell with O"), "\(phones.last)")
        let early = try PlayedSession("tic-tac-toe", ["b2", "rematch"])
        #expect(early.complaints.contains("The match isn't over: `new`"))
    }

    @Test(arguments: ["new", "resign"]) func aMatchIsThrownAwayOnlyByWhoeverMeansIt(_ word: String) throws {
        let no = try PlayedSession("tic-tac-toe", ["b2", word, "no", "a1"], interactive: true)
        #expect(try no.session.match.status.ply == 2 && no.output.contains("The match continues."))
        let yes = try PlayedSession("tic-tac-toe", ["b2", word, "yes"], interactive: true)
        #expect(try yes.session.match.status.ply == 0 || yes.session.isOver)
        let pipe = try PlayedSession("tic-tac-toe", ["b2", word])
        #expect(try pipe.session.match.status.ply == 0 || pipe.session.isOver, "a pipe isn't asked")
        let phones = try ChatRun("tic-tac-toe", ["b2", word, "no", "a1"], people: ["Ann", "Bob"])
        #expect(phones.terminal.text.contains("The match continues.") && phones.last.contains("Ann, mark a cell"))
        let first = try ChatRun("tic-tac-toe", ["new", "b2"], people: ["Ann", "Bob"])
        #expect(first.last.contains("Bob, mark a cell with O"), "nothing was played")
    }
}
