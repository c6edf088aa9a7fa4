import GameApps
import MatchSessions
import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// A draft is neither sent as a side effect nor dropped silently.
@Suite struct DraftsKeptTests {
    private static let two = ["Ann", "Bob"]
    /// A seat moves twice in a row, so that the first move stays a draft.
    private static func twice() throws -> GameScript {
        try counting(
            "go = { choices = { 1, 2 }, play = function(state) state.n = state.n + 1 end }",
            more: "turn = function(state) return state.n // 2 % 2 + 1 end,")
    }

    private func run(_ lines: [String], isInteractive: Bool = true) throws -> (run: ChatRun, text: String) {
        let run = try ChatRun(try Self.twice(), lines, people: Self.two, isInteractive: isInteractive)
        return (run, run.terminal.text.replacing("\n", with: " "))
    }

    private func draft(_ run: ChatRun, _ person: String) throws -> Draft? {
        let context = run.session.context
        return try context.world.device(person).match(of: context.game, in: context.chat)?.record.draft
    }

    private func items(_ run: ChatRun) throws -> Int {
        try run.session.context.world.device("Bob").chats[run.session.context.chat]?.transcript.items.count ?? 0
    }

    @Test(arguments: ["new", "resign"]) func itIsAskedForBeforeItIsLost(_ word: String) throws {
        let no = try run(["1", word, "no"])
        #expect(no.text.contains("This would delete an unsent draft: 1."), "\(no.text)")
        #expect(try draft(no.run, "Ann") != nil && items(no.run) == 0)
        let yes = try run(["1", word, "yes"])
        #expect(yes.text.contains("1 is taken back."))
        #expect(try draft(yes.run, "Ann") == nil)
        #expect(!yes.text.contains("played 1"), "it was never sent: \(yes.text)")
        if word == "new" { #expect(try items(yes.run) == 0) }
        let pipe = try run(["1", word], isInteractive: false)
        #expect(pipe.text.contains("1 is taken back.") && !pipe.text.contains("unsent draft"), "a pipe isn't asked")
    }

    @Test func anotherPersonsDraftIsAskedForToo() throws {
        let no = try run(["1", "2", "1", "as Ann", "new", "no"])
        #expect(no.text.contains("1 stays drafted on Bob's phone."))
        #expect(no.text.contains("This would delete an unsent draft: 1. The match isn't over."), "\(no.text)")
        #expect(try draft(no.run, "Bob") != nil)
    }

    @Test func leavingWithADraftSaysSo() throws {
        #expect(try run(["1", "quit"]).text.contains("You left the match, and it isn't stored."))
        #expect(try !run(["quit"]).text.contains("You left"), "nothing was played")
        let sent = try ChatRun("tic-tac-toe", ["b2", "quit"], people: Self.two).terminal.text
        #expect(sent.contains("You left the match, and it isn't stored. `--store FILE` stores a match."))
        let over = try ChatRun("tic-tac-toe", ["a1", "a2", "b1", "b2", "c1", "quit"], people: Self.two).terminal.text
        #expect(!over.contains("You left"))
        let pipe = try ChatRun("tic-tac-toe", ["b2", "quit"], people: Self.two, isInteractive: false).terminal.text
        #expect(!pipe.contains("You left"))
    }

    /// If an act replaces a draft, the report names the draft.
    @Test func whatGivesWayIsNamed() throws {
        let lines = ["open", "start", "1", "2", "resign", "yes"]
        let run = try ChatRun(try Self.twice(), lines, people: Self.two, isSlow: true)
        let text = run.terminal.text.replacing("\n", with: " ")
        #expect(text.contains("1, 2 is taken back."), "\(text)")
    }

    @Test func wordsShowInTheDraftField() throws {
        let run = try ChatRun("tic-tac-toe", ["b2", "text hi Bob", "send"], people: Self.two)
        #expect(run.screens[2].contains("hi Bob") && run.screens[2].contains("`send` sends them."), "\(run.screens[2])")
        #expect(run.last.contains("hi Bob") && !run.last.contains("`send` sends them."))
    }
}
