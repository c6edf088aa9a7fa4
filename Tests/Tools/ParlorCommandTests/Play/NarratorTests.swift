import Parlor
import Testing

@testable import ParlorCommand

@Suite struct NarratorTests {
    private func narrator(_ seats: String) throws -> Narrator { Narrator(players: try Players(argument: seats)) }

    @Test func saysOnceWhoMovedAndHowOften() throws {
        let played = try PlayedSession(hideout, ["a1", "c3", "a1", "hit"], seats: "Ana,Bob")
        let narrator = try narrator("Ana,Bob")
        let match = played.session.match
        #expect(
            narrator.happened(try match.history(for: 2)) == "Ana moved in secret, twice. Bob played a1. Ana played hit."
        )
        #expect(narrator.happened(try match.history(for: 1)).hasPrefix("Ana played a1, c3. "))
        #expect(narrator.happened([]) == "")
        #expect(narrator.line(try match.history(for: 2)[0], number: 1) == "1. Ana sealed")
        try match.leave(seat: 2)
        #expect(narrator.happened(try match.history(for: nil).suffix(1)) == "Bob resigned.")
    }

    @Test func aTypedMoveIsQuoted() throws {
        let script = try counting(
            """
            ask = { args = { type = "text", examples = { "x" } }, play = function(state) state.n = state.n + 1 end },
            """)
        let match = try Match(of: script)
        try match.play("ask Is it near?", seat: 1)
        try match.play("ask me", seat: 2)
        #expect(try narrator("Ana,Bob").happened(match.history(for: nil)) == "Ana: ask Is it near? Bob: ask me.")
    }

    @Test func saysHowItEnded() throws {
        let name = try Players(argument: "Ana,Bob,Cyd").name
        #expect(Outcome.win([2]).sentence(name) == "Bob wins.")
        #expect(Outcome.win([1, 2, 3]).sentence(name) == "Ana, Bob and Cyd win.")
        #expect(Outcome.draw.sentence(name) == "The game is drawn.")
        #expect(Outcome.scores([1, -2, 0.5]).sentence(name) == "Ana wins: Ana 1, Bob -2, Cyd 0.5.")
        #expect(Outcome.scores([1, 1, 0.5]).sentence(name) == "Ana and Bob win: Ana 1, Bob 1, Cyd 0.5.")
        #expect(Outcome.scores([2, 2]).sentence(name) == "Nobody is ahead: Ana 2, Bob 2.")
        #expect(Outcome.scores([2]).sentence(name) == "The game is over: Ana 2.")
    }
}
