import Scenes
import Values

/// Scenes of well-known games, as their scripts would return them.
enum SceneSamples {
    struct Sample: Sendable {
        let name: String
        let value: Value
        let context: SceneContext
    }

    static let all = [
        ticTacToe, connectFour, battleship, chess, blackjack, rockPaperScissors, numbers, hangman,
    ]

    // MARK: Boards

    static let ticTacToe = Sample(
        name: "tic-tac-toe",
        value: grid(columns: 3, rows: 3) { name in
            switch name {
            case "b2": [.mark("✕"), .tone("one"), .label("cross")]
            case "a1": [.mark("○"), .tone("two"), .label("nought")]
            default: [.play(name)]
            }
        },
        context: SceneContext(
            legalMoves: ["a2", "a3", "b1", "b3", "c1", "c2", "c3"], lastMove: "b2"))

    static let connectFour = Sample(
        name: "connect-four",
        value: grid(columns: 7, rows: 6) { name in
            let column = String(name.prefix(1))
            let discs = ["d1": "●", "d2": "○", "c1": "●", "e1": "○", "d3": "●", "c2": "○", "d4": "●"]
            guard let disc = discs[name] else { return [.play(column)] }
            return [.play(column), .mark(disc), .tone(disc == "●" ? "one" : "two")]
        },
        context: SceneContext(legalMoves: ["a", "b", "c", "d", "e", "f", "g"], lastMove: "d"))

    static let battleship: Sample = {
        let hits: Set = ["c4", "c5", "f8"]
        let misses: Set = ["a1", "b7", "h3", "j10", "e5", "g2"]
        let sea = grid(columns: 10, rows: 10) { name in
            if hits.contains(name) { return [.mark("✕"), .tone("good"), .label("hit")] }
            if misses.contains(name) { return [.mark("•"), .tone("quiet"), .label("miss")] }
            return [.play(name)]
        }
        let names = (1...10).flatMap { row in "abcdefghij".map { "\($0)\(row)" } }
        return Sample(
            name: "battleship",
            value: stack([text("Battleship", style: "title"), text("Three ships are afloat."), sea]),
            context: SceneContext(
                legalMoves: Set(names).subtracting(hits).subtracting(misses), lastMove: "c5"))
    }()

    static let chess: Sample = {
        let rows: [Character: String] = [
            "8": "♜♞♝♛♚♝♞♜", "7": "♟♟♟♟ ♟♟♟", "5": "    ♟   ", "4": "    ♙   ", "2": "♙♙♙♙ ♙♙♙", "1": "♖♘♗♕♔♗♘♖",
        ]
        return Sample(
            name: "chess",
            value: grid(columns: 8, rows: 8) { name in
                guard let row = name.last.flatMap({ rows[$0] }),
                    let column = "abcdefgh".firstIndex(of: name.first ?? "a")
                else { return [] }
                let offset = "abcdefgh".distance(from: "abcdefgh".startIndex, to: column)
                let piece = row[row.index(row.startIndex, offsetBy: offset)]
                return piece == " " ? [] : [.mark(String(piece))]
            },
            context: SceneContext(legalMoves: ["g1f3", "d2d4"], lastMove: "e7e5"))
    }()

    /// Three marks of different widths.
    static let numbers = Sample(
        name: "numbers",
        value: grid(columns: 4, rows: 2) { name in
            switch name {
            case "a1": [.mark("2048"), .tone("good")]
            case "b2": [.mark("🦊")]
            case "c1": [.mark("猫"), .tone("bad")]
            default: []
            }
        },
        context: SceneContext(lastMove: "a1"))

    // MARK: Tables

    static let blackjack = Sample(
        name: "blackjack",
        value: stack([
            text("Blackjack", style: "title"),
            text("Dealer"),
            node("cards", ["cards": strings(["kh", "??"]), "label": .string("Dealer")]),
            text("You: 16"),
            node("cards", ["cards": strings(["as", "td", "5c"]), "label": .string("Your hand")]),
            stack([button("Hit", "hit"), button("Stand", "stand"), button("Double", "double")], across: true),
            text("The dealer stands on 17.", style: "quiet"),
        ]),
        context: SceneContext(legalMoves: ["hit", "stand"], lastMove: "hit", isLastMoveOwn: true))

