import Values

/// Parses a script's value into nodes, and checks the value against ``SceneLimits``.
struct SceneParser {
    private var nodesLeft = SceneLimits.nodes
    private var textLeft = SceneLimits.totalTextBytes

    mutating func node(_ value: Value, at path: ValuePath, depth: Int) throws(SceneError) -> SceneNode {
        // Check before reading: recursion on hostile input must end here.
        guard depth <= SceneLimits.depth else {
            throw SceneError(path, .tooLarge(what: "the depth of a scene", limit: SceneLimits.depth))
        }
        try take(1, at: path)
        let fields = try FieldReader(value, at: path, expected: "a node (a table with a `kind`)")
        let kindValue = try fields.required(
            "kind", "one of \(NodeKind.allCases.map(\.rawValue).joined(separator: ", "))")
        let kind = try FieldReader.name(
            kindValue, of: NodeKind.self, "a kind of node", at: path.appending("kind"))
        try fields.allow(kind.keys)

        let label = try optionalText(fields, "label")
        // Each card may have a move of its own, so `play` may be a list in a node of cards, and
        // nowhere else.
        let play = kind == .cards && !isText(fields["play"]) ? nil : try move(fields, "play")
        let content: SceneNode.Content
        switch kind {
        case .text: content = .text(try text(fields))
        case .stack: content = .stack(try stack(fields, depth: depth))
        case .grid: content = .grid(try grid(fields))
        case .button:
            guard let label else { throw SceneError(path, .missing(key: "label", expected: "the text on the button")) }
            if play == nil { throw SceneError(path, .missing(key: "play", expected: "the text of the move it plays")) }
            content = .button(ButtonNode(label: label, piece: try piece(fields)))
        case .cards: content = .cards(try cards(fields, hasOneMove: play != nil))
        case .image: content = .image(try image(fields, label: label))
        case .canvas: content = .canvas(try canvas(fields, label: label))
        case .piece:
            guard let piece = try piece(fields) else {
                throw SceneError(path, .missing(key: "piece", expected: "what to draw, such as \"disc\""))
            }
            content = .piece(PieceNode(piece, tone: try tone(fields), mark: try optionalText(fields, "mark")))
        case .score: content = .score(try score(fields))
        case .input:
            guard let move = try optionalText(fields, "move") else {
                throw SceneError(path, .missing(key: "move", expected: "the name of the move whose argument is typed"))
            }
            content = .input(InputNode(move: move, hint: try optionalText(fields, "hint")))
        }
        return SceneNode(content, label: label, play: play)
    }

    // MARK: Kinds

    private mutating func text(_ fields: FieldReader) throws(SceneError) -> TextNode {
        let value = try fields.required("text", "a text")
        let text = try string(value, at: fields.path.appending("text"))
        let style = try fields.name("style", of: TextNode.Style.self, "a style of text")
        return TextNode(SafeText(text, lineBreaks: .kept), style: style)
    }

    private mutating func stack(_ fields: FieldReader, depth: Int) throws(SceneError) -> StackNode {
        let path = fields.path.appending("nodes")
        let isAcross = try fields.flag("across", default: false)
        var nodes: [SceneNode] = []
        for (index, value) in try list(fields, "nodes", "a list of nodes").enumerated() {
            nodes.append(try node(value, at: path.appending(position: index + 1), depth: depth + 1))
        }
        return StackNode(nodes, isAcross: isAcross, isOnFelt: try fields.flag("felt", default: false))
    }

