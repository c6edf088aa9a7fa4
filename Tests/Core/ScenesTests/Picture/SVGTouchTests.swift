import Foundation
import Testing
import Values

@testable import Scenes

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The marks that a page finds in a picture with marked moves.
private final class Marks: NSObject, XMLParserDelegate {
    /// The attributes of every group that has attributes other than its place, in reading order.
    var groups: [[String: String]] = []
    /// For each group that plays a move: the moves of the groups around it, from the outermost one inwards, and its
    /// own move.
    var nesting: [[String]] = []
    private var open: [String?] = []

    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        try #require(parser.parse(), "\(document)")
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes found: [String: String] = [:]
    ) {
        open.append(found["data-play"])
        if found["data-play"] != nil { nesting.append(open.compactMap(\.self)) }
        if name == "g", found.keys.contains(where: { $0 == "role" || $0.hasPrefix("data-") }) { groups.append(found) }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }

    var plays: [String] { groups.compactMap { $0["data-play"] } }

    func playing(_ text: String) -> [String: String]? { groups.first { $0["data-play"] == text } }
}

@Suite struct SVGTouchTests {
    private func document(_ value: Value, legal: Set<String>, lastMove: String? = nil, hints: Bool = true) throws
        -> String
    {
        let context = SceneContext(legalMoves: legal, lastMove: lastMove, showsHints: hints)
        return SVGRenderer(marksLiveNodes: true).document(try Scene(value: value), context: context, title: "t")
    }

    private func marks(_ value: Value, legal: Set<String>, lastMove: String? = nil, hints: Bool = true) throws -> Marks
    {
        try Marks(document(value, legal: legal, lastMove: lastMove, hints: hints))
    }

    @Test func aBoardIsAGridOfItsCells() throws {
        let marks = try marks(
            SceneSamples.ticTacToe.value, legal: SceneSamples.ticTacToe.context.legalMoves, lastMove: "b2")
        #expect(marks.groups.first?["role"] == "grid")
        #expect(marks.groups.first?["aria-label"] == "Board")
        #expect(marks.groups.count { $0["role"] == "row" } == 3)
        let cells = marks.groups.filter { $0["role"] == "gridcell" }
        #expect(cells.compactMap { $0["data-cell"] } == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"])
        #expect(marks.plays == ["a3", "b3", "c3", "a2", "c2", "b1", "c1"])
        #expect(marks.playing("c3")?["aria-label"] == "c3: empty")
        #expect(cells[4]["aria-label"] == "b2: cross, last move")
        #expect(cells[6]["aria-label"] == "a1: nought")
    }

