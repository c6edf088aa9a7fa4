import Values

@testable import Scenes

/// Makes random scenes, and random values that only look like scenes, from a seed.
struct SceneGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    // MARK: Texts

    /// Pieces of text that could break renderers: markup, escapes, direction controls, wide, combining and joined
    /// characters.
    static let hostilePieces = [
        "<script>alert(1)</script>", "]]>", "<![CDATA[", "&lt;", "&", "&#0;", "\"", "' onload='x", "-->", "<!--",
        "<?xml ?>", "<!DOCTYPE x [<!ENTITY e 'e'>]>", "&e;", "javascript:x", "\u{1B}[2J", "\u{1B}]0;t\u{7}",
        "\u{9B}31m",
        "\u{0}", "\u{7F}", "\u{85}", "\u{202E}abc", "\u{2066}", "\u{2069}", "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}", "\r\n",
        "\n", "\t", "\u{2028}", "e\u{301}", "\u{301}\u{302}\u{303}", "👨‍👩‍👧‍👦", "🇩🇪", "🇩", "✌️", "✌︎", "👍🏽", "猫", "가",
        "\u{1100}\u{1161}",
        "ﷺ", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{AD}", "plain", "a b", "  two  spaces ", "W", "§", "½", "𝕏",
        "\u{E0041}",
        "http://www.w3.org/1999/xlink", "style=", "url(#a)", "%s%n", "\\", "{{x}}", String(repeating: "x", count: 90),
    ]

    mutating func hostileText() -> String {
        (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(SceneGenerator.hostilePieces) }.joined()
    }

    mutating func text() -> String {
        if chance(0.3) { return hostileText() }
        let words = ["a", "board", "猫", "it's", "your", "turn", "extraordinarily", "🦊", "é", "x"]
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in pick(words) }.joined(separator: " ")
    }

    // MARK: Scenes

    /// Returns a scene that keeps every rule, with marks of at most a few columns.
    mutating func scene(depth: Int = 3) -> Value {
        var node: [ValueKey: Value] = [:]
        if chance(0.2) { node["label"] = .string(text()) }
        if chance(0.2) { node["play"] = .string(move()) }
        switch Int.random(in: depth > 0 ? 0...10 : 2...10, using: &random) {
        case 0, 1:
            node["kind"] = "stack"
            node["nodes"] = .array((0..<Int.random(in: 0...4, using: &random)).map { _ in scene(depth: depth - 1) })
            if chance(0.5) { node["across"] = .bool(chance(0.6)) }
            if chance(0.2) { node["felt"] = true }
        case 2:
            node["kind"] = "text"
            node["text"] = .string(text())
            if chance(0.4) { node["style"] = .string(pick(["title", "quiet"])) }
        case 3:
            node["kind"] = "button"
            node["label"] = .string(text() + "!")
            node["play"] = .string(move())
            if chance(0.3) { node["piece"] = .string(pick(Piece.allCases).rawValue) }
        case 4:
            node["kind"] = "cards"
            let cards = (0..<Int.random(in: 0...20, using: &random)).map { _ in card() }
            node["cards"] = .array(cards.map { .string($0) })
            if chance(0.5) { node["play"] = .array(cards.map { .string($0) }) }
            if chance(0.3) { node["fan"] = true }
        case 5:
            node["kind"] = "image"
            node["asset"] = "art/a.png"
            node["label"] = .string(text() + ".")
        case 6:
            node["kind"] = "canvas"
            node["width"] = 100
            node["height"] = 60.5
            node["label"] = .string(text() + ".")
            node["shapes"] = .array((0..<Int.random(in: 0...4, using: &random)).map { _ in shape() })
        case 7:
            node["kind"] = "piece"
            node["piece"] = .string(pick(Piece.allCases).rawValue)
            if chance(0.5) { node["tone"] = .string(pick(Tone.allCases).rawValue) }
            if chance(0.5) { node["mark"] = .string(text()) }
        case 8:
            node["kind"] = "score"
            node["entries"] = .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    ["name": .string(text()), "value": .string(text()), "tone": .string(pick(Tone.allCases).rawValue)]
                })
        case 9:
            node["kind"] = "input"
            node["move"] = .string(text() + "?")
            if chance(0.5) { node["hint"] = .string(text()) }
        default: grid(into: &node)
        }
        return .map(node)
    }

    private mutating func grid(into node: inout [ValueKey: Value]) {
        let (columns, rows) = (Int.random(in: 1...26, using: &random), Int.random(in: 1...26, using: &random))
        let marks = ["x", "✕", "●", "🦊", "猫", "10", "♔", "<b>", "\u{1B}[1m", "👨‍👩‍👧‍👦", "e\u{301}"]
        let tones = ["one", "two", "good", "bad", "quiet"]
        if chance(0.6) { node["style"] = .string(pick(BoardStyle.allCases).rawValue) }
        let pieces = chance(0.5) ? Piece.allCases.map(\.rawValue) : ["ship"]
        node["kind"] = "grid"
        node["columns"] = .int(Int64(columns))
        node["rows"] = .double(Double(rows))
        node["cells"] = .array(
            (0..<columns * rows).map { _ in
                var cell: [ValueKey: Value] = [:]
                if chance(0.5) { cell["mark"] = .string(pick(marks)) }
                if chance(0.3) { cell["tone"] = .string(pick(tones)) }
                if chance(0.5) { cell["play"] = .string(move()) }
                if chance(0.1) { cell["label"] = .string(text()) }
                if chance(0.3) { cell["piece"] = .string(pick(pieces)) }
                if chance(0.1) { cell["good"] = .bool(chance(0.8)) }
                if chance(0.1) { cell["live"] = .bool(chance(0.5)) }
                if chance(0.02) { cell["last"] = .bool(chance(0.5)) }
                return cell.isEmpty ? .array([]) : .map(cell)
            })
        if chance(0.3) { node["headers"] = false }
    }

    private mutating func shape() -> Value {
        let tone: Value = chance(0.5) ? .null : .string(pick(["one", "bad"]))
        func number(_ generator: inout SceneGenerator) -> Value {
            .double(.random(in: -200...200, using: &generator.random))
        }
        let (x, y) = (number(&self), number(&self))
        return switch Int.random(in: 0...4, using: &random) {
        case 0: ["shape": "line", "x1": x, "y1": y, "x2": 7, "y2": -3, "tone": tone]
        case 1: ["shape": "rect", "x": x, "y": y, "width": 12, "height": 0.5, "filled": true, "tone": tone]
        case 2: ["shape": "circle", "x": x, "y": y, "radius": 30, "tone": tone]
        case 3: ["shape": "text", "x": x, "y": y, "text": .string(text()), "tone": tone, "play": .string(move())]
        default: ["shape": "polygon", "points": [x, y, 1, 2, 3.5, 4], "filled": true]
        }
    }

    mutating func move() -> String { pick(["a1", "b2", "hit", "rock", "as", "猫", "\u{1B}c", "e2e4", "<a>"]) }

    private mutating func card() -> String { pick(["as", "td", "9h", "??", "kc"]) }

    // MARK: Anything

    /// Returns a value of any shape. Often it is nearly a scene, sometimes it isn't similar to one.
    mutating func anything(depth: Int = 4) -> Value {
        switch Int.random(in: depth > 0 ? 0...11 : 0...7, using: &random) {
        case 0: return .null
        case 1: return .bool(chance(0.5))
        case 2: return .int(pick([0, 1, -1, 3, 27, .max, .min]))
        case 3: return .double(pick([0, 1.5, 3, .infinity, -.infinity, .nan, 1e300, -0.0]))
        case 4: return .string(hostileText())
        case 5: return .bytes([0xFF, 0x00])
        case 6: return .array([])
        case 7: return .map([:])
        case 8: return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in anything(depth: depth - 1) })
        case 9:
            var map: [ValueKey: Value] = [:]
            for _ in 0..<Int.random(in: 0...4, using: &random) { map[key()] = anything(depth: depth - 1) }
            return .map(map)
        default:
            // A scene with one fault gets further into the parser than a random value.
            return spoil(scene(depth: 2))
        }
    }

    private mutating func spoil(_ value: Value) -> Value {
        switch value {
        case .map(var map) where !map.isEmpty:
            let keys = map.keys.sorted()
            let key = pick(keys)
            if chance(0.3) { map[self.key()] = anything(depth: 1) }
            map[key] = chance(0.5) ? map[key].map { spoil($0) } : anything(depth: 1)
            return .map(map)
        case .array(var list) where !list.isEmpty:
            let index = Int.random(in: 0..<list.count, using: &random)
            list[index] = spoil(list[index])
            if chance(0.2) { list.removeLast() }
            return .array(list)
        default: return anything(depth: 1)
        }
    }

    private mutating func key() -> ValueKey {
        chance(0.2)
            ? .int(pick([0, 1, 2, -5]))
            : .string(
                pick([
                    "kind", "nodes", "cells", "mark", "play", "label", "cards", "text", "marc", "\u{1B}[m", "shapes",
                    "piece", "style",
                ])
            )
    }

    // MARK: Chance

    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
