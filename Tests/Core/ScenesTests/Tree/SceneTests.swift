import Effort
import Scenes
import Testing
import Values

@Suite struct SceneTests {
    /// Returns the message of the error with which a value is refused.
    private func refusal(_ value: Value) -> String? {
        do {
            _ = try Scene(value: value)
            return nil
        } catch { return error.description }
    }

    @Test func readsEveryKind() throws {
        let kinds = SceneSamples.all.map(\.value)
        for value in kinds { _ = try Scene(value: value) }
        let scene = try Scene(value: SceneSamples.hangman.value)
        guard case .stack(let stack) = scene.root.content, case .canvas(let canvas) = stack.nodes[0].content else {
            Issue.record("expected a stack that begins with a canvas")
            return
        }
        #expect(stack.nodes.count == 3)
        #expect(canvas.width == 120)
        #expect(canvas.shapes.count == 9)
        #expect(canvas.shapes[4].tone == .two)
        #expect(canvas.shapes[4].outline == .circle(centre: .init(x: 75, y: 30), radius: 10))
        #expect(canvas.shapes[6].isFilled)
    }

    @Test func aListWithOtherKeysIsRefusedWithTheKey() {
        let text: Value = ["kind": "text", "text": "a"]
        let nodes: Value = .map([.int(1): text, .int(3): text])
        #expect(
            refusal(["kind": "stack", "nodes": nodes])?.contains("found a list with gaps that has the key 3") == true,
            "\(refusal(["kind": "stack", "nodes": nodes]) ?? "")")
    }

    @Test func readsACell() throws {
        let scene = try Scene(value: SceneSamples.ticTacToe.value)
        guard case .grid(let grid) = scene.root.content else {
            Issue.record("expected a grid")
            return
        }
        #expect(
            grid.cells[4] == GridCell(name: SafeText("b2"), mark: SafeText("✕"), tone: .one, label: SafeText("cross")))
        #expect(grid.cells[0] == GridCell(name: SafeText("a3"), play: "a3"))
        #expect(grid.hasHeaders)
    }

    @Test func namesCellsThatHaveNoName() throws {
        let scene = try Scene(value: ["kind": "grid", "columns": 2, "rows": 2, "cells": [[], [], [], []]])
        guard case .grid(let grid) = scene.root.content else {
            Issue.record("expected a grid")
            return
        }
        #expect(grid.cells.map(\.name.string) == ["a2", "b2", "a1", "b1"])
    }

    @Test func takesAnEmptyTableForAListAndForATable() throws {
        let asList = try Scene(value: ["kind": "stack", "nodes": []])
        let asMap = try Scene(value: ["kind": "stack", "nodes": .map([:])])
        #expect(asList == asMap)
        #expect(
            refusal([])
                == "scene: `kind` is missing; give it one of text, stack, grid, button, cards, image, canvas, piece, score, input"
        )
    }

    @Test func takesWholeDoublesForCounts() throws {
        _ = try Scene(value: ["kind": "grid", "columns": 1.0, "rows": 1, "cells": [[]]])
        #expect(
            refusal(["kind": "grid", "columns": 1.5, "rows": 1, "cells": [[]]])
                == "scene.columns: expected a whole number from 1 to 26, found 1.5")
        #expect(
            refusal(["kind": "grid", "columns": .double(.nan), "rows": 1, "cells": [[]]])
                == "scene.columns: expected a whole number from 1 to 26, found nan")
    }

    @Test func takesCardsWithGapsInTheirMoves() throws {
        let cards: Value = ["as", "td", "??"]
        let withGaps: [Value] = [.map([1: "as", 3: "x"]), ["as", false, "x"], ["as", .null, "x"]]
        for play in withGaps {
            let scene = try Scene(value: ["kind": "cards", "cards": cards, "play": play])
            #expect(
                scene.root.content
                    == .cards(
                        CardsNode(
                            [.face(.ace, .spades), .face(.ten, .diamonds), .faceDown], plays: ["as", nil, "x"])))
        }
        #expect(
            refusal(["kind": "cards", "cards": cards, "play": .map([4: "as"])])
                == "scene.play: expected one move for each of 3 cards, found the entry [4]")
        let whole = try Scene(value: ["kind": "cards", "cards": cards, "play": "take"])
        #expect(whole.root.play == "take")
    }

    @Test func treatsNullAndEmptyTextsAsAbsent() throws {
        let scene = try Scene(value: ["kind": "text", "text": "", "label": "", "play": "", "style": .null])
        #expect(scene.root == SceneNode(.text(TextNode(SafeText("")))))
    }

    @Test(
        arguments: [
            (["kind": "text", "txet": "a"], "scene: unknown key \"txet\"; did you mean \"text\"?"),
            (["kind": "text", "text": "a", "wobble": 1], "scene: unknown key \"wobble\"; remove it"),
            (
                ["kind": "grdi"],
                "scene.kind: \"grdi\" is not a kind of node (text, stack, grid, button, cards, image, canvas, piece, score, input); did you mean \"grid\"?"
            ),
            (["kind": "text"], "scene: `text` is missing; give it a text"),
            (["kind": "text", "text": 5], "scene.text: expected a text, found 5"),
            (
                ["kind": "text", "text": "a", "style": "tilte"],
                "scene.style: \"tilte\" is not a style of text (title, quiet); did you mean \"title\"?"
            ),
            (["kind": "button", "label": "Hit"], "scene: `play` is missing; give it the text of the move it plays"),
            (["kind": "button", "play": "hit"], "scene: `label` is missing; give it the text on the button"),
            (["kind": "stack", "nodes": "a"], "scene.nodes: expected a list of nodes, found the text \"a\""),
            (
                ["kind": "stack", "nodes": .map([2: "a"])],
                "scene.nodes: expected a list of nodes, found a list with gaps that has the key 2"
            ),
            (["kind": "stack", "nodes": [], "across": 1], "scene.across: expected true or false, found 1"),
            (
                ["kind": "stack", "nodes": [["kind": "text", "text": "a"], 7]],
                "scene.nodes[2]: expected a node (a table with a `kind`), found 7"
            ),
            (
                ["kind": "grid", "columns": 2, "rows": 1, "cells": [[], ["marc": "x"]]],
                "scene.cells[2]: unknown key \"marc\"; did you mean \"mark\"?"
            ),
            (
                ["kind": "grid", "columns": 2, "rows": 1, "cells": [[], ["mark": 3]]],
                "scene.cells[2].mark: expected a text, found 3"
            ),
            (
                ["kind": "grid", "columns": 2, "rows": 2, "cells": [[]]],
                "scene.cells: expected 4 entries (2 columns × 2 rows), found 1"
            ),
            (
                ["kind": "grid", "columns": 27, "rows": 1, "cells": []],
                "scene.columns: expected a whole number from 1 to 26, found 27"
            ),
            (
                ["kind": "grid", "columns": 1, "rows": 1, "cells": [["tone": "three"]]],
                "scene.cells[1].tone: \"three\" is not a tone (one, two, good, bad, quiet)"
            ),
            (
                ["kind": "cards", "cards": ["1s"]],
                "scene.cards[1]: \"1s\" is not a card (a rank of a23456789tjqk and a suit of shdc, or ?? for face down)"
            ),
            (
                ["kind": "image", "asset": "../secret", "label": "x"],
                "scene.asset: expected a path inside the game's assets, such as \"cards/back.png\""
            ),
            (["kind": "image", "asset": "a.png"], "scene: `label` is missing; give it the picture in words"),
            (
                ["kind": "canvas", "width": 10, "height": 10, "shapes": []],
                "scene: `label` is missing; give it the drawing in words"
            ),
            (
                ["kind": "canvas", "width": 10, "height": 10, "label": "x", "shapes": [["shape": "cirlce"]]],
                "scene.shapes[1].shape: \"cirlce\" is not a shape (line, rect, circle, text, polygon); did you mean \"circle\"?"
            ),
            (
                [
                    "kind": "canvas", "width": 10, "height": 10, "label": "x",
                    "shapes": [["shape": "polygon", "points": [1, 2, 3]]],
                ],
                "scene.shapes[1].points: expected an x and a y for each of at least two corners"
            ),
            (
                ["kind": "canvas", "width": 10, "height": .double(.infinity), "label": "x", "shapes": []],
                "scene.height: expected a number from 1 to 4096, found inf"
            ),
            (
                ["kind": "grid", "columns": 1, "rows": 1, "style": "wooden", "cells": [[]]],
                "scene.style: \"wooden\" is not a style of board (lined, checkered, wood, blue, sea, felt); "
                    + "did you mean \"wood\"?"
            ),
            (
                ["kind": "grid", "columns": 1, "rows": 1, "cells": [["piece": 3]]],
                "scene.cells[1].piece: expected a piece, found 3"
            ),
            (
                ["kind": "grid", "columns": 1, "rows": 1, "cells": [["last": "yes"]]],
                "scene.cells[1].last: expected true or false, found the text \"yes\""
            ),
            (["kind": "piece"], "scene: `piece` is missing; give it what to draw, such as \"disc\""),
            (
                ["kind": "score", "entries": [["name": "Ann"]]],
                "scene.entries[1]: `value` is missing; give it a text"
            ),
            (["kind": "input"], "scene: `move` is missing; give it the name of the move whose argument is typed"),
            (.map(["kind": "text", "text": "a", 1: "b"]), "scene: unknown key \"[1]\"; remove it"),
            (.string("a"), "scene: expected a node (a table with a `kind`), found the text \"a\""),
        ] as [(Value, String)])
    func saysWhatIsWrongAndWhere(value: Value, message: String) {
        #expect(refusal(value) == message)
    }

    @Test(arguments: ["", "/etc/passwd", "a/../b", "a//b", "./a", "a\\b", "c:a", "a\u{0}b", "a/"])
    func refusesAssetsOutsideTheGame(asset: String) {
        #expect(refusal(["kind": "image", "asset": .string(asset), "label": "x"]) != nil)
    }

    @Test func aMessageCannotSteerATerminal() throws {
        let message = try #require(refusal(["kind": "\u{1B}[31m", "\u{1B}c": 1]))
        #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
        let key = try #require(refusal(["kind": "text", "\u{202E}x": 1]))
        #expect(!key.unicodeScalars.contains("\u{202E}"))
    }

    @Test func refusesAnyOtherValueWithATypedError() {
        // `Scene.init` throws only SceneError. This tests that it never traps, and that it refuses invalid values.
        var refused = 0
        let values = TestEffort.extent(quick: 800, full: 4_000)
        for seed in 0..<UInt64(values) {
            var generator = SceneGenerator(seed: seed)
            guard let message = refusal(generator.anything()) else { continue }
            refused += 1
            #expect(message.hasPrefix("scene"), "seed \(seed)")
            #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "seed \(seed)")
        }
        #expect(refused > values / 4 * 3)
    }

    @Test func aMisspeltPieceIsNamedWithTheNearest() throws {
        let message = try #require(refusal(["kind": "button", "label": "x", "play": "x", "piece": "rok"]))
        #expect(message.hasPrefix("scene.piece: \"rok\" is not a piece (cross, ring, disc, "))
        #expect(message.hasSuffix("did you mean \"rook\"?") || message.hasSuffix("did you mean \"rock\"?"))
    }

    @Test func readsWhatTheGeneratorMakes() {
        for seed in UInt64(0)..<300 {
            var generator = SceneGenerator(seed: seed)
            #expect(refusal(generator.scene()) == nil, "seed \(seed)")
        }
    }
}
