import Effort
import Foundation
import Testing
import Values

@testable import Scenes

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The contents that an XML parser finds in a picture.
private final class Reading: NSObject, XMLParserDelegate {
    var elements: [String] = []
    var attributes: Set<String> = []
    var attributeValues: [String] = []
    var hasOtherMarkup = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes found: [String: String] = [:]
    ) {
        elements.append(name)
        attributes.formUnion(found.keys)
        attributeValues += found.values
    }

    func parser(_ parser: XMLParser, foundComment comment: String) { hasOtherMarkup = true }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { hasOtherMarkup = true }

    func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        hasOtherMarkup = true
    }

    /// Returns nil if the document is not well-formed.
    init?(_ document: String) {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }
}

@Suite struct SVGRendererTests {
    private let names = Set(SVGElement.Name.allCases.map(\.rawValue))
    private let attributes = Set(SVGElement.Attribute.allCases.map(\.rawValue))

    private func picture(_ sample: SceneSamples.Sample) throws -> String {
        SVGRenderer().document(try Scene(value: sample.value), context: sample.context, title: sample.name)
    }

    @Test func drawsEverySample() throws {
        for sample in SceneSamples.all {
            let document = try picture(sample)
            let reading = try #require(Reading(document), "\(sample.name)")
            #expect(reading.elements.prefix(3) == ["svg", "title", "desc"])
            #expect(names.isSuperset(of: reading.elements))
            #expect(attributes.isSuperset(of: reading.attributes))
            #expect(document.contains(" role=\"img\" viewBox=\"0 0 "))
            #expect(document.contains("<title>\(sample.name)</title>"))
            #expect(try picture(sample) == document)
        }
    }

    @Test func drawsASmallScene() throws {
        let scene = try Scene(value: ["kind": "text", "text": "a < b"])
        #expect(
            SVGRenderer().document(scene, title: "T & \"U\"") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 352 54" width="352" height="54" \
                font-family="system-ui, -apple-system, &#39;Segoe UI&#39;, &#39;DejaVu Sans&#39;, sans-serif" \
                xml:space="preserve"><title>T &amp; &quot;U&quot;</title><desc>a &lt; b.</desc>\
                <rect x="0.5" y="0.5" width="351" height="53" rx="14" fill="#ffffff" stroke="#d5dae1" stroke-width="1"/>\
                <g transform="translate(153 16)"><text x="0" y="16.68" font-size="16" fill="#1c2128">a &lt; b</text></g></svg>

                """)
    }

    /// A bubble is about 300 points wide, and a picture must be readable in it.
    @Test func picturesAreNoWiderThanABubbleShows() throws {
        for sample in SceneSamples.all {
            let document = try picture(sample)
            #expect(document.contains("viewBox=\"0 0 352 "), "\(sample.name)")
            for match in document.matches(of: /font-size="([0-9.]+)"/) {
                // 352 pixels are shown on 300 points, so a text of 11.7 pixels has 10 points
                #expect(try #require(Double(match.output.1)) >= 11.7, "\(sample.name)")
            }
        }
    }

    @Test func aThemeChangesColoursAlone() throws {
        let scene = try Scene(value: SceneSamples.ticTacToe.value)
        let documents = Theme.allCases.map { SVGRenderer(theme: $0).document(scene, title: "t") }
        #expect(Set(documents).count == Theme.allCases.count)
        func bare(_ document: String) -> String {
            document.replacing(/#[0-9a-f]{6}/, with: "").replacing(/stroke-width="[0-9.]+"/, with: "")
        }
        #expect(Set(documents.map(bare)).count == 1)
        #expect(SVGRenderer().document(scene, title: "t") == documents[0])
    }

    /// Returns a scene with this text in every position, so that each hostile text is tried everywhere.
    private func sceneWithTextsEverywhere(_ text: String) throws -> Scene {
        let value = Value.string(text)
        let move = Value.string(text + "x")
        return try Scene(value: [
            "kind": "stack", "label": value, "play": move,
            "nodes": [
                ["kind": "text", "text": value, "label": value, "play": move],
                [
                    "kind": "grid", "columns": 2, "rows": 1, "label": value, "play": move,
                    "cells": [["name": value, "mark": value, "play": move, "label": value], ["play": move]],
                ],
                [
                    "kind": "grid", "columns": 2, "rows": 1, "style": "sea",
                    "cells": [["mark": value, "piece": "tile"], ["mark": value, "piece": "chip", "play": move]],
                ],
                ["kind": "piece", "piece": "chip", "mark": value, "label": value],
                ["kind": "score", "entries": [["name": value, "value": value]]],
                ["kind": "input", "move": .string(text + "!"), "hint": value],
                ["kind": "button", "label": .string(text + "!"), "play": move, "piece": "rock"],
                ["kind": "cards", "cards": ["as", "??"], "play": [move, move], "label": value],
                ["kind": "image", "asset": "a.png", "label": .string(text + "!")],
                [
                    "kind": "canvas", "width": 10, "height": 10, "label": .string(text + "!"),
                    "shapes": [["shape": "text", "x": 1, "y": 1, "text": value, "play": move]],
                ],
            ],
        ])
    }

    /// Hostile texts, in ten parts that run in parallel.
    @Test(arguments: 0..<10)
    func noTextBreaksOut(part: UInt64) throws {
        var seen: Set<String> = []
        let count: UInt64 = TestEffort.extent(quick: 50, full: 500)
        for seed in part * count..<(part + 1) * count {
            var generator = SceneGenerator(seed: seed)
            let text = generator.hostileText()
            seen.insert(text)
            let scene = try sceneWithTextsEverywhere(text)
            let isLive = generator.chance(0.5)
            let context = SceneContext(
                legalMoves: isLive ? [text + "x"] : [], lastMove: text + "x", isLastMoveOwn: true)
            let document = SVGRenderer().document(scene, context: context, title: text)
            if let fault = fault(in: document) { Issue.record("seed \(seed): \(fault) in \(document)") }
            if seed.isMultiple(of: 25) {
                #expect(SVGRenderer().document(scene, context: context, title: text) == document, "seed \(seed)")
            }
        }
        #expect(seen.count > Int(count) * 3 / 5)
    }

    /// Returns a sign that a script's text became markup; nil if there is none.
    private func fault(in document: String) -> String? {
        guard let reading = Reading(document) else { return "not well-formed" }
        if !names.isSuperset(of: reading.elements) { return "a foreign element" }
        if !attributes.isSuperset(of: reading.attributes) { return "a foreign attribute" }
        if reading.hasOtherMarkup { return "a comment, a declaration or an instruction" }
        // A script's texts are between tags and never inside of them.
        let isOurs = reading.attributeValues.allSatisfy {
            $0.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x3C }
        }
        return isOurs ? nil : "a foreign text in an attribute"
    }

    @Test func drawsRandomScenes() throws {
        for seed in UInt64(0)..<300 {
            var generator = SceneGenerator(seed: seed)
            let scene = try Scene(value: generator.scene())
            let document = SVGRenderer().document(scene, context: SceneContext(legalMoves: ["a1"]), title: "t")
            #expect(fault(in: document) == nil, "seed \(seed)")
        }
    }
}
