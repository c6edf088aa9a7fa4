import Parlor
import Testing

@testable import ParlorCommand

@Suite struct CommandTableTests {
    @Test func noWordStandsTwice() {
        for words in [
            HotSeatMode.commands.all.flatMap { [$0.name] + $0.aliases },
            PhonesMode.commands.all.flatMap { [$0.name] + $0.aliases },
        ] {
            #expect(Set(words).count == words.count)
        }
    }

    @Test func theHelpIsMadeOfIt() {
        let table = PhonesMode.commands
        let page = table.help(about: "all", columns: 80) ?? []
        #expect(page.count == table.all.count + table.groups.count)
        for group in table.groups {
            let lines = table.help(about: group.name, columns: 80) ?? []
            #expect(lines.count == group.commands.count && page.contains("\(group.name):"))
            for (line, command) in zip(lines, group.commands) {
                #expect(
                    line.hasPrefix("  \(([command.usage] + command.aliases).joined(separator: ", ")) ")
                        && line.hasSuffix(command.help) && page.contains(line))
            }
        }
        #expect(page.contains("  send                send what is in the draft field"))
        #expect(table.help(about: "send", columns: 40)?.first == "send: send what is in the draft field")
        #expect(table.help(about: "/SCREEN", columns: 80)?.joined().contains("`screen locale de_DE`") == true)
        #expect(table.help(about: "dark", columns: 80) == table.help(about: "screen", columns: 80))
        #expect(table.help(about: "snd", columns: 80) == nil)
        let undo = HotSeatMode.commands.help(about: "playing", columns: 80)
        #expect(undo?.contains("  undo [n], u                take back a turn, or n turns") == true)
    }

    /// The page of `help` fits the smallest terminal.
    @Test func theFirstPageFitsAScreenAndNamesEverything() {
        for (page, names) in [
            (PhonesMode.commands.help(columns: 80), PhonesMode.commands.names),
            (HotSeatMode.commands.help(columns: 80), HotSeatMode.commands.names),
        ] {
            #expect(page.count <= 22 && page.allSatisfy { $0.count <= 80 }, "\(page)")
            let words = Set(page.flatMap { $0.split(separator: " ").map(String.init) })
            #expect(names.allSatisfy(words.contains))
        }
    }

    /// The page shows each name with its meaning if 80 columns have room for that; 60 × 20 shows
    /// only names.
    @Test func theFirstPageSaysWhatEachIsFor() {
        func check<Session>(_ table: CommandTable<Session>) {
            let page = table.help(columns: 80).joined(separator: "\n")
            for command in table.all {
                let gist = table.pages[command.name]?.gist ?? ""
                #expect(page.contains(gist) && !gist.isEmpty, "\(command.name)")
            }
            let narrow = table.help(columns: 60)
            #expect(narrow.count <= 18 && narrow.allSatisfy { $0.count <= 80 }, "\(narrow)")
        }
        check(PhonesMode.commands)
        check(HotSeatMode.commands)
    }

    @Test func aScreenReaderHearsEachCommandBeforeItsMeaning() throws {
        let spoken = PhonesMode.commands.spokenHelp()
        #expect(spoken.count == PhonesMode.commands.groups.count + 1)
        #expect(spoken.contains { $0.contains("send, send the draft; cancel, delete the draft;") })
        let run = try runProgram(["play", "tic-tac-toe", "--words"], input: "help\n")
        #expect(run.output.replacing("\n", with: " ").contains("betting: bet, bet on the result; bets, list all bets."))
        #expect(!run.output.contains("playing                   phone"), "\(run.output)")
    }

    /// `help WORD` has a paragraph and an example for every command, and every page is about an
    /// existing command.
    @Test func everyCommandHasAPageWithExamplesThatAreRead() {
        func check<Session>(_ table: CommandTable<Session>, _ pages: [HelpPage]) {
            #expect(Set(pages.map(\.name)) == Set(table.names) && pages.count == table.names.count)
            for command in table.all {
                guard let page = table.pages[command.name] else { continue }
                #expect(page.text.count > 30 && page.text.hasSuffix(".") && !page.examples.isEmpty, "\(page.name)")
                #expect(
                    table.help(about: command.name, columns: 80)?.contains(page.text) == true || !command.advice.isEmpty
                )
                for example in page.examples {
                    let parts = example.split(separator: " ", maxSplits: 1).map(String.init)
                    let found = table.find(parts[0])
                    #expect(found?.name == command.name, "\(example)")
                    #expect(found?.read(parts.count == 2 ? parts[1] : "") != nil, "\(example)")
                }
                for word in page.also { #expect(table.find(word) == nil, "\(word) is a command of its own") }
            }
            let others = pages.flatMap(\.also)
            #expect(Set(others).count == others.count && Set(others).isDisjoint(with: table.groups.map(\.name)))
        }
        check(PhonesMode.commands, PhonesHelp.pages)
        check(HotSeatMode.commands, HotSeatMode.helpPages)
    }

    /// Every name in backticks on the pages exists: a command, an option or a word of an example.
    @Test func pagesNameCommandsThatExist() {
        func check(_ pages: [HelpPage], _ knows: (String) -> Bool) {
            for page in pages {
                let parts = page.text.components(separatedBy: "`")
                for named in stride(from: 1, to: parts.count, by: 2).map({ parts[$0] }) {
                    let word = String(named.trimmingPrefix("/").prefix { $0 != " " })
                    let isOther = named.hasPrefix("-") || named.hasPrefix("parlor ")
                    #expect(isOther || knows(word) || Self.argumentWords.contains(word), "\(page.name): \(named)")
                }
            }
        }
        check(PhonesHelp.pages) { PhonesMode.commands.find($0) != nil }
        check(HotSeatMode.helpPages) { HotSeatMode.commands.find($0) != nil }
    }

    /// Words that follow a command, and names in a Lua expression.
    private static let argumentWords: Set = ["dark", "light", "locale", "bubble", "draft", "view", "match", "seat"]

    @Test func groupsAndCommandsHaveDifferentNames() {
        #expect(Set(PhonesMode.commands.topics).count == PhonesMode.commands.topics.count)
        #expect(Set(HotSeatMode.commands.topics).count == HotSeatMode.commands.topics.count)
    }

    /// A line of more than 80 columns would be wrapped like a paragraph, into the column of the
    /// commands.
    @Test func everyLineOfTheHelpFitsEightyColumns() {
        for line in [
            PhonesMode.commands.help(about: "all", columns: 80), HotSeatMode.commands.help(about: "all", columns: 80),
        ].flatMap({ $0 ?? [] }) {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test func saysWhatIsNear() throws {
        let moves = try Match(of: GameCatalog(home: home).script("tic-tac-toe")).legalMoves(for: 1)
        let table = HotSeatMode.commands
        #expect(table.suggestion(for: "b22", moves: moves) == "Did you mean 'b2'?")
        #expect(table.suggestion(for: "hitsory", moves: moves) == "Did you mean 'history'?")
        #expect(table.suggestion(for: "xyzzy", moves: moves) == nil && table.suggestion(for: "b2", moves: moves) == nil)
        let phones = PhonesMode.commands
        for silly in ["s", "z", "a9", "stand", "hello", "1"] {
            #expect(phones.suggestion(for: silly, moves: []) == nil, "\(silly)")
            #expect(table.suggestion(for: silly, moves: moves) == nil, "\(silly)")
        }
        #expect(table.unknown("undoo") == "There is no command 'undoo'. Did you mean '/undo'?")
        #expect(table.unknown("") == "There is no command ''.")
    }
}
