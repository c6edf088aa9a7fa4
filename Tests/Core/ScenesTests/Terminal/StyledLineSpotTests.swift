import Testing
import Values

@testable import Scenes

/// The touchable columns of a line stay with the line wherever it is placed.
@Suite struct StyledLineSpotTests {
    private func columns(_ line: StyledLine) -> [Range<Int>] { line.spots.map(\.columns) }

    private var line: StyledLine {
        var line = StyledLine("a b c")
        line.touch(2..<3, .play("b"))
        line.touch(0..<1, .play("a"))
        return line
    }

    @Test func spotsMoveWithTheirLine() {
        #expect(columns(line) == [0..<1, 2..<3])
        #expect(columns(line.filled(to: 20, indent: 4)) == [4..<5, 6..<7])
        #expect(columns(line.centred(in: 11)) == [3..<4, 5..<6])
        #expect(columns(line.trimmed) == [0..<1, 2..<3])
        var joined = StyledLine("日")
        joined.append(line)
        #expect(columns(joined) == [2..<3, 4..<5])
    }

    @Test func whatLiesWithinCountsBeforeWhatLiesAround() {
        var around = line
        around.touch(0..<5, .play("all"))
        #expect(columns(around) == [0..<1, 2..<3])
        around.touch(4..<4, .play("nothing"))
        #expect(around.spots.count == 2)
    }

    @Test func whatCannotBePlayedGivesWay() {
        var dead = StyledLine("a b c")
        dead.touch(2..<3, .refused("b"))
        dead.touch(0..<3, .refused("all"))
        #expect(dead.spots == [StyledLine.Spot(columns: 2..<3, touch: .refused("b"))])
        dead.touch(0..<5, .line("/tap 1"))
        #expect(dead.spots == [StyledLine.Spot(columns: 0..<5, touch: .line("/tap 1"))])
        dead.touch(4..<5, .refused("c"))
        #expect(dead.spots.count == 1)
    }

    @Test func aWholeLineMayBeTouchable() {
        #expect(line.touchable(as: .line("as Bob")).spots == [StyledLine.Spot(columns: 0..<5, touch: .line("as Bob"))])
        #expect(StyledLine().touchable(as: .line("as Bob")).spots.isEmpty)
    }

    @Test func cuttingTakesSpotsAlongAsFarAsTheyReach() {
        #expect(line.cut(to: 5) == line)
        let cut = line.cut(to: 3)
        #expect(cut.plain == "a …" && columns(cut) == [0..<1, 2..<3])
        #expect(columns(line.cut(to: 1)) == [0..<1])
        #expect(StyledLine("日本").cut(to: 3).plain == "日…" && StyledLine("日本").cut(to: 2).plain == " …")
        #expect(StyledLine("abc").cut(to: 0).plain == "" && StyledLine("abc").cut(to: 1, sign: "...").width <= 1)
    }

    @Test func breakingLosesNothing() {
        let long = StyledLine("日本語 abc", .bold)
        let parts = long.broken(into: 3)
        #expect(parts.map(\.plain).joined() == "日本語 abc")
        #expect(parts.allSatisfy { $0.width <= 3 && $0.runs.allSatisfy { $0.style == .bold } })
        #expect(StyledLine().broken(into: 3).count == 1)
    }

    @Test func liveNodesAreMarkedWhereTheyAreDrawn() throws {
        let value: Value = [
            "kind": "stack",
            "nodes": [
                ["kind": "text", "text": "Pass", "play": "pass"],
                ["kind": "button", "label": "Hit", "play": "hit"],
                ["kind": "button", "label": "Stand", "play": "stand"],
            ],
        ]
        let context = SceneContext(legalMoves: ["pass", "hit"])
        for charset in TerminalRenderer.Charset.allCases {
            let lines = TerminalRenderer(charset: charset).styledLines(try Scene(value: value), context: context)
            let touched = lines.map { $0.spots.map(\.touch) }
            #expect(touched == [[.play("pass")], [.play("pass")], [.play("hit")], [.refused("stand")]])
            #expect(lines[2].spots.first?.columns == 0..<lines[2].width)
        }
    }

    @Test func aBoardIsDrawnCloserWhereItWouldBeTooHigh() throws {
        let scene = Scene(root: SceneNode(.grid(GridNode(columns: 3, rows: 6, cells: []))))
        let renderer = TerminalRenderer()
        #expect(renderer.styledLines(scene, context: SceneContext(), rows: 14).count == 14)
        #expect(renderer.styledLines(scene, context: SceneContext(), rows: 13).count == 9)
        #expect(renderer.styledLines(scene, context: SceneContext(), rows: nil).count == 14)
    }
}
