import Conversations
import Foundation
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// The commands on phones that authors and testers use beside playing.
@Suite struct PhoneCommandTests {
    private func text(
        _ game: String, _ lines: [String], people: [String] = ["Ann", "Bob"], isSlow: Bool = false
    ) throws -> String {
        let run = try ChatRun(game, lines, people: people, isSlow: isSlow, isInteractive: false)
        return run.terminal.text.replacing("\n", with: " ")
    }

    // MARK: Authors

    @Test func authorsLookAtTheState() throws {
        #expect(try text("tic-tac-toe", ["b2", "state"]).contains("b2 = 1"))
        #expect(try text("tic-tac-toe", ["b2", "lua state.board.b2 + seat"]).hasSuffix("3"), "Bob is at hand")
        #expect(try text("tic-tac-toe", ["lua +"]).contains("lua: "))
        #expect(try text("tic-tac-toe", ["lua error('no')", "b2"]).contains("Ann played b2"), "the match lives on")
        #expect(try text("tic-tac-toe", ["state"], isSlow: true).contains("There is no match on Ann's phone yet"))
    }

    @Test func reloadPutsTheScriptOnThePhones() throws {
        let before = try counting("go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end }")
        let after = try counting("go = { choices = { 2 }, play = function(state) state.n = state.n + 2 end }")
        let world = try Simulation(of: ["Ann", "Bob"], games: [before], seed: 3)
        let terminal = SeenTerminal(["1", "reload", "1", "new", "2"], isInteractive: false)
        let session = PhonesMode(
            world: world, script: before, screen: Screen(columns: { 80 }), lines: terminal, isSlow: false, bots: [],
            write: { terminal.print($0) }, complain: { terminal.print($0) })
        session.readScript = { _ throws(GameError) in after }
        #expect(session.run() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("The new script is on the phones."))
    }

    // MARK: Drafts

