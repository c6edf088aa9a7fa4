import GameRules
import Testing

@testable import Conformance

/// The games that Parlor brings along hold what `check` asks of every game.
struct BundledGameTests {
    @Test(arguments: ["battleship", "blackjack", "connect-four", "rock-paper-scissors", "tic-tac-toe"])
    func aBundledGameIsClean(id: String) throws {
        let games = id == "battleship" ? 1 : 6  // of some four hundred plies
        let report = conformance(of: try catalog().script(id), options: CheckOptions(seed: 1, games: games))
        for result in report.results { print(id, result.property, result.verdict) }
        print(report.figures)
        #expect(report.isClean, "\(id): \(report.findings.map(\.description).joined(separator: "\n"))")
    }
}
