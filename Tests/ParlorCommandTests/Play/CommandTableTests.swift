import Parlor
import Testing

@testable import ParlorCommand

@Suite struct CommandTableTests {
    @Test func noWordStandsTwice() {
        for words in [
            PlaySession.commands.all.flatMap { [$0.name] + $0.aliases },
            ChatSession.commands.all.flatMap { [$0.name] + $0.aliases },
        ] {
            #expect(Set(words).count == words.count)
        }
    }

    @Test func theHelpIsMadeOfIt() {
        let table = ChatSession.commands
        let page = table.help(columns: 80)
        #expect(page.count == table.all.count + 2)
        for (line, command) in zip(page.dropFirst(), table.all) {
            #expect(line.hasPrefix("  \(command.usage) ") && line.hasSuffix(command.help))
        }
        #expect(page.contains("  send                send what is in the draft field"))
        #expect(table.help(columns: 40).contains("send: send what is in the draft field"))
        #expect(PlaySession.commands.help(columns: 80).contains("  undo [n], u                take back a turn, or n"))
    }

    /// A longer one would be broken like a paragraph, and stand where the commands begin.
    @Test func everyLineOfTheHelpFitsEightyColumns() {
        for line in ChatSession.commands.help(columns: 80) + PlaySession.commands.help(columns: 80) {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test func saysWhatIsNear() throws {
        let moves = try Match(of: Catalog(home: home).script("tic-tac-toe")).legalMoves(for: 1)
        let table = PlaySession.commands
        #expect(table.suggestion(for: "b22", moves: moves) == "Did you mean 'b2'?")
        #expect(table.suggestion(for: "hitsory", moves: moves) == "Did you mean 'history'?")
        #expect(table.suggestion(for: "xyzzy", moves: moves) == nil && table.suggestion(for: "b2", moves: moves) == nil)
        #expect(table.unknown("undoo") == "There is no command 'undoo'. Did you mean '/undo'?")
        #expect(table.unknown("") == "There is no command ''.")
    }
}