    private mutating func grid(_ fields: FieldReader) throws(SceneError) -> GridNode {
        let columns = try fields.count("columns", in: 1...SceneLimits.gridSide)
        let rows = try fields.count("rows", in: 1...SceneLimits.gridSide)
        let hasHeaders = try fields.flag("headers", default: true)
        let style = try fields.name("style", of: BoardStyle.self, "a style of board")
        let path = fields.path.appending("cells")
        let values = try list(fields, "cells", "a list of cells")
        guard values.count == columns * rows else {
            let reason = "\(counted(columns, "column")) × \(counted(rows, "row"))"
            throw SceneError(path, .wrongCount(found: values.count, expected: columns * rows, reason: reason))
        }
        try take(values.count, at: path)
        var cells: [GridCell] = []
        cells.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            func name() -> SafeText { SafeText(GridNode.name(of: index, columns: columns, rows: rows)) }
            if let plain = PlainCell(value), plain.textBytes <= textLeft {
                textLeft -= plain.textBytes
                cells.append(plain.cell(called: name))
            } else {  // read the cell field by field, and report what is wrong
                cells.append(try cell(value, at: path.appending(position: index + 1), called: name))
            }
        }
        return GridNode(columns: columns, rows: rows, cells: cells, hasHeaders: hasHeaders, style: style)
    }

    private mutating func cell(
        _ value: Value, at path: ValuePath, called name: () -> SafeText
    ) throws(SceneError) -> GridCell {
        let cell = try FieldReader(value, at: path, expected: "a cell (a table)")
        try cell.allow(GridCell.keys)
        return GridCell(
            name: try optionalText(cell, "name") ?? name(),
            mark: try optionalText(cell, "mark"), play: try move(cell, "play"),
            tone: try tone(cell), label: try optionalText(cell, "label"), piece: try piece(cell),
            isGood: try cell.flag("good", default: false), live: try cell.optionalFlag("live"),
            last: try cell.optionalFlag("last"))
    }

    private func piece(_ fields: FieldReader) throws(SceneError) -> Piece? {
        try fields.name("piece", of: Piece.self, "a piece")
    }

    private func tone(_ fields: FieldReader) throws(SceneError) -> Tone? {
        try fields.name("tone", of: Tone.self, "a tone")
    }

    private mutating func score(_ fields: FieldReader) throws(SceneError) -> ScoreNode {
        let path = fields.path.appending("entries")
        let values = try list(fields, "entries", "a list of tables with a name and a value")
        try take(values.count, at: path)
        var entries: [ScoreNode.Entry] = []
        for (index, value) in values.enumerated() {
            let entry = try FieldReader(value, at: path.appending(position: index + 1), expected: "a name and a value")
            try entry.allow(["name", "value", "tone"])
            let name = try string(try entry.required("name", "a text"), at: entry.path.appending("name"))
            let score = try string(try entry.required("value", "a text"), at: entry.path.appending("value"))
            entries.append(ScoreNode.Entry(name: SafeText(name), value: SafeText(score), tone: try tone(entry)))
        }
        return ScoreNode(entries)
    }

    private mutating func cards(_ fields: FieldReader, hasOneMove: Bool) throws(SceneError) -> CardsNode {
        let path = fields.path.appending("cards")
        let values = try list(fields, "cards", "a list of cards such as \"as\"")
        try take(values.count, at: path)
        var cards: [PlayingCard] = []
        for (index, value) in values.enumerated() {
            let code = try string(value, at: path.appending(position: index + 1))
            guard let card = PlayingCard(code: code) else {
                let expected = "a card (a rank of a23456789tjqk and a suit of shdc, or ?? for face down)"
                throw SceneError(
                    path.appending(position: index + 1), .unknownName(code, expected: expected, nearest: nil))
            }
            cards.append(card)
        }
        let isFan = try fields.flag("fan", default: false)
        guard !hasOneMove, let value = fields["play"] else { return CardsNode(cards, isFan: isFan) }
        let plays = try plays(value, count: cards.count, at: fields.path.appending("play"))
        return CardsNode(cards, plays: plays, isFan: isFan)
    }

    /// Reads one move per card. A card without a move has nil or false, so the list may have gaps.
    private mutating func plays(_ value: Value, count: Int, at path: ValuePath) throws(SceneError) -> [String?] {
        var byIndex: [Int: Value] = [:]
        switch value {
        case .array(let list):
            for (index, value) in list.enumerated() { byIndex[index + 1] = value }
        case .map(let map):
            for (key, value) in map {
                guard case .int(let number) = key, let index = Int(exactly: number) else {
                    let expected = "a text, or a list with the move of each card"
                    throw SceneError(path, .unexpected(found: value.phrase, expected: expected))
                }
                byIndex[index] = value
            }
        default:
            let expected = "a text, or a list with the move of each card"
            throw SceneError(path, .unexpected(found: value.phrase, expected: expected))
        }
        if let outside = byIndex.keys.filter({ !(1...max(1, count)).contains($0) || count == 0 }).min() {
            throw SceneError(
                path, .outOfRange(found: "the entry [\(outside)]", expected: "one move for each of \(count) cards"))
        }
        var plays: [String?] = []
        for index in 0..<count {
            switch byIndex[index + 1] {
            case nil, .null, .bool(false): plays.append(nil)
            case .some(let value): plays.append(try string(value, at: path.appending(position: index + 1)))
            }
        }
        return plays
    }

    private mutating func image(_ fields: FieldReader, label: SafeText?) throws(SceneError) -> ImageNode {
        let path = fields.path.appending("asset")
        let asset = try string(try fields.required("asset", "a file such as \"cards/back.png\""), at: path)
        guard ImageNode.isInsideFolder(asset) else {
            throw SceneError(path, .malformed(expected: "a path inside the game's assets, such as \"cards/back.png\""))
        }
        guard let label else {
            throw SceneError(fields.path, .missing(key: "label", expected: "the picture in words"))
        }
        return ImageNode(asset: asset, label: label)
    }

    // MARK: Canvas

    private mutating func canvas(_ fields: FieldReader, label: SafeText?) throws(SceneError) -> CanvasNode {
        let width = try fields.measure("width", in: 1...SceneLimits.canvasSide)
        let height = try fields.measure("height", in: 1...SceneLimits.canvasSide)
        guard let label else {
            throw SceneError(fields.path, .missing(key: "label", expected: "the drawing in words"))
        }
        let path = fields.path.appending("shapes")
        let values = try list(fields, "shapes", "a list of shapes")
        try take(values.count, at: path)
        var shapes: [CanvasShape] = []
        for (index, value) in values.enumerated() {
            shapes.append(try shape(value, at: path.appending(position: index + 1)))
        }
        return CanvasNode(width: width, height: height, label: label, shapes: shapes)
    }

    private mutating func shape(_ value: Value, at path: ValuePath) throws(SceneError) -> CanvasShape {
        let fields = try FieldReader(value, at: path, expected: "a shape (a table with a `shape`)")
        let names = ShapeKind.allCases.map(\.rawValue).joined(separator: ", ")
        let kind = try FieldReader.name(
            try fields.required("shape", "one of \(names)"), of: ShapeKind.self, "a shape", at: path.appending("shape"))
        try fields.allow(kind.keys)
        let plane = -SceneLimits.canvasSide...SceneLimits.canvasSide
        let size = 0...SceneLimits.canvasSide
        func point(_ x: String, _ y: String) throws(SceneError) -> CanvasShape.Point {
            CanvasShape.Point(x: try fields.measure(x, in: plane), y: try fields.measure(y, in: plane))
        }
        let outline: CanvasShape.Outline
        switch kind {
        case .line: outline = .line(from: try point("x1", "y1"), to: try point("x2", "y2"))
        case .rect:
            outline = .rect(
                origin: try point("x", "y"), width: try fields.measure("width", in: size),
                height: try fields.measure("height", in: size))
        case .circle: outline = .circle(centre: try point("x", "y"), radius: try fields.measure("radius", in: size))
        case .text:
            let text = try string(try fields.required("text", "a text"), at: path.appending("text"))
            outline = .text(at: try point("x", "y"), SafeText(text))
        case .polygon: outline = .polygon(try corners(fields, in: plane))
        }
        return CanvasShape(
            outline, tone: try tone(fields), isFilled: try fields.flag("filled", default: false),
            play: try move(fields, "play"))
    }

    private mutating func corners(
        _ fields: FieldReader, in plane: ClosedRange<Double>
    ) throws(SceneError) -> [CanvasShape.Point] {
        let path = fields.path.appending("points")
        let values = try list(fields, "points", "a list of numbers x1, y1, x2, y2, …")
        try take(values.count / 2, at: path)
        guard values.count >= 4, values.count.isMultiple(of: 2) else {
            throw SceneError(path, .malformed(expected: "an x and a y for each of at least two corners"))
        }
        var numbers: [Double] = []
        for (index, value) in values.enumerated() {
            numbers.append(try FieldReader.measure(value, in: plane, at: path.appending(position: index + 1)))
        }
        return stride(from: 0, to: numbers.count, by: 2).map { CanvasShape.Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    // MARK: Budgets and texts

    private mutating func take(_ count: Int, at path: ValuePath) throws(SceneError) {
        guard count <= nodesLeft else {
            throw SceneError(
                path, .tooLarge(what: "the number of nodes, cells, cards and shapes", limit: SceneLimits.nodes))
        }
        nodesLeft -= count
    }

    private mutating func string(
        _ value: Value, at path: @autoclosure () -> ValuePath
    ) throws(SceneError) -> String {
        guard case .string(let text) = value else {
            throw SceneError(path(), .unexpected(found: value.phrase, expected: "a text"))
        }
        let bytes = text.utf8.count
        guard bytes <= SceneLimits.textBytes else {
            throw SceneError(path(), .tooLarge(what: "the bytes of a text", limit: SceneLimits.textBytes))
        }
        guard bytes <= textLeft else {
            throw SceneError(path(), .tooLarge(what: "the bytes of all texts", limit: SceneLimits.totalTextBytes))
        }
        textLeft -= bytes
        return text
    }

    /// Returns a text to show, or nil if it is absent or empty.
    private mutating func optionalText(_ fields: FieldReader, _ key: String) throws(SceneError) -> SafeText? {
        guard let value = fields[key] else { return nil }
        let text = SafeText(try string(value, at: fields.path.appending(.string(key))))
        return text.string.isEmpty ? nil : text
    }

    /// Returns the text of a move, or nil if it is absent or empty.
    private mutating func move(_ fields: FieldReader, _ key: String) throws(SceneError) -> String? {
        guard let value = fields[key] else { return nil }
        let text = try string(value, at: fields.path.appending(.string(key)))
        return text.isEmpty ? nil : text
    }

    private func isText(_ value: Value?) -> Bool {
        if case .string = value { true } else { false }
    }

    private func list(_ fields: FieldReader, _ key: String, _ expected: String) throws(SceneError) -> [Value] {
        let value = try fields.required(key, expected)
        switch value {
        case .array(let list): return list
        case .map(let map) where map.isEmpty: return []
        case .map(let map):
            // as for every list of a script, name the wrong key
            let odd = map.keys.filter { key in
                if case .int(let number) = key { !(1...Int64(map.count)).contains(number) } else { true }
            }.min()
            let found = value.phrase + (odd.map { " that has the key \($0)" } ?? "")
            throw SceneError(fields.path.appending(.string(key)), .unexpected(found: found, expected: expected))
        default:
            throw SceneError(fields.path.appending(.string(key)), .unexpected(found: value.phrase, expected: expected))
        }
    }
}
