/// Collects the words of a scene, node by node.
struct DescriptionBuilder {
    let context: SceneContext
    let lastMove: LastMoveCells
    /// Whether to say that a button can't be pressed now.
    let saysAvailability: Bool
    var lines: [String] = []
    private(set) var hasSaidLastMove = false

    init(context: SceneContext, lastMove: LastMoveCells, saysAvailability: Bool = true) {
        self.context = context
        self.lastMove = lastMove
        self.saysAvailability = saysAvailability
    }

    mutating func say(_ node: SceneNode) {
        let label = node.label?.string
        switch node.content {
        case .text(let text): say(label ?? text.text.string, play: node.play)
        case .stack(let stack):
            if let label { say(label, play: nil) }
            for child in stack.nodes { say(child) }
            if node.play != nil { say(nil, play: node.play) }
        case .grid(let grid):
            let last = lastMove.indices(in: grid)
            if !last.isEmpty { hasSaidLastMove = true }
            lines.append(GridWords(grid, label: label, context: context, last: last).sentences.joined(separator: " "))
            if node.play != nil { say(nil, play: node.play) }
        case .button(let button): say(button, play: node.play)
        case .cards(let cards): say(cards, label: label, play: node.play)
        case .image(let image): say("Image: \(image.label)", play: node.play)
        case .canvas(let canvas):
            say("Drawing: \(canvas.label)", play: node.play)
            let texts = canvas.texts.map(\.string).filter { !$0.isEmpty }
            if !texts.isEmpty { lines.append(DescriptionBuilder.sentence("In it: " + texts.joined(separator: "; "))) }
            for play in canvas.plays { say(nil, play: play) }
        case .piece(let piece): say(label ?? piece.name, play: node.play)
        case .score(let score): say("\(label ?? "Score"): \(score.line)", play: node.play)
        case .input(let input):
            let hint = input.hint.map { ": \($0)" } ?? ""
            say("\(label ?? "Text field")\(hint). Type \(input.move) and your text", play: node.play)
        }
    }

    /// Adds a sentence, followed by the move that the node plays.
    private mutating func say(_ text: String?, play: String?) {
        var words = text.map { DescriptionBuilder.sentence($0) }.flatMap { $0.isEmpty ? nil : [$0] } ?? []
        if context.isLast(play) { words.append("Last move.") }
        if let play, context.isLive(play), context.showsHints { words.append("Type \(SafeText(play)).") }
        if !words.isEmpty { lines.append(words.joined(separator: " ")) }
    }

    private mutating func say(_ button: ButtonNode, play: String?) {
        var words = "Button \(button.label)"
        if let play, context.isLive(play) {
            if context.showsHints, play.lowercased() != button.label.string.lowercased() {
                words += ", type \(SafeText(play))"
            }
        } else if saysAvailability {
            words += ", not available"
        }
        if context.isLast(play) { words += ", last move" }
        lines.append(DescriptionBuilder.sentence(words))
    }

    private mutating func say(_ cards: CardsNode, label: String?, play: String?) {
        let names = cards.cards.indices.map { index in
            var name = cards.cards[index].name
            if context.isLast(cards.plays[index]) { name += " (last move)" }
            if let play = cards.plays[index], context.isLive(play), context.showsHints {
                name += " (type \(SafeText(play)))"
            }
            return name
        }
        let hand = names.isEmpty ? "none" : names.joined(separator: ", ")
        say("\(label ?? "Cards"): \(hand)", play: play)
    }

    /// Returns a text with a full stop, unless it already ends as a sentence.
    static func sentence(_ text: String) -> String {
        guard let last = text.last else { return text }
        return ".!?…:;".contains(last) ? text : text + "."
    }
}
