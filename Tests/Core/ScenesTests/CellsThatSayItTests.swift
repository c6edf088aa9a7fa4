import Testing
import Values

@testable import Scenes

/// Two boards whose cells play the same texts. If a cell sets `live` or `last` itself, its value has precedence.
@Suite struct CellsThatSayItTests {
    private func board(_ label: String, live: Bool?, last: String?) -> Value {
        let cells = ["a1", "b1"].map { name -> Value in
            var cell: [ValueKey: Value] = ["name": .string(name), "play": .string(name)]
            if let live { cell["live"] = .bool(live) }
            if name == last { cell["last"] = true }
            return .map(cell)
        }
        return [
            "kind": "grid", "label": .string(label), "columns": 2, "rows": 1, "headers": false, "cells": .array(cells),
        ]
    }

    private func words(_ boards: [Value], _ context: SceneContext) throws -> [Substring] {
        let scene = try Scene(value: ["kind": "stack", "nodes": .array(boards)])
        return WordsRenderer().text(scene, context: context).split(separator: "\n")
    }

    @Test func theLastMoveIsOnOneBoard() throws {
        let context = SceneContext(lastMove: "a1")
        let silent = try words([board("Left", live: nil, last: nil), board("Right", live: nil, last: nil)], context)
        #expect(silent.allSatisfy { $0.contains("Last move: a1") })
        let told = try words([board("Left", live: nil, last: nil), board("Right", live: nil, last: "b1")], context)
        #expect(!told[0].contains("Last move") && told[1].contains("Last move: b1"))
        let scene = try Scene(value: board("Only", live: nil, last: "b1"))
        #expect(TerminalRenderer().lines(scene, context: context)[1] == "│   │‹ ›│")
    }

    @Test func oneBoardIsLive() throws {
        let boards = [board("Left", live: false, last: nil), board("Right", live: true, last: nil)]
        let told = try words(boards, SceneContext(legalMoves: ["a1"]))
        #expect(!told[0].contains("played") && told[1].contains("Every empty cell can be played."))
        // a viewer who may not play is offered no cell
        #expect(try words(boards, SceneContext()).allSatisfy { !$0.contains("played") })
        let scene = try Scene(value: boards[0])
        #expect(TerminalRenderer().lines(scene, context: SceneContext(legalMoves: ["a1"]))[1] == "│   │   │")
    }

    @Test func aCellMayDenyThatItWasLast() throws {
        let cells: Value = [["play": "a", "last": false], ["play": "b"]]
        let scene = try Scene(value: ["kind": "grid", "columns": 2, "rows": 1, "headers": false, "cells": cells])
        #expect(!TerminalRenderer().lines(scene, context: SceneContext(lastMove: "a"))[1].contains("‹"))
        #expect(TerminalRenderer().lines(scene, context: SceneContext(lastMove: "b"))[1].contains("‹"))
    }
}
