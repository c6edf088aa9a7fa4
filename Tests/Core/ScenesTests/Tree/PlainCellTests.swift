import Scenes
import Testing
import Values

/// A cell without anything unusual is read in one pass, and any other cell field by field. Both ways must give the same
/// cell.
@Suite struct PlainCellTests {
    private enum Reading: Equatable {
        case scene(Scene), error(SceneError)

        init(_ cell: Value) {
            do {
                self = .scene(try Scene(value: ["kind": "grid", "columns": 1, "rows": 1, "cells": [cell]]))
            } catch {
                self = .error(error)
            }
        }
    }

    /// Returns the cell with a field that counts as absent, which the quick pass doesn't accept.
    private func fieldByField(_ cell: Value) -> Value {
        guard case .map(var fields) = cell else { return cell }
        fields["zzz"] = .null
        return .map(fields)
    }

    @Test(arguments: ["name", "mark", "play", "tone", "label", "piece", "good", "live", "last", "nmae"])
    func seesTheSameInEveryField(key: String) {
        let values: [Value] = [
            "", "x", "one", "ship", "die 1", "\u{1B}[2J", "\u{301}\u{302}", true, false, 1, 0.5, .null, [], ["a"],
            ["x": 1],
            .bytes([1]), .string(String(repeating: "x", count: SceneLimits.textBytes)),
            .string(String(repeating: "x", count: SceneLimits.textBytes + 1)),
        ]
        for value in values {
            var fields: [ValueKey: Value] = ["mark": "X"]
            fields[.string(key)] = value
            let cell = Value.map(fields)
            #expect(Reading(cell) == Reading(fieldByField(cell)), "\(key) = \(value)")
        }
    }

    @Test func seesTheSameInWholeCells() {
        let cell: Value = [
            "name": "b2", "mark": "X", "play": "take b2", "tone": "bad", "label": "a hit", "piece": "hit", "good": true,
            "live": false, "last": true,
        ]
        guard case .scene = Reading(cell) else { return #expect(Bool(false), "the cell is refused") }
        #expect(Reading(cell) == Reading(fieldByField(cell)))
        for cell: Value in [.map([1: "x"]), ["a"], [], "x", .map([:])] {
            #expect(Reading(cell) == Reading(fieldByField(cell)))
        }
    }

    /// The texts of all cells count towards one limit, whichever way the cells are read.
    @Test func countsTexts() {
        func board(_ cells: Int, _ cell: Value) -> Value {
            let rest = Array(repeating: Value.array([]), count: 676 - cells)
            return [
                "kind": "grid", "columns": 26, "rows": 26, "cells": .array(Array(repeating: cell, count: cells) + rest),
            ]
        }
        let quarter = Value.string(String(repeating: "x", count: SceneLimits.textBytes / 4))
        let cell: Value = ["name": quarter, "mark": quarter, "play": quarter, "label": quarter]
        let most = SceneLimits.totalTextBytes / SceneLimits.textBytes
        for cell in [cell, fieldByField(cell)] {
            #expect(throws: Never.self) { try Scene(value: board(most, cell)) }
            #expect(throws: SceneError.self) { try Scene(value: board(most + 1, cell)) }
        }
    }
}
