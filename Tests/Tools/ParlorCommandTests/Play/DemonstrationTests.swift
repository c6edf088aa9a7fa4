import Effort
import Parlor
import Testing

@testable import ParlorCommand

@Suite struct DemonstrationTests {
    private func demonstration(_ script: GameScript) throws -> (status: Int32, output: String, session: HotSeatMode) {
        var output: [String] = []
        let session = HotSeatMode(
            match: try Match(of: script, options: TestEffort.options(of: script.id), seed: 3),
            players: Players(count: script.seats.lowerBound), screen: Screen(),
            lines: ScriptedLines([], isInteractive: false), write: { output.append($0) },
            complain: { output.append($0) },
            readScript: { () throws(GameError) in script })
        session.mostPlies = 450
        let status = session.demonstrate()
        return (status, output.joined(separator: "\n"), session)
    }

    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func playsOneGameToTheEnd(game: String) throws {
        let script = try GameCatalog(home: home).script(game)
        let first = try demonstration(script)
        #expect(first.status == 0)
        #expect(try first.session.match.status.outcome != nil)
        #expect(first.output.contains("parlor play \(game) --hot-seat --seed 3") && first.output.contains("Seed 3."))
        #expect(first.session.players.bots.count == first.session.match.seats, "nobody is asked for a move")
        #expect(try first.output == demonstration(script).output, "the seed decides it all")
        let plies = try first.session.match.status.ply
        #expect(first.output.components(separatedBy: " played ").count > plies / 3)
    }

    @Test func tellsOfAFailureAndOfAGameWithoutEnd() throws {
        let failing = try counting("go = { play = function() error('broken') end }")
        let failed = try demonstration(failing)
        #expect(failed.status == 1 && failed.output.contains("broken"))
        let endless = try demonstration(counting("go = { play = function() end }", more: "scene = function() end"))
        #expect(endless.status == 1 && endless.output.contains("isn't over after"))
    }
}
