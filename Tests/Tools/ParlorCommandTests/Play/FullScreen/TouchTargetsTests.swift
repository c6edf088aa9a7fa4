import Parlor
import Testing

@testable import ParlorCommand

/// Touchable spots are found by their place on the screen, and arrows move between them.
@Suite struct TouchTargetsTests {
    private func grid(_ live: Set<String>) throws -> TouchTargets {
        let cells: [Value] = ["a2", "b2", "c2", "a1", "b1", "c1"].map { ["play": .string($0)] }
        let scene = try Scene(value: ["kind": "grid", "columns": 3, "rows": 2, "cells": .array(cells)])
        let lines = TerminalRenderer().styledLines(scene, context: SceneContext(legalMoves: live))
        return TouchTargets(of: lines)
    }

    private func words(_ spot: TouchTargets.Spot?) -> String? { spot.map { FullScreen.words(of: $0.touch) } }

    @Test func arrowsWalkOverLiveCells() throws {
        let spots = try grid(["a2", "c2", "a1", "b1", "c1"])
        #expect(spots.all.count == 5)
        let first = try #require(spots.nearest(to: nil))
        #expect(words(first) == "a2")
        #expect(words(spots.next(from: first.place, .right)) == "c2", "what is played isn't stopped at")
        #expect(words(spots.next(from: first.place, .down)) == "a1")
        #expect(spots.next(from: first.place, .left) == nil && spots.next(from: first.place, .up) == nil)
        let last = try #require(spots.next(from: first.place, .down))
        #expect(words(spots.next(from: last.place, .right)) == "b1")
        #expect(words(spots.nearest(to: TouchTargets.Place(row: 40, column: 70))) == "c1")
    }

    @Test func aCardIsOneSpotOfSeveralLines() throws {
        let scene = try Scene(
            value: ["kind": "cards", "cards": ["as", "kh"], "play": ["ace", "king"]])
        let lines = TerminalRenderer().styledLines(scene, context: SceneContext(legalMoves: ["ace", "king"]))
        let spots = TouchTargets(of: lines)
        #expect(spots.all.map { words($0) } == ["ace", "king"])
        #expect(spots.all.allSatisfy { $0.rows.count > 2 })
        #expect(words(spots.spot(row: 1, column: 2)) == "ace")
        #expect(spots.spot(row: 1, column: 70) == nil)
    }

    @Test func nothingIsLiveForAnOnlooker() throws {
        let spots = try grid([])
        #expect(spots.all.isEmpty && !spots.hasMoves)
        #expect(spots.refusedMove(row: 1, column: 4) == "a2" && spots.refusedMove(row: 1, column: 70) == nil)
    }
}
