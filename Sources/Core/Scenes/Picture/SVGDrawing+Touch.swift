// What can be tapped in a picture, marked for the page that shows it. What counts as live is what counts in a terminal.
extension SVGDrawing {
    /// Is the move marked? A text that can't be shown as it is would be another one to whoever taps it, and may not stand in XML.
    func isTouchable(_ play: String) -> Bool {
        marksLiveNodes && context.isLive(play) && Self.isShownAsItIs(play)
    }

    /// Does the text to type stand beside what plays it? Not where a tap does.
    var saysWhatToType: Bool { context.showsHints && !marksLiveNodes }

    private static func isShownAsItIs(_ play: String) -> Bool { SafeText(play).string == play }

    /// The drawing of what plays a move now.
    ///
    /// - Parameter label: What it is in words; nil for what holds others that can be tapped by themselves.
    func mark(_ elements: [SVGElement], plays play: String, label: String?) -> SVGElement {
        let group = SVGElement(.g, children: elements).with(.play, play)
        guard let label else { return group }
        let words = SafeText(label).string
        return group.with(.role, "button").with(.label, words.isEmpty ? play : words)
    }

    /// A box that plays a move; it can be hit between its lines, too.
    func touchable(_ box: SVGBox, plays play: String?, label: String?) -> SVGBox {
        guard let play, isTouchable(play), box.height > 0 else { return box }
        var box = box
        box.elements = [mark([SVGDrawing.area(box)] + box.elements, plays: play, label: label)]
        return box
    }

    /// A box in which the argument of a move is typed.
    func typable(_ box: SVGBox, move: SafeText) -> SVGBox {
        guard marksLiveNodes else { return box }
        var box = box
        box.elements = [SVGElement(.g, children: [SVGDrawing.area(box)] + box.elements).with(.input, move.string)]
        return box
    }

    private static func area(_ box: SVGBox) -> SVGElement {
        SVGElement.rect(width: box.width, height: box.height).filled("none").with(.pointerEvents, "all")
    }

    /// The cells of a board as a layer that isn't seen: all of them, so that one can go over the board while one waits.
    func cells(of grid: GridNode, label: SafeText?, side: Double, last: Set<Int>) -> SVGElement {
        let words = GridWords(grid, label: label?.string, context: context, last: last)
        let rows = (0..<grid.rows).map { row in
            SVGElement(
                .g,
                children: (0..<grid.columns).map { column in
                    let index = row * grid.columns + column
                    let cell = grid.cells[index]
                    let area = SVGElement.rect(
                        x: Double(column) * side, y: Double(row) * side, width: side, height: side)
                    var element = SVGElement(.g, children: [area]).with(.role, "gridcell").with(.cell, cell.name.string)
                    if let play = cell.play, context.isLive(cell), Self.isShownAsItIs(play) {
                        element = element.with(.play, play)
                    }
                    return element.with(.label, words.words(at: index))
                }
            )
            .with(.role, "row")
        }
        return SVGElement(.g, children: rows).filled("none").with(.pointerEvents, "all").with(.role, "grid")
            .with(.label, label?.string ?? "Board")
    }
}

extension SceneNode {
    /// What it is in words, if it is one thing; nil where there may be several in it that can be tapped.
    var wordsOfOne: String? {
        let words: SafeText
        switch content {
        case .stack, .grid, .cards, .canvas: return nil
        case .text(let text): words = text.text
        case .button(let button): words = button.label
        case .image(let image): words = image.label
        case .piece(let piece): words = SafeText(piece.name)
        case .score(let score): words = SafeText(score.line)
        case .input(let input): words = input.move
        }
        return (label ?? words).string
    }
}
