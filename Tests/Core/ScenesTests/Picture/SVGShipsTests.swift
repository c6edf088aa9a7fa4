import Testing
import Values

@testable import Scenes

/// Pieces of a large sea, which are drawn together.
@Suite struct SVGShipsTests {
    private func sea(_ cells: [Int: Value], side: Int = 10) -> Value {
        [
            "kind": "grid", "columns": .int(Int64(side)), "rows": .int(Int64(side)), "style": "sea",
            "cells": .array((0..<side * side).map { cells[$0] ?? [:] }),
        ]
    }

    private func picture(_ nodes: [Value]) throws -> String {
        let scene = try Scene(value: ["kind": "stack", "nodes": .array(nodes)])
        return SVGRenderer().document(scene, context: SceneContext(), title: "")
    }

    private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

    /// Two seas on which every cell was shot at and every ship was sunk. No scene has more pieces.
    @Test func twoFullSeasFitABubble() throws {
        var cells = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, ["piece": "splash"] as Value) })
        for (row, length) in [5, 4, 3, 3, 2].enumerated() {
            let label: Value = .string("sunk battleship a\(10 - row)-e\(10 - row)")
            for column in 0..<length { cells[row * 10 + column] = ["piece": "ship", "tone": "bad", "label": label] }
        }
        let full = sea(cells)
        let document = try picture([full, full])
        #expect(document.utf8.count < 24 << 10, "\(document.utf8.count)")
    }

    @Test func aShipIsOneOutline() throws {
        let part: Value = ["piece": "ship", "label": "cruiser"]
        let across = try picture([sea([11: part, 12: part, 13: part])])
        #expect(count("Q", in: across) == 4, "one hull has four bends")
        let upright = try picture([sea([11: part, 21: part, 31: part])])
        #expect(count("Q", in: upright) == 4 && upright != across)
        let (first, second): (Value, Value) = (["piece": "ship", "label": "a"], ["piece": "ship", "label": "b"])
        #expect(count("Q", in: try picture([sea([11: first, 12: first, 13: second, 14: second])])) == 8)
    }

    @Test func aHitIsToldFromAShipThatBurns() throws {
        let hit = try picture([sea([11: ["piece": "hit"]])])
        let burning = try picture([sea([11: ["piece": "ship", "label": "a", "tone": "bad"]])])
        #expect(hit.contains("#e5383b") && !hit.contains("Q"))
        #expect(burning.contains("#e5383b") && burning.contains("Q"))
        #expect(!(try picture([sea([11: ["piece": "ship", "label": "a"]])]).contains("#e5383b")))
    }

    @Test func largeCellsKeepTheirPieces() throws {
        let small = try picture([sea([0: ["piece": "splash"]], side: 3)])
        #expect(small.contains("M-30 8A30 13"), "each piece in all its detail")
    }
}
