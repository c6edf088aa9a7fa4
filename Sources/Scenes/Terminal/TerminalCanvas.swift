/// Stands in for a drawing that needs finer lines than characters can make: its words, and the texts in it.
struct TerminalCanvas {
    private let canvas: CanvasNode
    private let drawing: TerminalDrawing

    init(_ canvas: CanvasNode, in drawing: TerminalDrawing) {
        self.canvas = canvas
        self.drawing = drawing
    }

    var block: TextBlock {
        var block = drawing.wrapped("[drawing: \(canvas.label)]", .dim)
        let texts = canvas.texts.map(\.string).filter { !$0.isEmpty }
        if !texts.isEmpty { block.lines += drawing.wrapped(texts.joined(separator: " · ")).lines }
        return block
    }
}
