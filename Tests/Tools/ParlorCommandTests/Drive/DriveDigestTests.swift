import Crypto
import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// The same seeds give the same games in two runs, byte for byte.
@Suite struct DriveDigestTests {
    private static let games = TestEffort.extent(quick: 2, full: 30)

    /// Plays random games and returns the hash over their last states.
    private func play(_ game: String, count: Int) throws -> String {
        let driver = try Driver()
        var hash = SHA256()
        for seed in 1...count {
            let match = try driver.open(game, #","seed":\#(seed)"#)
            let played = try driver.ok(#"{"op":"random","match":\#(match),"seed":\#(seed)}"#)
            #expect(played["outcome"] != .null, "\(game), seed \(seed)")
            hash.update(data: Data(driver.session.handle(#"{"op":"digest","match":\#(match)}"#).utf8))
            _ = try driver.ok(#"{"op":"close","match":\#(match)}"#)
        }
        return hash.finalize().map { String(format: "%02x", $0) }.joined()
    }

    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func twoRunsAgree(game: String) throws {
        let digests = try LuaThread.run { try (0..<2).map { _ in try play(game, count: Self.games) } }
        #expect(digests[0] == digests[1])
    }

    @Test func otherSeedsGiveOtherGames() throws {
        let driver = try Driver()
        let digests = try (0..<10).map { seed in
            let match = try driver.open("blackjack", #","seed":\#(seed)"#)
            return try driver.ok(#"{"op":"digest","match":\#(match)}"#)
        }
        #expect(Set(digests).count == 10)
    }
}