    @Test func whatIsDraftedCanBeTakenBack() throws {
        let back = try text(hideout, ["a1", "undo", "a1", "c3", "b2"])
        #expect(back.contains("a1 is taken back.") && back.contains("Ann, hide a ship (2 left)"))
        #expect(
            try text("tic-tac-toe", ["b2", "undo"]).contains("Bob has no draft. A sent message can't be taken back."))
        let slow = try text("tic-tac-toe", ["open", "start", "b2", "undo"], isSlow: true)
        #expect(slow.contains("b2 is taken back."), "\(slow)")
    }

    // MARK: The network

    @Test(arguments: [
        ("offline Bob", "Bob's phone is offline"), ("online bob", "Bob's phone is online"),
        ("drop", "will lose Ann's next"),
        ("delay 5m", "takes 00:05:00 longer"), ("duplicate", "arrives twice"), ("partition", "Ann's phone is cut off"),
        ("heal", "reach each other again"), ("time +90", "It is 00:01:30 now."),
        ("reorder", "The order of 0 messages was reversed."),
        ("memory", "got a memory warning"), ("receive", "Nothing is on its way."),
    ])
    func eachSaysWhatItDid(_ line: String, _ words: String) throws {
        #expect(try text("tic-tac-toe", [line], isSlow: true).contains(words))
    }

    @Test func whatComesInIsSaid() throws {
        let said = try text("tic-tac-toe", ["open", "start", "b2", "compact", "send", "receive"], isSlow: true)
        #expect(said.contains("Something arrived for Bob: `as Bob` takes that phone."), "\(said)")
        #expect(try ChatRun("tic-tac-toe", [], isSlow: true).screens[0].contains("The clock stands still"))
    }

    // MARK: A phone's settings

    @Test func aPhoneIsSetUpOtherwise() throws {
        let run = try ChatRun(
            "tic-tac-toe", ["screen", "screen dark 800x600 text 1.5 locale de_DE bubble 200", "as Bob", "screen"],
            people: ["Ann", "Bob"], isSlow: true, isInteractive: false)
        let said = run.terminal.text.replacing("\n", with: " ")
        #expect(
            said.contains("Ann's phone: 390 by 844 points, text 1.0, en, light, bubbles up to 320 wide."), "\(said)")
        #expect(said.contains("Ann's phone: 800 by 600 points, text 1.5, de_DE, dark, bubbles up to 200 wide."))
        #expect(said.contains("Bob's phone: 390 by 844"), "each is its own")
        for wrong in ["screen big", "screen text", "screen 0x3", "screen text -1", "screen 3x4x5", "screen locale"] {
            #expect(try text("tic-tac-toe", [wrong]).contains("This is written `screen"), "\(wrong)")
        }
    }

    @Test func aGameIsTakenOffAndPutBack() throws {
        let said = try text("tic-tac-toe", ["b2", "a1", "as Bob", "uninstall", "moves", "install", "tap", "moves"])
        #expect(
            said.contains("Tic-Tac-Toe was removed from Bob's phone.") && said.contains("Bob has no move to make now."))
        #expect(
            try text("tic-tac-toe", ["uninstall", "uninstall"], isSlow: true).contains(
                "Ann's phone doesn't have Tic-Tac-Toe: `install` installs it."))
    }

    @Test func aGameIsOpenedInACamera() throws {
        let said = try text("tic-tac-toe", ["open media", "start", "b2"], isSlow: true)
        #expect(said.contains("11") || said.contains("media"), "\(said)")
        #expect(try text("tic-tac-toe", ["open car"], isSlow: true).contains("This is written `open [media]`"))
    }

    // MARK: Other conversations and games

    @Test func aSecondConversationIsAnotherMatch() throws {
        let said = try text("tic-tac-toe", ["b2", "chat work", "start", "a1", "chat chat", "a3", "chat", "chat no/no"])
        #expect(said.contains("Everybody looks at the conversation work."))
        #expect(said.contains("Bob played a1") && said.contains("Bob played a3"), "\(said.suffix(3000))")
        #expect(said.contains("This is the conversation chat; there are chat and work."))
        let alone = try text("tic-tac-toe", ["chat", "game"])
        #expect(alone.contains("This is the conversation chat; `chat NAME` begins another one."), "\(alone)")
        #expect(alone.contains("This game is Tic-Tac-Toe; `game GAME` adds another game."), "\(alone)")
        #expect(said.hasSuffix("The name of a conversation has 1 to 20 letters, digits and hyphens."))
    }

    @Test func aSecondGameIsBesideTheFirst() throws {
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let world = try Simulation(of: ["Ann", "Bob"], games: [script], seed: 3)
        let lines = ["b2", "game connect-four", "start", "4", "game tic-tac-toe", "a1", "game", "game chess"]
        let terminal = SeenTerminal(lines, isInteractive: false)
        let session = PhonesMode(
            world: world, script: script, screen: Screen(columns: { 80 }), lines: terminal, isSlow: false, bots: [],
            write: { terminal.print($0) }, complain: { terminal.print($0) })
        session.findGame = { name throws(GameError) in try GameCatalog(home: home).script(name) }
        _ = session.run()
        let said = terminal.text.replacing("\n", with: " ")
        #expect(said.contains("The game is Connect Four now.") && said.contains("played 4"), "\(said.suffix(3000))")
        #expect(said.contains("Bob played a1") && said.contains("there are tic-tac-toe and connect-four"))
        #expect(said.contains("There is no game") || said.contains("chess"))
    }

    @Test func whatIsKeptHasOneGameAndItsConversations() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).parlor").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        func play(_ lines: String) throws -> ProgramRun {
            try runProgram(["play", "tic-tac-toe", "--store", file], input: lines)
        }
        let one = try play("b2\nchat work\nstart\na1\ngame connect-four\n")
        #expect(one.status == 1 && one.errors.contains("has only one game: Tic-Tac-Toe"), "\(one.errors)")
        let again = try play("chat work\nb1\nchat chat\na3\n")
        #expect(again.status == 0 && again.output.contains("Ann played b1") && again.output.contains("Bob played a3"))
    }

    // MARK: Views

    /// A newcomer sees the scene of the free seat that he could take, with the names that people
    /// signed with.
    @Test func whoCouldTakeASeatSeesItsScene() throws {
        let script = try counting(
            "go = { choices = { 1 }, play = function(state) state.n = state.n + 1 end }",
            more: """
                scene = function(_, seat, _, match)
                  local who = seat and match.name(seat) or "nobody"
                  return { kind = "text", text = "seen by " .. who .. ", against " .. match.name(seat and 3 - seat or 1) }
                end,
                message = function(_, event, match)
                  if event.kind == "move" then return { caption = "A move of " .. match.name(event.seat) } end
                end,
                """)
        let sent = ["send", "receive", "receive"]
        func last(_ lines: [String]) throws -> String {
            let run = try ChatRun(
                script, ["open", "start", "1"] + sent + ["as Bob", "tap"] + lines, isSlow: true, isInteractive: false)
            return run.terminal.parts.last ?? ""
        }
        #expect(try last([]).contains("seen by Bob, against Ann"), "a person knows their own name")
        #expect(try last(["as Cy", "tap"]).contains("seen by Cy, against Ann"))
        #expect(try last([]).contains("A move of Ann"))
        let taken = ["1", "compact"] + sent
        #expect(try last(taken + ["expand"]).contains("seen by Bob, against Ann"))
        #expect(try last(taken + ["as Cy", "tap"]).contains("seen by nobody, against Ann"), "who can only watch")
    }

    @Test func theHandOverSaysWhatItIsFor() throws {
        let run = try ChatRun(hideout, ["", "a1", "c3", ""], people: ["Ann", "Bob"])
        #expect(run.screens[0].contains("so the screen is cleared"), "\(run.screens[0])")
        let alone = try ChatRun(hideout, ["a1"], people: ["Ann", "Bob"], bots: ["Bob"])
        #expect(!alone.terminal.text.contains("Press Enter"), "nobody looks over the shoulder")
    }
}
