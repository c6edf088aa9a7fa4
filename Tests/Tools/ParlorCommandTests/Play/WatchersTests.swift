import Parlor
import Simulation
import Testing

@testable import ParlorCommand

/// More people than seats, without `--slow`: the people named first play, and the others watch.
@Suite struct WatchersTests {
    private func run(_ lines: [String], without: Set<String> = []) throws -> (run: ChatRun, text: String) {
        let run = try ChatRun("tic-tac-toe", lines, people: ["Ann", "Bob", "Cy"], without: without)
        return (run, run.terminal.text.replacing("\n", with: " "))
    }

    private func seat(_ run: ChatRun, _ person: String) throws -> Int? {
        let context = run.session.context
        return try context.world.device(person).match(of: context.game, in: context.chat)?.record.seat
    }

    @Test func theThirdTakesNobodysSeat() throws {
        let played = try run(["b2", "as Cy", "a1"])
        #expect(try seat(played.run, "Bob") == 2 && seat(played.run, "Cy") == nil)
        let flat = played.run.last.replacing("\n", with: " ")
        #expect(
            flat.contains("Cy can't play 'a1'. Cy watches Ann and Bob, and may bet: `bet 20 on Ann`."), "\(flat)")
        #expect(!played.text.contains("Cy, mark a cell"))
        let on = try run(["b2", "as Cy", "a1", "as Bob", "a1", "a2"])
        #expect(on.run.last.contains("Bob, mark a cell"))
    }

    @Test func theExampleOfTheHelpWorks() throws {
        let bet = try run(["b2", "as Cy", "bet 20 on Ann"])
        #expect(bet.text.contains("You offer 20 chips that Ann wins"), "\(bet.text)")
        let early = try run(["as Cy", "bet 20 on Ann"])
        #expect(early.text.contains("Cy watches Ann and Bob, and may bet once Ann has moved: `bet 20 on Ann`."))
    }

    @Test func whoHasTheGamePlays() throws {
        let played = try run(["b2", "as Cy", "a1"], without: ["Bob"])
        #expect(try seat(played.run, "Cy") == 2, "\(played.text)")
    }

    @Test func inTheNextMatchTheyWatchAgain() throws {
        let won = ["a1", "a2", "b1", "b2", "c1"]
        let next = try run(won + ["rematch", "b2", "as Cy", "a1"])
        #expect(try seat(next.run, "Cy") == nil && seat(next.run, "Bob") == 1 && seat(next.run, "Ann") == 2)
    }
}
