import Testing

@testable import Scenes

@Suite struct GoodRunsTests {
    /// Returns the rows of a board that is written in letters: `x` is a highlighted cell.
    private func runs(_ rows: String...) -> (lines: [[Int]], alone: [Int]) {
        let cells = rows.joined().map { GridCell(name: SafeText("a"), isGood: $0 == "x") }
        let runs = GoodRuns(GridNode(columns: rows[0].count, rows: rows.count, cells: cells))
        return (runs.lines.map { [$0.first, $0.last] }, runs.alone)
    }

    @Test func findsLinesInEveryDirection() {
        #expect(runs("xxx", "...", "...").lines == [[0, 2]])
        #expect(runs("x..", "x..", "x..").lines == [[0, 6]])
        #expect(runs("x..", ".x.", "..x").lines == [[0, 8]])
        #expect(runs("..x", ".x.", "x..").lines == [[6, 2]])
    }

    @Test func twoLinesCrossAndNeighboursByChanceDont() {
        #expect(runs("xxx", "x..", "x..").lines == [[0, 2], [0, 6]])
        #expect(runs("xxx", "x..", "...").lines == [[0, 2]] && runs("xxx", "x..", "...").alone == [3])
    }

    @Test func aCellByItselfIsAlone() {
        #expect(runs("x..", "...", "..x").lines.isEmpty && runs("x..", "...", "..x").alone == [0, 8])
        #expect(runs("xx.", "...", "...").lines == [[0, 1]])
        #expect(runs("...", "...", "...").alone.isEmpty)
    }
}
