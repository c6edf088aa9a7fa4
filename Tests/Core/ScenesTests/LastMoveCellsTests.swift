import Testing
import Values

@testable import Scenes

@Suite struct LastMoveCellsTests {
    private func grid(_ fields: [String: [SceneSamples.CellField]]) -> Value {
        SceneSamples.grid(columns: 3, rows: 3) { fields[$0] ?? [] }
    }

    /// Returns the names of the marked cells of the first board.
    private func marked(_ value: Value, _ move: String?) throws -> [String] {
        let scene = try Scene(value: value)
        let cells = LastMoveCells(scene, context: SceneContext(lastMove: move))
        var node = scene.root
        if case .stack(let stack) = node.content { node = stack.nodes[0] }
        guard case .grid(let grid) = node.content else { return ["no grid"] }
        return cells.indices(in: grid).sorted().map { grid.cells[$0].name.string }
    }

    @Test func marksTheCellThatPlaysTheMove() throws {
        let board = grid(["b2": [.play("centre")], "a1": [.play("corner")]])
        #expect(try marked(board, "centre") == ["b2"])
        #expect(try marked(board, "other") == [])
        #expect(try marked(board, nil) == [])
    }

    @Test func marksWhereTheDiscCameToRest() throws {
        let column: [SceneSamples.CellField] = [.play("b")]
        let board = grid(["b3": column, "b2": column + [.mark("o")], "b1": column + [.mark("x")]])
        #expect(try marked(board, "b") == ["b2"])
    }

    @Test func marksAllCellsOfAMoveThatIsNoColumn() throws {
        let board = grid(["a1": [.play("row"), .mark("x")], "b1": [.play("row"), .mark("x")]])
        #expect(try marked(board, "row") == ["a1", "b1"])
    }

    @Test func readsNamesWhenNoNodePlaysTheMove() throws {
        let board = grid(["b2": [.mark("x")]])
        #expect(try marked(board, "b2") == ["b2"])
        #expect(try marked(board, "a1c3") == ["c3"])
        #expect(try marked(board, "a1xb3=q") == ["b3"])
        #expect(try marked(board, "a1-c2-a3") == ["a3"])
        #expect(try marked(board, "a1b3q") == ["b3"])
        #expect(try marked(board, "a1 was it") == [])
        #expect(try marked(board, "hit a1") == [])
        #expect(try marked(board, "z9") == [])
    }

    @Test func doesNotGuessBetweenBoardsOrAgainstANode() throws {
        let board = grid(["b2": [.mark("x")]])
        #expect(try marked(SceneSamples.stack([board, board]), "b2") == [])
        #expect(try marked(SceneSamples.stack([board, SceneSamples.button("B2", "b2")]), "b2") == [])
    }
}