    static let rockPaperScissors = Sample(
        name: "rock-paper-scissors",
        value: stack([
            text("1 : 0", style: "title"),
            text("Choose."),
            stack([button("✊", "rock"), button("✋", "paper"), button("✌️", "scissors")], across: true),
            node(
                "cards",
                ["cards": strings(["as", "td", "9h"]), "play": strings(["as", "td", "nine"])]),
        ]),
        context: SceneContext(legalMoves: ["rock", "paper", "scissors", "as", "nine"]))

    static let hangman = Sample(
        name: "hangman",
        value: stack([
            node(
                "canvas",
                [
                    "width": .int(120), "height": .int(100), "label": .string("A gallows with a head and a body"),
                    "shapes": .array([
                        shape("line", ["x1": 10, "y1": 95, "x2": 70, "y2": 95]),
                        shape("line", ["x1": 25, "y1": 95, "x2": 25, "y2": 5]),
                        shape("line", ["x1": 25, "y1": 5, "x2": 75, "y2": 5]),
                        shape("line", ["x1": 75, "y1": 5, "x2": 75, "y2": 20]),
                        shape("circle", ["x": 75, "y": 30, "radius": 10], tone: "two"),
                        shape("line", ["x1": 75, "y1": 40, "x2": 75, "y2": 65], tone: "two"),
                        shape("rect", ["x": 92, "y": 70, "width": 20, "height": 20], tone: "good", filled: true),
                        shape("polygon", ["points": .array([90, 30, 114, 30, 102, 12].map { .int($0) })], tone: "one"),
                        .map([
                            .string("shape"): .string("text"), .string("x"): .int(102), .string("y"): .int(50),
                            .string("text"): .string("7 left"),
                        ]),
                    ]),
                ]),
            text("_ A _ _ O R"),
            node("image", ["asset": .string("art/harbour.png"), "label": .string("A harbour at dusk")]),
        ]),
        context: SceneContext())

    // MARK: Building blocks

    enum CellField {
        case mark(String), tone(String), label(String), play(String)

        var pair: (ValueKey, Value) {
            switch self {
            case .mark(let text): (.string("mark"), .string(text))
            case .tone(let text): (.string("tone"), .string(text))
            case .label(let text): (.string("label"), .string(text))
            case .play(let text): (.string("play"), .string(text))
            }
        }
    }

    static func node(_ kind: String, _ fields: [String: Value]) -> Value {
        var map: [ValueKey: Value] = [.string("kind"): .string(kind)]
        for (key, value) in fields { map[.string(key)] = value }
        return .map(map)
    }

    static func text(_ text: String, style: String? = nil) -> Value {
        node("text", ["text": .string(text)].merging(style.map { ["style": .string($0)] } ?? [:]) { $1 })
    }

    static func stack(_ nodes: [Value], across: Bool = false) -> Value {
        node("stack", ["nodes": .array(nodes), "across": .bool(across)])
    }

    static func button(_ label: String, _ play: String) -> Value {
        node("button", ["label": .string(label), "play": .string(play)])
    }

    static func strings(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }

    static func shape(_ kind: String, _ fields: [String: Value], tone: String? = nil, filled: Bool = false) -> Value {
        var map: [ValueKey: Value] = [.string("shape"): .string(kind), .string("filled"): .bool(filled)]
        for (key, value) in fields { map[.string(key)] = value }
        if let tone { map[.string("tone")] = .string(tone) }
        return .map(map)
    }

    static func grid(columns: Int, rows: Int, _ fields: (String) -> [CellField]) -> Value {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        var cells: [Value] = []
        for row in stride(from: rows, to: 0, by: -1) {
            for column in 0..<columns {
                let name = "\(letters[column])\(row)"
                var map: [ValueKey: Value] = [.string("name"): .string(name)]
                for (key, value) in fields(name).map(\.pair) { map[key] = value }
                cells.append(.map(map))
            }
        }
        return node("grid", ["columns": .int(Int64(columns)), "rows": .int(Int64(rows)), "cells": .array(cells)])
    }
}
