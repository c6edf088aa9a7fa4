import Scenes
import Testing
import Values

@Suite struct SceneLimitsTests {
    private func refusal(_ value: Value) -> SceneError? {
        do {
            _ = try Scene(value: value)
            return nil
        } catch { return error }
    }

    private func nested(_ depth: Int) -> Value {
        var value: Value = ["kind": "text", "text": "a"]
        for _ in 1..<depth { value = ["kind": "stack", "nodes": [value]] }
        return value
    }

    @Test func boundsDepth() {
        #expect(refusal(nested(SceneLimits.depth)) == nil)
        let error = refusal(nested(SceneLimits.depth + 1))
        #expect(error?.problem == .tooLarge(what: "the depth of a scene", limit: 16))
        #expect(refusal(nested(150)) != nil)
    }

    @Test func boundsNodes() {
        func texts(_ count: Int) -> Value {
            ["kind": "stack", "nodes": .array(Array(repeating: ["kind": "text", "text": ""], count: count))]
        }
        #expect(refusal(texts(SceneLimits.nodes - 1)) == nil)
        #expect(refusal(texts(SceneLimits.nodes))?.path == ValuePath(root: "scene", keys: ["nodes", 4096]))
    }

    @Test func countsCellsCardsShapesAndCorners() {
        let half = SceneLimits.nodes / 2
        let cards: Value = ["kind": "cards", "cards": .array(Array(repeating: "as", count: half))]
        #expect(refusal(["kind": "stack", "nodes": [cards]]) == nil)
        #expect(refusal(["kind": "stack", "nodes": [cards, cards]]) != nil)
        let board: Value = [
            "kind": "grid", "columns": 26, "rows": 26, "cells": .array(Array(repeating: [], count: 676)),
        ]
        #expect(refusal(["kind": "stack", "nodes": .array(Array(repeating: board, count: 6))]) == nil)
        #expect(refusal(["kind": "stack", "nodes": .array(Array(repeating: board, count: 7))]) != nil)
        func polygon(_ corners: Int) -> Value {
            let shape: Value = ["shape": "polygon", "points": .array(Array(repeating: 1, count: 2 * corners))]
            return ["kind": "canvas", "width": 9, "height": 9, "label": "x", "shapes": [shape]]
        }
        #expect(refusal(polygon(SceneLimits.nodes - 2)) == nil)
        #expect(refusal(polygon(SceneLimits.nodes - 1)) != nil)
    }

    @Test func boundsTexts() {
        func text(_ bytes: Int) -> Value { ["kind": "text", "text": .string(String(repeating: "a", count: bytes))] }
        #expect(refusal(text(SceneLimits.textBytes)) == nil)
        #expect(refusal(text(SceneLimits.textBytes + 1))?.path.description == "scene.text")
        let most = SceneLimits.totalTextBytes / SceneLimits.textBytes
        func stack(_ count: Int) -> Value {
            ["kind": "stack", "nodes": .array(Array(repeating: text(SceneLimits.textBytes), count: count))]
        }
        #expect(refusal(stack(most)) == nil)
        #expect(refusal(stack(most + 1))?.problem == .tooLarge(what: "the bytes of all texts", limit: 262_144))
    }
}
