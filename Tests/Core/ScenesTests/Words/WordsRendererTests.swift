import Scenes
import Testing
import Values

@Suite struct WordsRendererTests {
    private func words(_ sample: SceneSamples.Sample) throws -> String {
        WordsRenderer().text(try Scene(value: sample.value), context: sample.context)
    }

    @Test func saysABoard() throws {
        #expect(
            try words(SceneSamples.ticTacToe)
                == "Board, 3 by 3. b2: cross, last move; a1: nought. Empty: a3 to c3, a2, c2, b1, c1. "
                + "Every empty cell can be played.")
    }

    /// All parts of a ship have the same label, which makes them one hull.
    @Test func saysWhichPartOfAShipBurns() throws {
        let cells: [Value] = [
            ["name": "a1", "piece": "ship", "label": "boat"],
            ["name": "b1", "piece": "ship", "label": "boat", "tone": "bad"],
        ]
        let scene = try Scene(value: ["kind": "grid", "columns": 2, "rows": 1, "cells": .array(cells)])
        #expect(WordsRenderer().text(scene, context: SceneContext()).contains("a1: boat; b1: boat, hit."))
    }

    @Test func saysMovesThatAreNoCells() throws {
        let text = try words(SceneSamples.connectFour)
        #expect(text.hasPrefix("Board, 7 by 6. d4: disc, last move; d3: disc; c2: ring; "))
        #expect(text.hasSuffix(" Can be played: a, b, c, d, e, f, g."))
    }

    @Test func saysATable() throws {
        #expect(
            try words(SceneSamples.blackjack) == """
                Blackjack.
                Dealer.
                Dealer: king of hearts, face down.
                You: 16.
                Your hand: ace of spades, ten of diamonds, five of clubs.
                Button Hit.
                Button Stand.
                Button Double, not available.
                The dealer stands on 17.
                Last move: hit.
                """)
    }

    /// The words of a picture are for people who read the transcript, in which it is unknown whose turn it is.
    @Test func aPicturesLabelDoesNotSayWhatCanBePressed() throws {
        let label = try Scene(value: SceneSamples.blackjack.value).accessibilityLabel
        #expect(label.contains("Button Hit. Button Stand. Button Double."), "\(label)")
    }

    @Test func saysWhatToType() throws {
        #expect(
            try words(SceneSamples.rockPaperScissors).hasSuffix(
                "Button ✋, type paper.\nButton ✌️, type scissors.\n"
                    + "Cards: ace of spades (type as), ten of diamonds, nine of hearts (type nine)."))
    }

    @Test func saysPicturesByTheirLabels() throws {
        #expect(
            try words(SceneSamples.hangman) == """
                Drawing: A gallows with a head and a body.
                In it: 7 left.
                _ A _ _ O R.
                Image: A harbour at dusk.
                """)
    }

    @Test func saysALastMoveThatNoNodeShows() throws {
        let scene = try Scene(value: ["kind": "text", "text": "Quiet now"])
        #expect(
            WordsRenderer().text(scene, context: SceneContext(lastMove: "ask\u{1B} why"))
                == "Quiet now.\nLast move: ask\u{FFFD} why.")
        #expect(WordsRenderer().text(scene) == "Quiet now.")
    }

    @Test func prefersLabels() throws {
        let scene = try Scene(value: [
            "kind": "stack", "label": "The table",
            "nodes": [["kind": "text", "text": "♠♠", "label": "Two spades"], ["kind": "cards", "cards": []]],
        ])
        #expect(scene.accessibilityLabel == "The table. Two spades. Cards: none.")
    }

    @Test func namesEveryMarkAndEveryLiveMove() throws {
        for sample in SceneSamples.all {
            let scene = try Scene(value: sample.value)
            #expect(!scene.accessibilityLabel.isEmpty)
            #expect(!scene.accessibilityLabel.contains("\n"))
        }
        let chess = try words(SceneSamples.chess)
        #expect(chess.contains("e5: black pawn, last move"))
        #expect(chess.contains("e1: white king"))
    }

    @Test func isCleanOfControls() throws {
        for seed in UInt64(0)..<300 {
            var generator = SceneGenerator(seed: seed)
            let scene = try Scene(value: generator.scene())
            let text = WordsRenderer().text(
                scene, context: SceneContext(legalMoves: ["\u{1B}c"], lastMove: "\u{1B}c", isLastMoveOwn: true))
            let steering = text.unicodeScalars.filter {
                $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
                    || (0x202A...0x202E).contains($0.value)
            }
            #expect(steering.isEmpty, "seed \(seed)")
        }
    }
}
