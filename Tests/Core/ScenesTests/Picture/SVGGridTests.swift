import Testing
import Values

@testable import Scenes

@Suite struct SVGGridTests {
    private func picture(_ grid: [ValueKey: Value], _ context: SceneContext = SceneContext()) throws -> String {
        var node = grid
        node["kind"] = "grid"
        node["headers"] = false
        return SVGRenderer().document(try Scene(value: .map(node)), context: context, title: "")
    }

    private func row(_ cells: [Value], style: String? = nil) -> [ValueKey: Value] {
        var grid: [ValueKey: Value] = ["columns": .int(Int64(cells.count)), "rows": 1, "cells": .array(cells)]
        if let style { grid["style"] = .string(style) }
        return grid
    }

    @Test func centresMarksInTheirCells() throws {
        let document = try picture(row([["mark": "●", "tone": "two"]]))
        #expect(document.contains("<circle cx=\"44\" cy=\"44\" r=\"26.4\" fill=\"\(SVGInks.onLight.two)\""))
        #expect(document.contains("<rect x=\"0\" y=\"0\" width=\"88\" height=\"88\""))
    }

    @Test func everyStyleHasAGroundOfItsOwn() throws {
        let cells: [Value] = Array(repeating: [:], count: 3)
        let documents = try [nil] + BoardStyle.allCases.map { try picture(row(cells, style: $0.rawValue)) }
        #expect(Set(documents).count == BoardStyle.allCases.count + 1)
        #expect(try picture(row(cells, style: "blue")).components(separatedBy: "<circle").count == 4)
    }

    @Test func marksTheLastMoveByCornersAndOnThePiece() throws {
        let cells: [Value] = [
            ["piece": "disc", "tone": "one", "play": "1"], ["piece": "disc", "tone": "one", "play": "2"],
        ]
        let ring = "stroke=\"\(SVGInks.onLight.ring)\""
        #expect(!(try picture(row(cells)).contains(ring)))
        let marked = try picture(row(cells), SceneContext(lastMove: "2"))
        #expect(marked.components(separatedBy: ring).count == 2)
        // in addition to the colour there is a spot, which no other disc has
        #expect(
            marked.components(separatedBy: "<circle").count == (try picture(row(cells))).components(
                separatedBy: "<circle"
            ).count + 1)
        #expect(marked.contains(SVGPalette.of(.light).highlight))
        let blue = try picture(row(cells, style: "blue"), SceneContext(lastMove: "2"))
        #expect(!blue.contains(SVGPalette.of(.light).highlight) && blue.contains("stroke=\"\(SVGInks.onDeep.ring)\""))
    }

    @Test func liveCellsLookLive() throws {
        let cells: [Value] = [["play": "1"], ["play": "2"], ["mark": "3", "play": "3"]]
        let tint = "fill=\"\(SVGPalette.of(.light).liveTint)\""
        func count(_ live: Set<String>, hints: Bool = true) throws -> Int {
            try picture(row(cells), SceneContext(legalMoves: live, showsHints: hints)).components(separatedBy: tint)
                .count - 1
        }
        #expect(
            try count([]) == 0 && count(["2"]) == 1 && count(["1", "3"]) == 2 && count(["1", "3"], hints: false) == 0)
    }

    @Test func aStrokeGoesThroughTheLineThatWon() throws {
        let won: Value = ["piece": "cross", "tone": "one", "good": true]
        let document = try picture(row([won, won, won, [:]]))
        let stroke = "stroke=\"\(SVGInks.onLight.good)\""
        #expect(document.components(separatedBy: stroke).count == 2)
        // the pieces keep the colours of their owners
        #expect(document.components(separatedBy: "stroke=\"\(SVGInks.onLight.one)\"").count == 4)
        #expect(!(try picture(row([["piece": "cross", "tone": "one"]])).contains(stroke)))
    }

    @Test func shipsReachOverTheirCells() throws {
        func part(_ name: String?) -> Value {
            name.map { ["piece": "ship", "label": .string($0)] } ?? ["piece": "ship"]
        }
        let hull = "M-50-24H50"  // a part of a ship that continues on both sides
        let three = try picture(row([part("cruiser"), part("cruiser"), part("cruiser")], style: "sea"))
        #expect(three.components(separatedBy: hull).count > 1)
        #expect(!(try picture(row([part("a"), part("b"), part("c")], style: "sea")).contains(hull)))
        // without a label it is unknown which parts form a ship
        #expect(!(try picture(row([part(nil), part(nil), part(nil)], style: "sea")).contains(hull)))
    }

    @Test func boardsShareARow() throws {
        func board(_ side: Int64) -> Value {
            [
                "kind": "grid", "columns": .int(side), "rows": .int(side),
                "cells": .array(Array(repeating: [:], count: Int(side * side))),
            ]
        }
        func height(_ side: Int64) throws -> Double {
            let scene = try Scene(value: ["kind": "stack", "across": true, "nodes": [board(side), board(side)]])
            return SVGRenderer().sheet(scene, context: SceneContext()).box.height
        }
        #expect(try height(6) < 220)
        #expect(try height(20) > 500)  // too small to be readable side by side
    }
}
