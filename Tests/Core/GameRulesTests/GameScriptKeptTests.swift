import GameRules
import Testing

/// Loading the stored files of a version gives the same version again.
@Suite struct GameScriptKeptTests {
    @Test(arguments: ["tic-tac-toe", "battleship", "liars-dice"]) func hasTheSameDigest(_ game: String) throws {
        let script = try GameCatalog(home: home).script(game)
        let kept = try GameScript.kept(script.keptFiles, id: script.id, library: script.library)
        #expect(kept.digest == script.digest)
    }
}
