import Parlor
import Testing

@testable import ParlorCommand

@Suite struct NarratorTests {
    private func narrator(_ seats: String) throws -> Narrator { Narrator(players: try Players(argument: seats)) }

    @Test func saysOnceWhoMovedAndHowOften() throws {
        let played = try PlayedSession("battleship", ["a1", "c3", "a1", "hit"], seats: "Ana,Bob")
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

    @Test func saysHowItEnded() throws {
        let name = try Players(argument: "Ana,Bob,Cyd").name
        #expect(Outcome.win([2]).sentence(name) == "Bob wins.")
        #expect(Outcome.win([1, 2, 3]).sentence(name) == "Ana, Bob and Cyd win.")
        #expect(Outcome.draw.sentence(name) == "The game is drawn.")
        #expect(Outcome.scores([1, -2, 0.5]).sentence(name) == "The game is over: Ana 1, Bob -2, Cyd 0.5.")
    }

    @Test func namesTheChoices() throws {
        let narrator = try narrator("Ana,Bob")
        let hide = try Match(of: Catalog(home: home).script("battleship"))
        #expect(narrator.choices(of: 1, try hide.legalMoves(for: 1)).hasPrefix("Ana to hide: a3, b3, "))
        let moves = """
            take = { choices = { 1, 2 }, play = print }, pass = { play = print },
            ask = { args = { type = "integer", min = 1, max = 3, help = "a number" }, play = print },
            """
        let mixed = try Match(of: counting(moves))
        #expect(
            narrator.choices(of: 2, try mixed.legalMoves(for: 1)) == "Bob to move: ask <a number>, pass, take 1, 2")
    }
}
