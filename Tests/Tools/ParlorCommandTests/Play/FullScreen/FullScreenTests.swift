import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// A session on the whole terminal, as a person sees it.
@Suite struct FullScreenTests {
    private func line(_ text: String, _ number: Int) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(number) ? String(lines[number]) : ""
    }

    @Test func drawsTheBoardInPlace() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe", seats: "Ana,Bob", [.look, .keys("b2\r"), .look, .keys("\u{4}\u{4}")])
        #expect(run.status == 0)
        #expect(line(run.seen[0], 0) == "  ┌───┬───┬───┐", "the board first")
        #expect(
            line(run.seen[0], 22) == "Tic-Tac-Toe: 1 Ana, 2 Bob. Seed 7." && line(run.seen[0], 23) == "Ana>",
            "\(run.seen[0])")
        #expect(line(run.seen[1], 0) == "Ana played b2." && line(run.seen[1], 4).contains("‹X›"))
        #expect(line(run.seen[1], 23) == "Bob>" && line(run.seen[1], 22).hasPrefix("Arrows choose"))
        #expect(!run.terminal.screen.isAlternate && !run.terminal.screen.hasMouse)
        #expect(run.terminal.screen.normal == "You left the match; it isn't saved. `save FILE` saves a match.\n")
    }

    @Test func theStatusLineKeepsARefusalUntilTheNextKey() throws {
        let run = try PlayedOnScreen("tic-tac-toe", [.keys("zz\r"), .look, .look, .keys("b"), .look, .keys("\u{15}")])
        #expect(line(run.seen[0], 22).hasPrefix("'zz' is no move of this game."))
        #expect(run.seen[1] == run.seen[0])
        #expect(line(run.seen[2], 22).hasPrefix("Arrows choose") && line(run.seen[2], 23) == "Seat 1> b")
    }

    @Test func longAnswersScrollAndEscapePutsThemAway() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe",
            [
                .keys("help all\r"), .look, .keys("\u{1B}[6~"), .look, .keys("\u{1B}[5~"), .look, .keys("\u{1B}"),
                .look,
                .look,
            ])
        #expect(run.seen[0].contains("Ana") == false && run.seen[0].contains("list the moves that you can play"))
        #expect(line(run.seen[0], 21).contains("lines below: PgDn"))
        #expect(!run.seen[0].contains("3 │ · │") && run.seen[4].contains("3 │ · │"), "the help takes the whole screen")
        #expect(
            run.seen[1] != run.seen[0] && !run.seen[1].contains("list the moves that you can play"), "\(run.seen[1])")
        #expect(run.seen[2] == run.seen[0])
        #expect(!run.seen[4].contains("lines below") && !run.seen[4].contains("list the moves that you can play"))
    }

    @Test func whoOnlyLooksCostsNothing() throws {
        let run = try PlayedOnScreen("tic-tac-toe", [.look, .look, .look, .keys("b"), .look])
        let written = run.terminal.writtenAtLooks
        #expect(written.count == 4 && written[0] > 0)
        #expect(written[1] == written[0] && written[2] == written[0] && written[3] > written[2], "\(written)")
    }

    @Test func arrowsWalkAndEnterPlays() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe",
            [.keys("\u{1B}[B"), .look, .keys("\u{1B}[C\u{1B}[B"), .look, .keys("\r"), .look, .keys("\u{1B}[A"), .look])
        #expect(line(run.seen[0], 22) == "a3: Enter plays it")
        #expect(line(run.seen[1], 22) == "b2: Enter plays it")
        #expect(line(run.seen[2], 0) == "Seat 1 played b2.")
        #expect(run.terminal.raw.contains("\u{1B}[2;7m"), "what is chosen stands in reverse")
        #expect(try run.session.match.status.ply == 1)
        #expect(line(run.seen[3], 22).hasSuffix(": Enter plays it"), "from where the last one was")
    }

    @Test func aClickPlaysAndATypedLineIsNotDisturbed() throws {
        var run = try PlayedOnScreen("tic-tac-toe", [.click(on: "·"), .look, .keys("\u{1B}[<0;79;20M"), .look])
        #expect(line(run.seen[0], 0) == "Seat 1 played a3." && run.seen[1].contains("Seat 2>"))
        run = try PlayedOnScreen("tic-tac-toe", [.keys("b3\u{1B}[D\u{8}c\r"), .look])
        #expect(line(run.seen[0], 0) == "Seat 1 played c3.", "with something typed, arrows move in the line")
    }

    @Test func aClickOnWhatIsTakenSaysWhyAndKeepsWhatIsTyped() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe", [.keys("b2\r"), .look, .keys("a"), .click(on: "X"), .look, .keys("\u{15}")])
        #expect(run.seen[1].contains("'b2' can't be played now. Seat 1 has played b2 already."), "\(run.seen[1])")
        #expect(try line(run.seen[1], 23) == "Seat 2> a" && run.session.match.status.ply == 1)
    }

    /// A greyed button is a move, never a command with the same name.
    @Test func aGreyedButtonIsNoCommand() throws {
        let script = try counting(
            "go = { play = function(state) state.n = state.n + 1 end },",
            more: "scene = function() return { kind = 'button', label = 'Leave', play = 'quit' } end,")
        let run = try PlayedOnScreen(script, [.click(on: "L"), .look, .keys("go\r"), .look])
        #expect(line(run.seen[0], 22).hasPrefix("'quit' is no move"), "\(run.seen[0])")
        #expect(try run.session.match.status.ply == 1)
    }

    @Test func tabCompletesAndListsWhatIsPossible() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe", [.keys("und\t"), .look, .keys("\u{15}re\t"), .look, .keys("\u{15}")])
        #expect(line(run.seen[0], 23) == "Seat 1> undo")
        #expect(line(run.seen[1], 22).contains("redo") && line(run.seen[1], 22).contains("replay"))
    }

    @Test func upBringsLinesBackByCtrlP() throws {
        let run = try PlayedOnScreen("tic-tac-toe", [.keys("b2\r"), .keys("\u{10}"), .look, .keys("\u{15}")])
        #expect(line(run.seen[0], 23) == "Seat 2> b2")
    }

    @Test func ctrlCClearsAndNeverLeavesAtOnce() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe",
            [.keys("b2"), .interrupt, .look, .interrupt, .look, .keys("a1\r"), .look, .interrupt, .interrupt])
        #expect(line(run.seen[0], 23) == "Seat 1>")
        #expect(line(run.seen[1], 22) == Console.interruptHint)
        #expect(line(run.seen[2], 0) == "Seat 1 played a1.")
    }

    @Test func ctrlDAsksWhereAMatchWouldBeLost() throws {
        var run = try PlayedOnScreen(
            "tic-tac-toe", [.keys("b2\r\u{4}"), .look, .keys("\r"), .look, .keys("\u{4}yes\r")])
        #expect(
            run.seen[0].contains("The match isn't over, and it isn't saved.") && run.seen[0].contains("yes or no>"))
        #expect(line(run.seen[1], 23) == "Seat 2>")
        #expect(run.session.console.isLeaving)
        run = try PlayedOnScreen("tic-tac-toe", [.keys("\u{4}"), .look])
        #expect(run.seen.isEmpty && run.terminal.screen.normal == "Goodbye.\n", "nothing would be lost")
    }

    @Test func theOutcomeIsLeftOnTheNormalScreen() throws {
        let run = try PlayedOnScreen(
            "tic-tac-toe", seats: "Ana,Bob", [.keys("a1\ra2\rb1\rb2\rc1\r"), .look, .keys("\u{4}")])
        #expect(
            run.terminal.screen.normal == "\u{1B}[1mAna wins.\u{1B}[0m\nGoodbye.\n"
                || run.terminal.screen.normal == "Ana wins.\nGoodbye.\n")
    }

    @Test func resizingDrawsAnewAndKeepsWhatIsTyped() throws {
        let run = try PlayedOnScreen(
            "connect-four", [.keys("4\r7"), .look, .resize(columns: 60, rows: 18), .look, .keys("\u{15}")])
        #expect(run.seen[0].contains("┼───┤"))
        let lines = run.seen[1].split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 18 && lines[17] == "Seat 2> 7")
        #expect(!run.seen[1].contains("┼───┤"), "closer, since the window is lower")
        #expect(run.seen[1].contains("Seat 1 played 4."), "the news stay")
    }

    @Test func ctrlLPaintsEverythingAgain() throws {
        let run = try PlayedOnScreen("tic-tac-toe", [.keys("\u{C}"), .look])
        #expect(run.terminal.raw.components(separatedBy: "┌───┬───┬───┐").count > 2)
    }

    @Test func aSecretIsGoneBeforeTheKeyboardChangesHands() throws {
        let run = try PlayedOnScreen(
            hideout, seats: "Ana,Bob",
            [
                .look, .keys("\r"), .keys("a1\r"), .look, .keys("c3\r"), .look, .keys("\r"), .look, .keys("\u{10}"),
                .look,
            ])
        #expect(run.seen[0].contains("Only Ana may look at the screen"))
        #expect(run.seen[1].contains("│‹S›│"))
        #expect(run.seen[2].contains("Hand the keyboard to Bob.") && !run.seen[2].contains("S"))
        #expect(line(run.seen[3], 23) == "Bob>" && !run.seen[3].contains("│ S │"))
        #expect(run.seen[4] == run.seen[3], "the history brings no secret back")
        #expect(run.terminal.screen.normal.contains("a1") == false)
    }

    @Test func clearingShowsAtOnce() {
        let terminal = EmulatedTerminal([.keys("\r"), .look])
        let screen = FullScreen(on: terminal, history: InputHistory(file: nil), charset: .unicode, colour: .none)
        screen.show(StyledLine("secret"), in: .picture)
        screen.show(StyledLine("secret"), in: .transcript)
        screen.show(StyledLine("secret"), in: .beside)
        #expect(screen.next(prompt: "") == .text(""))
        #expect(terminal.screen.text.contains("secret"))
        screen.clear(with: "")
        #expect(terminal.screen.lines.allSatisfy { $0 == "" })
        #expect(screen.next(prompt: "") == .end)
        #expect(!terminal.seen[0].contains("secret"))
    }

    @Test func complaintsGoToTheScreenAndToARedirectedStream() throws {
        let terminal = EmulatedTerminal([])
        var told: [String] = []
        let screen = FullScreen(
            on: terminal, history: InputHistory(file: nil), charset: .unicode, colour: .none, log: { told.append($0) })
        screen.show(StyledLine("It failed."), in: .complaint)
        screen.show(StyledLine("Saved."), in: .answer)
        #expect(told == ["It failed."])
        #expect(screen.next(prompt: "") == .end)
        #expect(terminal.screen.text.contains("It failed.\nSaved."))
    }

    @Test func aMoveThatNeedsMoreIsBegunInTheLine() throws {
        let script = try counting(
            """
            bid = { args = { type = "integer", min = 1, max = 9, help = "a number" },
                    play = function(state) state.n = state.n + 1 end },
            """, more: "scene = function() return { kind = 'button', label = 'Offer', play = 'bid' } end,")
        let run = try PlayedOnScreen(script, [.click(on: "Offer"), .look, .keys("\u{15}")])
        #expect(line(run.seen[0], 23) == "Seat 1> bid")
    }
}
