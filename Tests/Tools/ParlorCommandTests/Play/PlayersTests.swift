import Parlor
import Testing

@testable import ParlorCommand

@Suite struct PlayersTests {
    @Test func readsNamesOrACount() throws {
        #expect(try Players(argument: "3").names == ["Seat 1", "Seat 2", "Seat 3"])
        #expect(try Players(argument: " Ana , Bob").names == ["Ana", "Bob"])
        #expect(try Players(argument: "Solo").count == 1)
    }

    @Test(arguments: [
        "", "0", "17", "-1", "Ana,", "Ana,ana", "Ana,2", "spectator,Ana", "Ana,\(String(repeating: "x", count: 21))",
        (1...17).map { "p\($0)" }.joined(separator: ","),
    ])
    func refusesNamesThatCannotBeToldApart(argument: String) {
        #expect(throws: GameError.self) { try Players(argument: argument) }
    }

    @Test func callsThoseWithoutANameByAnotherOne() throws {
        #expect(Players(count: 3).named(["Ann", "Bob"]).names == ["Ann", "Bob", "Seat 3"])
        #expect(try Players(argument: "Bob,Seat 2").named(["Ann", "Bob"]).names == ["Bob", "Seat 2"], "taken")
    }

    @Test func keepsEscapeSequencesOutOfNames() throws {
        let players = try Players(argument: "A\u{1B}[2Jna,Bob")
        #expect(players.names.allSatisfy { !$0.contains("\u{1B}") })
    }

    @Test func findsSeatsByNumberAndName() throws {
        let players = try Players(argument: "Ana,Bob")
        #expect(try players.seat("2") == 2)
        #expect(try players.seat("bOB") == 2)
        #expect(throws: GameError.self) { try players.seat("3") }
        do { _ = try players.seat("Anna") } catch { #expect("\(error)".contains("Did you mean 'Ana'?")) }
    }

    @Test func seatsBots() throws {
        var players = try Players(argument: "Ana,Bob,Cyd")
        try players.add(bot: "2=random")
        try players.add(bot: "Cyd")
        #expect(players.bots == [2, 3])
        #expect(players.roster == "1 Ana, 2 Bob (bot), 3 Cyd (bot)")
        try players.add(bot: "all")
        #expect(players.bots == [1, 2, 3])
        #expect(throws: GameError.self) { try players.add(bot: "2=clever") }
        #expect(throws: GameError.self) { try players.add(bot: "9") }
    }
}
