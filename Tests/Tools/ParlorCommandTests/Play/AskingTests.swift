import Parlor
import Testing

@testable import GameRules
@testable import ParlorCommand

/// The line that says whose turn it is and what there is to do.
@Suite struct AskingTests {
    private func line(_ script: GameScript, seat: Int = 1, after plies: [(Int, String)] = []) throws -> String {
        let match = try Match(of: script)
        for (seat, move) in plies { try match.play(move, seat: seat) }
        return TurnPrompt(
            name: "Ann", moves: try match.legalMoves(for: seat), prompts: try match.views.prompts(for: seat)
        )
        .line
    }

    @Test func aGameSaysWhatIsToBeDone() throws {
        let ships = try GameCatalog(home: home).script(hideout)
        #expect(try line(ships).hasPrefix("Ann, hide a ship (2 left): a3, b3, "))
        #expect(try line(ships, after: [(1, "a1")]).hasPrefix("Ann, hide a ship (1 left): a3, "))
        let hidden = [(1, "a1"), (1, "c3")]
        #expect(try line(ships, seat: 2, after: hidden).hasPrefix("Ann, shoot at a cell: a3, "))
        #expect(try line(ships, after: hidden + [(2, "a1")]) == "Ann, say what a1 is: hit")
        #expect(try line(ships, seat: 2) == "Ann to move: ", "nobody is asked out of turn")
    }

    @Test(arguments: [
        ("go_on = { choices = { 1, 2 }, play = print }", "Ann, go on: 1, 2"),
        ("pass = { play = print }", "Ann to move: pass"),
        ("pass = { prompt = \"Pass.\", play = print }", "Ann, pass: pass"),
        ("x = { choices = { 1 }, prompt = \"X marks the spot\", play = print }", "Ann, X marks the spot: 1"),
        ("x = { choices = { 1 }, prompt = function() end, play = print }", "Ann, x: 1"),
        (
            "take = { choices = { 1, 2 }, play = print }, pass = { play = print }, "
                + "ask = { args = { type = \"integer\", min = 1, max = 3, help = \"a number\" }, play = print }",
            "Ann to move: ask <a number>, pass, take 1, 2"
        ),
        (
            "take = { choices = { 1, 2 }, prompt = \"Take some\", play = print }, "
                + "pass = { prompt = \"Wait\", play = print }",
            "Ann, wait or take some: pass, take 1, 2"
        ),
        ("x = { choices = { 1 }, prompt = \"a\\27[2J\\nb\", play = print }", "Ann, a�[2J b: 1"),
    ])
    func theMovesSayTheRest(_ moves: String, _ words: String) throws {
        #expect(try line(counting(moves)) == words)
    }

    /// A prompt may read the seat's secrets, and must change nothing.
    @Test func aPromptSeesWhatItsSeatSees() throws {
        let script = try counting(
            """
            hide = {
              secret = "match", choices = { 1 },
              prompt = function(state, seat, match)
                local own = (state.secret[seat] or {}).n or 0
                local other = state.secret[3 - seat]
                state.n, state.secret[seat].n = 5, 5
                return ("%s hid %d, %s"):format(match.name(seat), own, other and "seen" or "unseen")
              end,
              play = function(state, seat) state.secret[seat].n = (state.secret[seat].n or 0) + 1 end,
            },
            """)
        let match = try Match(of: script)
        try match.play("1", seat: 1)
        try match.play("1", seat: 2)
        let before = try match.digest()
        #expect(try match.views.prompts(for: 1, names: SeatNames([1: "Ann"])) == ["hide": "Ann hid 1, unseen"])
        #expect(try match.digest() == before && match.views.prompts(for: 2) == [:])
    }

    @Test func whatIsNoTextFails() throws {
        let match = try Match(of: counting("x = { choices = { 1 }, prompt = function() return {} end, play = print }"))
        #expect(throws: GameError.self) { try match.views.prompts(for: 1) }
        do { _ = try match.views.prompts(for: 1) } catch {
            #expect("\(error)".contains("moves.x.prompt: must give a text"))
        }
        let unfit = #expect(throws: GameError.self) { try counting("x = { prompt = 3, play = print }") }
        #expect("\(try #require(unfit))".contains("moves.x.prompt: must be a text or a function"))
    }
}
