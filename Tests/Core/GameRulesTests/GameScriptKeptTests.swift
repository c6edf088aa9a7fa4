import GameRules
import Testing

/// The stored text of a version gives that version again.
@Suite struct GameScriptKeptTests {
    @Test(arguments: ["tic-tac-toe", "battleship", "liars-dice"]) func hasTheSameDigest(_ game: String) throws {
        let script = try Catalog(home: home).script(game)
        let kept = try GameScript.kept(script.keptFiles, id: script.id, library: script.library)
        #expect(kept.digest == script.digest)
    }
}
