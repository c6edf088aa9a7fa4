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
        let page = table.help(about: "all", columns: 80) ?? []
        #expect(page.count == table.all.count + table.groups.count)
        for group in table.groups {
            let lines = table.help(about: group.name, columns: 80) ?? []
            #expect(lines.count == group.commands.count && page.contains("\(group.name):"))
            for (line, command) in zip(lines, group.commands) {
                #expect(line.hasPrefix("  \(command.usage) ") && line.hasSuffix(command.help) && page.contains(line))
            }
        }
        #expect(page.contains("  send                send what is in the draft field"))
        #expect(table.help(about: "send", columns: 40) == ["send: send what is in the draft field"])
        #expect(table.help(about: "/SCREEN", columns: 80)?.count == 2, "with advice")
        #expect(table.help(about: "snd", columns: 80) == nil)
        let undo = PlaySession.commands.help(about: "playing", columns: 80)
        #expect(undo?.contains("  undo [n], u                take back a turn, or n") == true)
    }

    /// Whoever types `help` reads it without scrolling, in the smallest terminal.
    @Test func theFirstPageFitsAScreenAndNamesEverything() {
        for (page, names) in [
            (ChatSession.commands.help(columns: 80), ChatSession.commands.names),
            (PlaySession.commands.help(columns: 80), PlaySession.commands.names),
        ] {
            #expect(page.count <= 20 && page.allSatisfy { $0.count <= 80 }, "\(page)")
            let words = Set(page.flatMap { $0.split(separator: " ").map(String.init) })
            #expect(names.allSatisfy(words.contains))
        }
        let most =
            (ChatSession.commands.groups.map(\.commands.count) + PlaySession.commands.groups.map(\.commands.count))
            .max()
        #expect(most ?? 0 <= 20)
    }

    @Test func groupsAndCommandsHaveDifferentNames() {
        #expect(Set(ChatSession.commands.topics).count == ChatSession.commands.topics.count)
        #expect(Set(PlaySession.commands.topics).count == PlaySession.commands.topics.count)
    }

    /// A longer one would be broken like a paragraph, and stand where the commands begin.
    @Test func everyLineOfTheHelpFitsEightyColumns() {
        for line in [
            ChatSession.commands.help(about: "all", columns: 80), PlaySession.commands.help(about: "all", columns: 80),
        ].flatMap({ $0 ?? [] }) {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test func saysWhatIsNear() throws {
        let moves = try Match(of: Catalog(home: home).script("tic-tac-toe")).legalMoves(for: 1)
        let table = PlaySession.commands
        #expect(table.suggestion(for: "b22", moves: moves) == "Did you mean 'b2'?")
        #expect(table.suggestion(for: "hitsory", moves: moves) == "Did you mean 'history'?")
        #expect(table.suggestion(for: "xyzzy", moves: moves) == nil && table.suggestion(for: "b2", moves: moves) == nil)
        let phones = ChatSession.commands
        for silly in ["s", "z", "a9", "stand", "hello", "1"] {
            #expect(phones.suggestion(for: silly, moves: []) == nil, "\(silly)")
            #expect(table.suggestion(for: silly, moves: moves) == nil, "\(silly)")
        }
        #expect(table.unknown("undoo") == "There is no command 'undoo'. Did you mean '/undo'?")
        #expect(table.unknown("") == "There is no command ''.")
    }
}
