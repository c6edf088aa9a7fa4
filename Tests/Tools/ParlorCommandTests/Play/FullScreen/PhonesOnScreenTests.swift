import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// Simulated phones on the whole terminal. The board is at the top and complete, other parts are
/// shortened, and bubbles can be tapped.
@Suite struct PhonesOnScreenTests {
    private func play(
        _ game: String, people: [String] = ["Ann", "Bob"], columns: Int = 80, rows: Int = 24, isKept: Bool = false,
        _ deeds: [EmulatedTerminal.Deed]
    ) throws -> EmulatedTerminal {
        let script = try GameCatalog(home: home).script(game)
        let terminal = EmulatedTerminal(columns: columns, rows: rows, deeds)
        let size = SizeOfTerminal(terminal)
        let session = PhonesMode(
            world: try Simulation(of: people, games: [script], seed: 3), script: script,
            screen: Screen(columns: { size.columns }, rows: { size.rows }),
            lines: FullScreen(on: terminal, history: InputHistory(file: nil), charset: .unicode, colour: .none),
            isSlow: false, bots: [], write: { _ in }, complain: { _ in })
        session.isKept = isKept
        #expect(session.run() == 0)
        return terminal
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(arguments: [(80, 24), (60, 20), (120, 40)], ["connect-four", "tic-tac-toe"])
    func theBoardIsWholeAndFirst(_ size: (Int, Int), _ game: String) throws {
        let move = game == "connect-four" ? "4" : "b2"
        let terminal = try play(game, columns: size.0, rows: size.1, [.keys("\(move)\r"), .look])
        let seen = lines(terminal.seen[0])
        #expect(seen.count == size.1)
        #expect(seen[0].hasPrefix("┏━ Bob: ") && seen[0].hasSuffix("┓"))
        let end = try #require(seen.firstIndex { $0.hasPrefix("┗") })
        #expect(seen[..<end].contains { $0.contains("└───┴───┴───") }, "the board's lower edge")
        #expect(
            seen[end + 1].hasPrefix(game == "connect-four" ? "Bob, drop a red disc (○): " : "Bob, mark a cell with O: ")
        )
        #expect(seen.contains { $0.contains("PgUp") || $0.contains("Ann played") }, "the transcript, or a sign of it")
        #expect(seen[0].contains("━ Ann") == (size.0 >= 100), "the other phone beside it where there is room")
        #expect(seen.last == "Bob>")
    }

    @Test func theTranscriptIsScrolledTo() throws {
        let keys = (Array(1...7) + Array(1...7)).map { "\($0)\r" }.joined()
        let terminal = try play(
            "connect-four",
            [.keys(keys), .look, .keys("\u{1B}[5~"), .look, .keys("\u{1B}[5~"), .look, .keys("\u{1B}"), .look, .look])
        #expect(terminal.seen[0].contains("lines above: PgUp"))
        #expect(!terminal.seen[0].contains("lines below"), "the board is whole")
        #expect(terminal.seen[1].contains("lines below: PgDn") && terminal.seen[1].contains("Bob played 7"))
        #expect(terminal.seen[2] != terminal.seen[1])
        #expect(terminal.seen[4] == terminal.seen[0])
    }

    @Test func aBubbleIsTappedWithTheMouse() throws {
        let terminal = try play(
            "tic-tac-toe", [.keys("b2\r"), .keys("close\r"), .look, .click(on: "Ann played b2"), .look])
        #expect(!terminal.seen[0].contains("compact") && terminal.seen[0].contains("Ann played b2"))
        #expect(terminal.seen[1].contains("compact") || terminal.seen[1].contains("expanded"), "it opened the game")
    }

    @Test func aClickPlaysOnAPhone() throws {
        let terminal = try play("tic-tac-toe", [.click(on: "·"), .look])
        #expect(lines(terminal.seen[0])[0].hasPrefix("┏━ Bob: ") && terminal.seen[0].contains("‹X›"))
    }

    @Test func aClickOnAnotherPhoneTakesThatOne() throws {
        let terminal = try play(
            "tic-tac-toe", columns: 120, rows: 40,
            [.keys("b2\r"), .look, .click(on: "━ Ann"), .look, .click(on: "━ Bob"), .look])
        #expect(lines(terminal.seen[0]).last == "Bob>")
        #expect(lines(terminal.seen[1]).last == "Ann>" && lines(terminal.seen[1])[0].hasPrefix("┏━ Ann"))
        #expect(lines(terminal.seen[2]).last == "Bob>")
    }

    @Test func ctrlDAsksUnlessTheConversationIsKept() throws {
        var terminal = try play("tic-tac-toe", [.keys("b2\r\u{4}"), .look, .keys("\u{4}")])
        #expect(terminal.seen[0].contains("it isn't saved"))
        terminal = try play("tic-tac-toe", isKept: true, [.keys("b2\r\u{4}"), .look])
        #expect(terminal.seen.isEmpty)
    }

    @Test func secretsHaveOnePhone() throws {
        let terminal = try play("battleship", columns: 120, rows: 40, [.look, .keys("\r"), .look])
        #expect(terminal.seen[0].contains("Only Ann may look at the screen") && !terminal.seen[0].contains("┏"))
        #expect(lines(terminal.seen[1])[0].hasPrefix("┏━ Ann: ") && !terminal.seen[1].contains("Bob:"))
    }

    /// The end of a match is shown whole, in the game's own frame.
    @Test(arguments: [
        ("tic-tac-toe", ["a1", "a2", "b1", "b2", "c1"]), ("connect-four", ["1", "2", "1", "2", "1", "2", "1"]),
    ])
    func theEndIsSeenWhole(_ game: String, _ moves: [String]) throws {
        let terminal = try play(
            game, [.keys(moves.map { "\($0)\r" }.joined()), .look, .keys("close\r"), .look])
        let seen = lines(terminal.seen[0])
        #expect(seen[0].hasPrefix("┏━ Ann: ") && seen[0].contains("expanded"), "\(seen[0])")
        let end = try #require(seen.firstIndex { $0.hasPrefix("┗") })
        #expect(seen[..<end].contains { $0.contains("└───┴───┴───") }, "the board's lower edge")
        #expect(seen[..<end].contains { $0.contains("┌───┬───┬───") }, "its upper edge")
        #expect(seen[end + 1].contains("Ann") && seen[end + 1].contains("`rematch`"), "\(seen[end + 1])")
        #expect(!terminal.seen[1].contains("expanded"), "closed, it stays closed")
    }

    /// A person who waits for many moves of bots sees their progress.
    @Test func botsGiveASignOfLife() throws {
        let script = try GameCatalog(home: home).script("tic-tac-toe")
        let terminal = EmulatedTerminal(columns: 80, rows: 24, [.keys("auto\r"), .look])
        let session = PhonesMode(
            world: try Simulation(of: ["Ann", "Bob"], games: [script], seed: 3), script: script,
            screen: Screen(columns: { 80 }, rows: { 24 }),
            lines: FullScreen(on: terminal, history: InputHistory(file: nil), charset: .unicode, colour: .none),
            isSlow: false, bots: [], write: { _ in }, complain: { _ in })
        session.console.progressInterval = .zero
        #expect(session.run() == 0)
        #expect(terminal.raw.contains("Bots play: 2 plies so far. Ctrl-C stops them."))
        #expect(!terminal.seen[0].contains("so far"), "it goes when they are done")
    }
}
