import Parlor
import Testing

@testable import ParlorCommand

/// `state` of a game with secrets: the player's own view, or everything on request.
@Suite struct StateShownTests {
    private static let ownShips = "a3 = \"a3\"", otherShips = "b3 = \"b3\""
    private static let options: [String: Value] = ["size": 3]
    private static let placing = ["a3", "a2", "ready", "c1"]

    private func atOneKeyboard(_ line: String) throws -> String {
        try PlayedSession(
            "battleship", Self.placing + [line], bots: ["2"], options: Self.options, interactive: true
        ).output
    }

    @Test func atOneKeyboardWithABot() throws {
        let own = try atOneKeyboard("state")
        #expect(own.contains("The state as Seat 1 may see it. `state --all` also shows what others hide:"), "\(own)")
        #expect(own.contains(Self.ownShips) && own.components(separatedBy: "secret = ").count == 2)
        let whole = try atOneKeyboard("state --all")
        #expect(whole.contains("The whole state, with what others hide:") && !whole.contains("may see"))
        func secrets(_ text: String) -> Substring { text.components(separatedBy: "secret = ").last?.prefix(200) ?? "" }
        #expect(secrets(own).contains(Self.ownShips) && secrets(whole).contains(Self.ownShips))
        #expect(secrets(own) != secrets(whole), "the bot's ships are in the whole alone")
        let lines = try PlayedSession(
            "battleship", Self.placing + ["lua next(state.secret[2])", "state"], bots: ["2"], options: Self.options)
        #expect(lines.output.contains("may see"), "\(lines.output)")
    }

    @Test func onPhones() throws {
        let lines = ["scatter", "ready", "a10"]
        let own = try ChatRun("battleship", lines + ["state"], people: ["Ann", "Bob"], bots: ["Bob"]).terminal.text
        #expect(own.contains("The state as Ann may see it. `state --all`"), "\(own)")
        let whole = try ChatRun("battleship", lines + ["state --all"], people: ["Ann", "Bob"], bots: ["Bob"])
        #expect(whole.terminal.text.contains("The whole state, with what others hide:"))
    }

    @Test func whatHidesNothingIsWholeAndWithoutAWord() throws {
        for line in ["state", "state --all"] {
            let output = try PlayedSession("tic-tac-toe", ["b2", line]).output
            #expect(output.contains("b2 = 1") && !output.contains("hide"), "\(output)")
        }
        #expect(try PlayedSession("tic-tac-toe", ["state some"]).complaints.contains("`state [--all]`"))
    }

    /// An author sees the whole state.
    @Test func authorsSeeTheWhole() throws {
        let own = try PlayedSession(hideout, ["a1", "c3", "state"], bots: ["2"], interactive: true)
        #expect(own.output.contains("The whole state, with what others hide:"), "\(own.output)")
    }
}
