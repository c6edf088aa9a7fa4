import Effort
import Testing
import Values

@testable import Scenes

@Suite struct TerminalGridTests {
    private func lines(
        _ sample: SceneSamples.Sample, columns: Int = 80, _ charset: TerminalRenderer.Charset = .unicode
    ) throws -> [String] {
        let scene = try Scene(value: sample.value)
        return TerminalRenderer(columns: columns, charset: charset).lines(scene, context: sample.context)
    }

    @Test func drawsASmallBoardWithLines() throws {
        #expect(
            try lines(SceneSamples.ticTacToe).joined(separator: "\n") == """
                  ┌───┬───┬───┐
                3 │ · │ · │ · │
                  ├───┼───┼───┤
                2 │ · │‹✕›│ · │
                  ├───┼───┼───┤
                1 │ ○ │ · │ · │
                  └───┴───┴───┘
                    a   b   c
                """)
        #expect(
            try lines(SceneSamples.ticTacToe, .ascii).joined(separator: "\n") == """
                  +---+---+---+
                3 | . | . | . |
                  +---+---+---+
                2 | . |<x>| . |
                  +---+---+---+
                1 | o | . | . |
                  +---+---+---+
                    a   b   c
                """)
    }

    @Test func stonesLieOnTheCrossings() throws {
        let board = SceneSamples.grid(columns: 4, rows: 3) { name in
            switch name {
            case "b2": [.mark("●")]
            case "c3": [.mark("○")]
            case "a1": [.play("a1")]
            default: []
            }
        }
        guard case .map(var node) = board else { return }
        node["style"] = "wood"
        let scene = try Scene(value: .map(node))
        let context = SceneContext(legalMoves: ["a1"], lastMove: "c3")
        #expect(
            TerminalRenderer().lines(scene, context: context).joined(separator: "\n") == """
                3  ┌──┬─‹○›─┐
                2  ├──●──┼──┤
                1  ·──┴──┴──┘
                   a  b  c  d
                """)
        #expect(
            TerminalRenderer(charset: .ascii).lines(scene, context: context).joined(separator: "\n") == """
                3  +--+-<o>-+
                2  +--@--+--+
                1  .--+--+--+
                   a  b  c  d
                """)
        node["style"] = "checkered"
        let squares = TerminalRenderer().lines(try Scene(value: .map(node)), context: context)
        #expect(squares[1] == "3 │   │░░░│‹○›│░░░│")
    }

    @Test func widensForItsMarks() throws {
        #expect(
            try lines(SceneSamples.numbers).joined(separator: "\n") == """
                  ┌──────┬──────┬──────┬──────┐
                2 │      │  🦊  │      │      │
                  ├──────┼──────┼──────┼──────┤
                1 │‹2048›│      │  猫  │      │
                  └──────┴──────┴──────┴──────┘
                     a      b      c      d
                """)
    }

    @Test func closesUpForManyRows() throws {
        let sea = try lines(SceneSamples.battleship)
        #expect(sea.count <= 24 - 8)
        #expect(sea[8] == " 5 │ · │ · │‹✕›│ · │ • │ · │ · │ · │ · │ · │")
        #expect(try lines(SceneSamples.chess).count <= 24 - 8)
        #expect(try lines(SceneSamples.connectFour).count <= 24 - 8)
    }

    @Test func closesUpForFewColumns() throws {
        let framed = try lines(SceneSamples.connectFour, columns: 25)
        #expect(framed[0] == "  ┌─────────────────────┐")
        #expect(framed[3] == "4 │ ·  ·  · ‹●› ·  ·  · │")
        #expect(framed[8] == "    a  b  c  d  e  f  g")
        let tight = try lines(SceneSamples.connectFour, columns: 20)
        #expect(
            tight.joined(separator: "\n") == """
                6 · · · · · · ·
                5 · · · · · · ·
                4 · · ·‹●›· · ·
                3 · · · ● · · ·
                2 · · ○ ○ · · ·
                1 · · ● ● ○ · ·
                  a b c d e f g
                """)
    }

    /// The signs of the last move in every form of a board, and in the form with only one column between two marks.
    @Test(arguments: [nil] + BoardStyle.allCases)
    func theSignsOfTheLastMoveStandAtItsCell(_ style: BoardStyle?) throws {
        for (columns, rows, mark) in [
            (7, 6, "X"), (8, 8, "X"), (10, 10, "S"), (10, 10, "猫"), (3, 3, "12"), (19, 2, "X"),
        ] {
            for hasHeaders in [true, false] {
                for index in [0, columns - 1, columns] {
                    var cells: [Value] = Array(repeating: ["mark": "?"], count: columns * rows)
                    cells[index] = ["mark": .string(mark), "last": true]
                    var board: [ValueKey: Value] = [
                        "kind": "grid", "columns": .int(Int64(columns)), "rows": .int(Int64(rows)),
                        "cells": .array(cells), "headers": .bool(hasHeaders),
                    ]
                    if let style { board["style"] = .string(style.rawValue) }
                    let scene = try Scene(value: .map(board))
                    for width in stride(
                        from: 20, through: 80, by: style == nil ? TestEffort.extent(quick: 3, full: 1) : 7)
                    {
                        for charset in [TerminalRenderer.Charset.unicode, .ascii] {
                            let lines = TerminalRenderer(columns: width, charset: charset).lines(
                                scene, context: SceneContext())
                            let text = lines.joined(separator: "\n")
                            if lines[0].hasPrefix("Board") { continue }  // described in words
                            let shown = charset == .ascii && mark == "猫" ? "C" : mark
                            let signed = charset == .ascii ? "<\(shown)>" : "‹\(shown)›"
                            #expect(text.contains(signed), "\(columns) by \(rows) at \(width), \(index):\n\(text)")
                            #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
                        }
                    }
                }
            }
        }
    }

    @Test func signsShareTheGapsOfACloseBoard() throws {
        func row(_ cells: [Value]) throws -> String {
            let scene = try Scene(value: [
                "kind": "grid", "columns": 9, "rows": 1,
                "cells": .array(cells + Array(repeating: [:], count: 9 - cells.count)),
            ])
            return TerminalRenderer(columns: 20).lines(scene, context: SceneContext())[0]
        }
        func cell(_ mark: String, _ more: [ValueKey: Value]) -> Value {
            .map(more.merging(["mark": .string(mark)]) { $1 })
        }
        #expect(try row([cell("A", ["last": true]), cell("B", ["last": true]), cell("C", [:])]) == "1‹A B›C")
        let good = Array(repeating: cell("X", ["good": true]), count: 3)
        #expect(try row(good + [cell("C", [:])]) == "1*X*X*X*C")
        #expect(try row([cell("A", [:]), [:], [:], ["last": true], [:], cell("B", [:])]) == "1 A    ‹ ›  B")
    }

    @Test func boardsShareARow() throws {
        func widths(_ columns: Int) throws -> [Int] {
            let board: Value = [
                "kind": "grid", "columns": 10, "rows": 10, "cells": .array(Array(repeating: [:], count: 100)),
            ]
            let value: Value = ["kind": "stack", "across": true, "nodes": [board, board]]
            let lines = TerminalRenderer(columns: columns).lines(try Scene(value: value), context: SceneContext())
            return [lines.count, lines.map(\.count).max() ?? 0]
        }
        #expect(try widths(80) == [13, 35 + 2 + 35])
        #expect(try widths(60)[0] == 11, "closer together")
        #expect(try widths(40)[0] == 26, "below each other, where there is no room for two")
    }

    @Test func speaksWhenNothingFits() throws {
        #expect(
            try lines(SceneSamples.numbers, columns: 20).joined(separator: "\n") == """
                Board, 4 by 2.
                b2: 🦊; a1: 2048,
                last move; c1: 猫.
                Empty: a2, c2, d2,
                b1, d1.
                """)
    }

    @Test func explainsMarksThatASCIILacks() throws {
        let numbers = try lines(SceneSamples.numbers, .ascii)
        #expect(numbers.suffix(2) == ["F: fox face", "C: cjk unified ideograph-732b"])
        #expect(numbers[1] == "2 |      |  F   |      |      |")
    }

    @Test func neverDrawsTwoMarksAlike() throws {
        let marks = ["x", "✕", "✖", "●", "★", "◆", "🔴", "🟡", "F", "🦊"]
        let value = SceneSamples.grid(columns: 10, rows: 1) { name in
            [.mark(marks[(name.utf8.first.map(Int.init) ?? 97) - 97])]
        }
        guard case .grid(let grid) = try Scene(value: value).root.content else {
            Issue.record("expected a grid")
            return
        }
        let shown = GridMarks(grid, charset: .ascii).shown
        #expect(Set(shown).count == marks.count)
        #expect(shown.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } && !$0.isEmpty })
        #expect(shown[0] == "x")
        #expect(GridMarks(grid, charset: .unicode).shown == marks)
    }

    @Test func leavesOutHeadersAndHints() throws {
        let scene = try Scene(value: [
            "kind": "grid", "columns": 2, "rows": 1, "headers": false, "cells": [["play": "a1"], ["mark": "x"]],
        ])
        var context = SceneContext(legalMoves: ["a1"])
        #expect(TerminalRenderer().lines(scene, context: context) == ["┌───┬───┐", "│ · │ x │", "└───┴───┘"])
        context.showsHints = false
        #expect(TerminalRenderer().lines(scene, context: context) == ["┌───┬───┐", "│   │ x │", "└───┴───┘"])
    }
}
