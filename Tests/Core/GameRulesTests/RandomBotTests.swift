import GameRules
import Testing
import Values

@Suite struct RandomBotTests {
    /// In this game each word must follow on the previous one. If an example is refused, a bot tries another example or
    /// another move.
    @Test(arguments: 1...10) func itGoesOnWhereAnExampleIsRefused(_ seed: Int) throws {
        let folder = home.folder.appendingPathComponent("sdk/guide/examples/chain")
        let match = try Match(of: GameScript(GameFolder(at: folder), library: ScriptSource(folder: home.sdk)))
        var bot = RandomBot(seed: UInt64(seed))
        for _ in 0..<100 {
            guard try match.status.outcome == nil else { break }
            try bot.play(match, seat: #require(match.status.turn.first))
        }
        #expect(try match.status.outcome != nil, "seed \(seed)")
    }
}