    /// A tap anywhere on a cell plays the cell, whatever is drawn in it.
    @Test func theWholeCellCanBeHit() throws {
        let document = try document(
            ["kind": "grid", "columns": 2, "rows": 1, "cells": [["play": "a1"], [:]]], legal: ["a1"])
        #expect(
            document.contains(
                """
                <g fill="none" pointer-events="all" role="grid" aria-label="Board"><g role="row">\
                <g role="gridcell" data-cell="a1" data-play="a1" aria-label="a1: empty">\
                <rect x="0" y="0" width="88" height="88"/></g>\
                <g role="gridcell" data-cell="b1" aria-label="b1: empty"><rect x="88" y="0" width="88" height="88"/></g></g></g>
                """))
    }

    @Test func aBoardOnWhichNothingCanBePlayedHasItsCellsToo() throws {
        let marks = try marks(SceneSamples.ticTacToe.value, legal: [])
        #expect(marks.plays.isEmpty)
        #expect(marks.groups.count { $0["data-cell"] != nil } == 9)
    }

    @Test func cellsThatPlayAnotherTextSaySo() throws {
        let marks = try marks(SceneSamples.connectFour.value, legal: ["a", "d"])
        #expect(marks.plays.count { $0 == "d" } == 6)
        #expect(marks.plays.count == 12)
        #expect(marks.playing("a")?["aria-label"] == "a6: empty, plays a")
    }

    @Test func whatACellSaysOutrightCounts() throws {
        let cells: Value = [
            ["play": "a1", "live": false], ["play": "b1", "live": true], ["live": true], ["play": "d1"],
        ]
        let marks = try marks(
            ["kind": "grid", "columns": 4, "rows": 1, "cells": cells], legal: ["a1", "d1"])
        #expect(marks.plays == ["b1", "d1"])
    }

    @Test func buttonsAndCards() throws {
        let marks = try marks(
            [
                "kind": "stack",
                "nodes": [
                    ["kind": "button", "label": "Hit me", "play": "hit"],
                    ["kind": "button", "label": "Split", "play": "split"],
                    ["kind": "cards", "cards": ["as", "7h", "??"], "play": ["as", "7h", "draw"]],
                    ["kind": "cards", "cards": ["ks", "kh"], "play": ["ks", "kh"], "fan": true],
                ],
            ], legal: ["hit", "7h", "draw", "kh"])
        #expect(marks.plays == ["hit", "7h", "draw", "kh"])
        #expect(marks.groups.allSatisfy { $0["role"] == "button" })
        #expect(marks.playing("hit")?["aria-label"] == "Hit me")
        #expect(marks.playing("7h")?["aria-label"] == "seven of hearts")
        #expect(marks.playing("draw")?["aria-label"] == "face down")
    }

    @Test func whatIsTappedNeedNotBeTyped() throws {
        let nodes: Value = [
            "kind": "stack",
            "nodes": [
                ["kind": "button", "label": "Take a card", "play": "hit"],
                ["kind": "cards", "cards": ["7h"], "play": ["seven"]],
            ],
        ]
        let words = try document(nodes, legal: ["hit", "seven"]).matches(of: /<text[^>]*>([^<]*)</).map(\.output.1)
        #expect(words.contains("Take a card"))
        #expect(!words.contains("seven"))
        let context = SceneContext(legalMoves: ["hit", "seven"])
        let typed = SVGRenderer().document(try Scene(value: nodes), context: context, title: "t")
        #expect(typed.contains(">Take a card hit<"))
        #expect(typed.contains(">seven<"))
    }

    @Test(
        arguments: [
            (["kind": "text", "text": "Roll again"], "Roll again"),
            (["kind": "text", "text": "R", "label": "Roll again"], "Roll again"),
            (["kind": "text", "text": ""], "roll"),
            (["kind": "piece", "piece": "die 3"], "die showing 3"),
            (["kind": "image", "asset": "a.png", "label": "A die"], "A die"),
            (["kind": "score", "entries": [["name": "Ann", "value": "3"]]], "Ann 3"),
        ] as [(Value, String)]) func anyNodeThatPlays(node: Value, label: String) throws
    {
        guard case .map(var fields) = node else { return }
        fields["play"] = "roll"
        for hints in [true, false] {
            let live = try marks(.map(fields), legal: ["roll"], hints: hints)
            #expect(live.plays == ["roll"], "once, with the button below it")
            #expect(live.playing("roll")?["aria-label"] == label)
            #expect(live.playing("roll")?["role"] == "button")
        }
        #expect(try marks(.map(fields), legal: ["hit"]).groups.isEmpty)
        #expect(try marks(.map(fields), legal: [], lastMove: "roll").groups.isEmpty)
    }

    @Test func shapesOfADrawing() throws {
        let canvas: Value = [
            "kind": "canvas", "width": 10, "height": 10, "label": "A map",
            "shapes": [
                ["shape": "line", "x1": 0, "y1": 0, "x2": 9, "y2": 9, "play": "road"],
                ["shape": "circle", "x": 5, "y": 5, "radius": 2, "play": "town"],
                ["shape": "rect", "x": 1, "y": 1, "width": 2, "height": 2, "play": "farm"],
                ["shape": "text", "x": 1, "y": 1, "text": "The hill", "play": "hill"],
                ["shape": "circle", "x": 5, "y": 5, "radius": 1],
            ],
        ]
        let document = try document(canvas, legal: ["road", "town", "hill"])
        let marks = try Marks(document)
        #expect(marks.plays == ["road", "town", "hill"])
        #expect(marks.playing("hill")?["aria-label"] == "The hill")
        #expect(marks.playing("road")?["aria-label"] == "road")
        #expect(document.matches(of: /stroke="none" stroke-width="24"[^>]* pointer-events="all"/).count == 3)
    }

    /// A node that contains other nodes can be tapped as a whole. For keyboards, the button below it plays its move,
    /// because a button must not contain other buttons.
    @Test func whatLiesWithinPlaysItsOwn() throws {
        let stack: Value = [
            "kind": "stack", "play": "pass", "nodes": [["kind": "button", "label": "Roll", "play": "roll"]],
        ]
        let marks = try marks(stack, legal: ["pass", "roll"])
        #expect(marks.nesting == [["pass"], ["pass", "roll"], ["pass", "pass"]])
        #expect(marks.groups.map { $0["role"] } == [nil, "button", "button"])
    }

    @Test func aFieldToTypeInHasTheNameOfItsMove() throws {
        let marks = try marks(["kind": "input", "move": "ask", "hint": "Is it …?"], legal: [])
        #expect(marks.groups == [["data-input": "ask"]])
    }

    @Test func hostileTextsStayInTheirAttributes() throws {
        let play = "a\"><script>alert('1')</script>&amp;"
        let document = try document(
            ["kind": "button", "label": .string(play + "!"), "play": .string(play)], legal: [play])
        let marks = try Marks(document)
        #expect(marks.playing(play)?["aria-label"] == play + "!")
        #expect(!document.contains("<script"))
        for hidden in ["a\u{1}", "a\nb", "a\tb", "\u{202E}1a", "\u{FFFF}"] {
            let node: Value = ["kind": "button", "label": "x", "play": .string(hidden)]
            #expect(try self.marks(node, legal: [hidden]).groups.isEmpty, "it can't be shown as it is")
            let board: Value = ["kind": "grid", "columns": 1, "rows": 1, "cells": [["play": .string(hidden)]]]
            #expect(try self.marks(board, legal: [hidden]).plays.isEmpty)
        }
    }

    @Test func randomScenesStayWellFormed() throws {
        var found = 0
        for seed in UInt64(0)..<200 {
            var generator = SceneGenerator(seed: seed)
            let scene = try Scene(value: generator.scene())
            let document = SVGRenderer(marksLiveNodes: true).document(
                scene, context: SceneContext(legalMoves: ["a1", "b2"]), title: "t")
            found += try Marks(document).plays.count
        }
        #expect(found > 100)
    }

    /// A cell that people tap must be larger than a cell that they only look at.
    @Test func boardsToTapStandBelowEachOtherWhereTheirCellsAreSmall() throws {
        func height(_ side: Int, marked: Bool) throws -> Double {
            let board = SceneNode(.grid(GridNode(columns: side, rows: side, cells: [])))
            let scene = Scene(root: SceneNode(.stack(StackNode([board, board], isAcross: true))))
            return SVGRenderer(marksLiveNodes: marked).sheet(scene, context: SceneContext()).box.height
        }
        #expect(try height(8, marked: true) > 2 * height(8, marked: false))
        #expect(try height(5, marked: true) == height(5, marked: false))
    }

    @Test func aPictureWithButtonsIsAGroup() throws {
        #expect(try document(["kind": "text", "text": "a"], legal: []).contains(" role=\"group\" viewBox="))
    }
}
