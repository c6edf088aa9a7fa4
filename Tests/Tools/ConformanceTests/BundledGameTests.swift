import Effort
import GameRules
import Testing

@testable import Conformance

/// The bundled games have all properties that `check` demands of a game.
struct BundledGameTests {
    @Test(arguments: [
        "battleship", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig", "rock-paper-scissors",
        "tic-tac-toe",
    ])
    func aBundledGameIsClean(id: String) throws {
        // A match on the large sea has four hundred plies: `make test-check` plays it in an
        // optimised build.
        let script = try id == "battleship" ? onTheSmallSea(id) : catalog().script(id)
        let report = conformance(
            of: script, options: CheckOptions(seed: 1, games: TestEffort.extent(quick: 2, full: 6)))
        for result in report.results { print(id, result.property, result.verdict) }
        print(report.figures)
        #expect(report.isClean, "\(id): \(report.findings.map(\.description).joined(separator: "\n"))")
    }

    private func onTheSmallSea(_ id: String) throws -> GameScript {
        let folder = try catalog().folder(id)
        let text = try #require(folder.files["game.lua"])
        let small = text.replacing(
            "size = { default = 10, values = { 10, 8, 3 },", with: "size = { default = 3, values = { 3 },")
        #expect(small != text)
        let others = folder.files.filter { $0.key != "game.lua" }
        return try GameScript(GameFolder(id: id, game: small, files: others), library: catalog().library)
    }
}
