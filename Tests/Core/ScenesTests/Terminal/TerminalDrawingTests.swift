import Testing
import Values

@testable import Scenes

/// Nodes that a terminal shows as a letter or a line, and that words describe in full.
@Suite struct TerminalDrawingTests {
    private func drawn(_ value: Value, _ context: SceneContext = SceneContext(), ascii: Bool = false) throws -> String {
        let renderer = TerminalRenderer(columns: 60, charset: ascii ? .ascii : .unicode)
        return renderer.lines(try Scene(value: value), context: context).joined(separator: "\n")
    }

    private func said(_ value: Value, _ context: SceneContext = SceneContext()) throws -> String {
        WordsRenderer().text(try Scene(value: value), context: context)
    }

    @Test func aPieceHasItsLetterAndItsName() throws {
        let hand: Value = ["kind": "piece", "piece": "rock", "tone": "one", "label": "Ann: rock"]
        #expect(try drawn(hand) == "[R] Ann: rock" && said(hand) == "Ann: rock.")
        let tile: Value = ["kind": "piece", "piece": "tile", "mark": "Q", "play": "q"]
        #expect(try drawn(tile, SceneContext(legalMoves: ["q"])) == "[Q] tile Q\n[ q ]")
        #expect(try drawn(["kind": "piece", "piece": "disc", "tone": "two"], ascii: true) == "[o] disc of seat 2")
    }

    @Test(arguments: [
        ("Turn up the dealer's cards", "reveal", "[ Turn up the dealer's cards: reveal ]"),
        ("Scatter the rest", "scatter", "[ Scatter the rest: scatter ]"), ("a8: miss", "miss", "[ a8: miss ]"),
        ("Hit", "hit", "[ Hit ]"), ("Whit", "hit", "[ Whit: hit ]"), ("Next:", "go", "[ Next: go ]"),
        ("Take back", "back", "[ Take back ]"),
    ])
    func aButtonSaysWhatToTypeWhereItsLabelDoesNot(label: String, play: String, face: String) throws {
        let button: Value = ["kind": "button", "label": .string(label), "play": .string(play)]
        let context = SceneContext(legalMoves: [play])
        #expect(try drawn(button, context) == face && drawn(button, context, ascii: true) == face)
        #expect(try drawn(button) == "( \(label) )")
    }

    @Test func aScoreIsOneLine() throws {
        let score: Value = [
            "kind": "score",
            "entries": [["name": "Ann", "value": "3", "tone": "one"], ["name": "Bob", "value": "12", "tone": "two"]],
        ]
        #expect(try drawn(score) == "Ann 3   Bob 12" && said(score) == "Score: Ann 3 · Bob 12.")
    }

    @Test func aFieldSaysWhatToType() throws {
        let field: Value = ["kind": "input", "move": "ask", "hint": "Is it alive?"]
        #expect(try drawn(field) == "> ask <Is it alive?>")
        #expect(try said(field) == "Text field: Is it alive?. Type ask and your text.")
    }

    @Test func shapesThatCanBeTappedAreNamed() throws {
        let canvas: Value = [
            "kind": "canvas", "width": 10, "height": 10, "label": "Two doors",
            "shapes": [
                ["shape": "rect", "x": 0, "y": 0, "width": 4, "height": 8, "play": "left"],
                ["shape": "rect", "x": 6, "y": 0, "width": 4, "height": 8, "play": "right"],
            ],
        ]
        let context = SceneContext(legalMoves: ["left", "right"])
        #expect(try drawn(canvas, context).hasSuffix("[drawing: Two doors]\n[ left ] [ right ]"))
        #expect(try said(canvas, context).contains("Type left.") && said(canvas).contains("Two doors"))
        let scene = try Scene(value: canvas)
        let (live, idle) = (
            SVGRenderer().document(scene, context: context, title: ""), SVGRenderer().document(scene, title: "")
        )
        let ring = "stroke=\"\(SVGInks.onLight.live)\""
        #expect(live.components(separatedBy: ring).count == 3 && !idle.contains(ring))
    }

    @Test func aLineThatWonShowsWithoutColour() throws {
        let won: Value = ["mark": "X", "good": true]
        let board: Value = [
            "kind": "grid", "columns": 3, "rows": 1, "headers": false, "cells": [won, won, ["mark": "O"]],
        ]
        #expect(try drawn(board).contains("│*X*│*X*│ O │"))
        #expect(try said(board).contains("Standing out: a1, b1."))
    }

    @Test func aHandIsAFan() throws {
        let hand: Value = ["kind": "cards", "cards": ["??", "??"], "fan": true, "label": "Ann's hand"]
        #expect(try said(hand) == "Ann's hand: face down, face down.")
        #expect(SVGRenderer().document(try Scene(value: hand), title: "").contains("rotate(-4)"))
    }
}
