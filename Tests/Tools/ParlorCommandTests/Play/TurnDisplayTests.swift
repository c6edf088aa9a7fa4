import Parlor
import Testing

@testable import ParlorCommand

/// Several people with secrets at one keyboard.
@Suite struct TurnDisplayTests {
    /// Returns the parts of an output between two clearings of the screen: what each person could
    /// see.
    private func screens(_ played: PlayedSession) -> [String] {
        played.output.components(separatedBy: Screen.wipe)
    }

    @Test func handsOverBetweenHiddenTurns() throws {
        let inputs = ["", "a1", "c3", "", "b2", "", "miss", ""]
        let played = try PlayedSession(hideout, inputs, seats: "Ana,Bob", interactive: true)
        #expect(try played.moves == ["a1", "c3", "b2", "miss"])
        let screens = screens(played)
        #expect(screens.count == 9)
        #expect(screens[1].contains("Only Ana may look at the screen now. Press Enter."))
        #expect(screens[2].contains("Ana played a1.") && screens[2].contains("‹S›"))
        #expect(screens[3].contains("Ana moved in secret, twice.\nHand the keyboard to Bob. Press Enter."))
        #expect(screens[5].contains("Bob played b2.\nHand the keyboard to Ana."))
        for screen in screens[3...5] where !screen.contains("Ana, say what") {
            #expect(!screen.contains("a1.") && !screen.contains("S │") && !screen.contains("‹S›"), "\(screen)")
        }
        #expect(screens[6].contains("Ana, say what b2 is: miss"))
        #expect(screens[8].contains("Bob played b2. Ana played miss."))
    }

    @Test func keepsSecretMovesFromTheArrowKeys() throws {
        let played = try PlayedSession(hideout, ["", "a1", "help", "c3"], seats: "Ana,Bob", interactive: true)
        #expect(played.lines.remembered == ["help"])
        let open = try PlayedSession("tic-tac-toe", ["b2"], interactive: true)
        #expect(open.lines.remembered == ["b2"])
    }

    @Test func asksBeforeItShowsSecrets() throws {
        let inputs = ["", "a1", "c3", "", "state", "no", "view Ana", "", "lua state.secret", "maybe", "state", "yes"]
        let played = try PlayedSession(hideout, inputs, seats: "Ana,Bob", interactive: true)
        #expect(played.output.components(separatedBy: "This shows what others hide.").count == 5)
        #expect(played.output.components(separatedBy: "secret = {{a1 = true, c3 = true}").count == 2)
        #expect(!played.output.contains("As Ana sees it"))
        let own = try PlayedSession(hideout, ["", "a1", "view Ana"], seats: "Ana,Bob", interactive: true)
        #expect(own.output.contains("As Ana sees it"))
    }

    @Test func gathersARoundAndThenShowsIt() throws {
        let inputs = ["", "rock", "", "paper", ""]
        let played = try PlayedSession("rock-paper-scissors", inputs, seats: "Ana,Bob", interactive: true)
        let screens = screens(played)
        #expect(screens[3].contains("Ana has moved.") && !screens[3].contains("rock"))
        #expect(screens[4].contains("Bob, throw") && !screens[4].contains("Ana played"))
        #expect(screens[5].contains("Ana played rock. Bob played paper."))
        #expect(screens[6].contains("Ana played rock. Bob played paper.") && screens[6].contains("Bob 1"))
    }

    @Test func needsNoHandOverWithBotsOrPipes() throws {
        for played in [
            try PlayedSession(hideout, ["a1", "b2"], bots: ["2"], interactive: true),
            try PlayedSession(hideout, ["a1", "b2"]),
            try PlayedSession("tic-tac-toe", ["b2"], interactive: true),
        ] {
            #expect(!played.output.contains(Screen.wipe) && !played.output.contains("Hand the keyboard"))
        }
    }

    @Test func showsEverythingAtTheEnd() throws {
        let inputs = ["", "a1", "c3", "", "a1", "", "hit", "", "c3", "", "hit"]
        let played = try PlayedSession(hideout, inputs, seats: "Ana,Bob", interactive: true)
        let end = try #require(screens(played).last)
        #expect(end.contains("Bob wins."))
        #expect(played.lines.prompts.last == "over> ")
    }

    @Test func leavesAtAHandOver() throws {
        let script = try GameCatalog(home: home).script(hideout)
        let played = try PlayedSession(script, [.interrupted, .interrupted, .text("a1")], interactive: true)
        #expect(played.output.contains("Ctrl-C again") && played.output.hasSuffix("Goodbye."))
        #expect(played.session.match.log.isEmpty)
    }

    @Test func asksEachSeatByName() throws {
        let played = try PlayedSession("tic-tac-toe", ["b2", "a1"], seats: "Ana,Bob", interactive: true)
        #expect(played.lines.prompts == ["Ana> ", "Bob> ", "Ana> "])
    }

    @Test(arguments: [20, 40, 200])
    func staysWithinTheWidth(columns: Int) throws {
        for game in [
            "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
            "rock-paper-scissors",
        ] {
            let played = try PlayedSession(
                game, ["auto 4", "help", "moves", "history", "stats", "state"], columns: columns)
            for line in played.output.split(separator: "\n") {
                #expect(SafeText(String(line)).columns <= columns, "\(game): \(line)")
            }
        }
    }

    /// After many plies at once, the board stays visible instead of their list.
    @Test func ofManyPliesTheLastAreTold() throws {
        let script = try counting("go = { choices = { 1 }, play = function(state) state.m = (state.m or 0) + 1 end }")
        let told = try PlayedSession(script, [.text("auto 20")], interactive: true)
        #expect(told.output.contains("15 earlier plies are left out: `history` lists them."), "\(told.output)")
        let few = try PlayedSession(script, [.text("auto 12")], interactive: true)
        #expect(!few.output.contains("left out"), "a round of many bots is told whole")
        #expect(!(try PlayedSession(script, [.text("auto 20")]).output.contains("left out")), "a pipe reads all")
    }
}
