import Testing
import Values

@testable import Scenes

/// A choice is marked only for the player who made it. The last move on a board is marked for everybody.
@Suite struct OwnChoiceTests {
    private func drawn(_ value: Value, _ context: SceneContext) throws -> [String] {
        let scene = try Scene(value: value)
        return [
            TerminalRenderer().lines(scene, context: context).joined(separator: "\n"),
            TerminalRenderer(columns: 12).lines(scene, context: context).joined(separator: "\n"),
            SVGRenderer().document(scene, context: context, title: "t"),
            WordsRenderer().text(scene, context: context),
        ]
    }

    @Test(arguments: [
        SceneSamples.blackjack.value, ["kind": "text", "text": "The deck", "play": "hit"],
        ["kind": "cards", "cards": ["as"], "play": ["hit"]],
    ]) func anotherOnesChoiceLooksLikeNone(_ scene: Value) throws {
        for live: Set<String> in [[], ["hit", "stand"]] {
            var context = SceneContext(legalMoves: live)
            let plain = try drawn(scene, context)
            context.lastMove = "hit"
            let others = try drawn(scene, context)
            // the last move is stated in a sentence of its own, and not at the choice. This also holds for the words
            // in an SVG document
            #expect(others.map { $0.replacing("\nLast move: hit.", with: "") } == plain)
            #expect(others.map { $0.contains("\nLast move: hit.") } == [false, false, true, true])
            context.isLastMoveOwn = true
            let own = try drawn(scene, context)
            // a choice that may be made again doesn't count as made
            #expect(live.isEmpty ? zip(own, plain).allSatisfy { $0 != $1 } : own == others)
        }
    }

    @Test func aCellIsMarkedForEverybody() throws {
        let board = SceneSamples.grid(columns: 2, rows: 2) { $0 == "a1" ? [.mark("x")] : [] }
        let marked = try drawn(board, SceneContext(lastMove: "a1"))
        #expect(marked == (try drawn(board, SceneContext(lastMove: "a1", isLastMoveOwn: true))))
        #expect(marked != (try drawn(board, SceneContext())))
    }
}
