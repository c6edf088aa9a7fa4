/// The cells of a board that show the last move.
///
/// The usual case is one cell whose `play` is the move's text. Three more cases are handled here:
/// - *Several cells of one column play the same text* (dropping a disc into column `c`): the
///   topmost cell with a mark or a piece shows the move, because the disc landed there.
/// - *A cell sets `last`*: the cells with `last` show the move, and no other cell of any board of
///   the scene does.
/// - *No node plays the text*, because the cell is taken now or because the move joins two cells
///   (`b2`, `e2e4`, `e7e8q`). If the scene has a single board, the last cell that the text names
///   shows the move.
struct LastMoveCells {
    private let lastMove: String?
    private let mayReadNames: Bool
    private let isSaid: Bool

    init(_ scene: Scene, context: SceneContext) {
        lastMove = context.lastMove
        var survey = Survey(context: context)
        survey.visit(scene.root)
        isShown = survey.isShown
        isSaid = survey.isSaid
        mayReadNames = !survey.isPlayed && survey.grids == 1
    }

    /// Whether the scene shows the last move: on a cell, or on another node that marks it.
    let isShown: Bool

    /// Returns the indices of the cells to mark.
    func indices(in grid: GridNode) -> Set<Int> {
        if isSaid { return Set(grid.cells.indices.filter { grid.cells[$0].last == true }) }
        return inferred(in: grid).filter { grid.cells[$0].last != false }
    }

    private func inferred(in grid: GridNode) -> Set<Int> {
        guard let lastMove else { return [] }
        let playing = grid.cells.indices.filter { grid.cells[$0].play == lastMove }
        if playing.count > 1, Set(playing.map { $0 % grid.columns }).count == 1 {
            return Set(playing.filter { grid.cells[$0].isTaken }.prefix(1))
        }
        if playing.isEmpty, mayReadNames, let named = lastNamedCell(lastMove, in: grid) { return [named] }
        return Set(playing)
    }

    /// Returns the last cell that a text names. The text may only consist of cell names, with `-`
    /// or `x` between them, and at most two characters after the last name (the piece of a
    /// promotion).
    private func lastNamedCell(_ text: String, in grid: GridNode) -> Int? {
        guard text.utf8.count <= 64 else { return nil }
        var byName: [String: Int] = [:]
        for index in grid.cells.indices { byName[grid.cells[index].name.string] = index }
        let longest = byName.keys.reduce(0) { max($0, $1.count) }
        var rest = Substring(text)
        var found: Int?
        while !rest.isEmpty {
            let length = stride(from: min(longest, rest.count), to: 0, by: -1).first {
                byName[String(rest.prefix($0))] != nil
            }
            if let length {
                found = byName[String(rest.prefix(length))]
                rest = rest.dropFirst(length)
            } else if found != nil, rest.count > 1, rest.first == "-" || rest.first == "x" {
                rest = rest.dropFirst()
            } else {
                return rest.count <= 2 ? found : nil
            }
        }
        return found
    }

    private struct Survey {
        let context: SceneContext
        var isPlayed = false
        var isShown = false
        var isSaid = false
        var grids = 0

        mutating func visit(_ node: SceneNode) {
            note(node.play)
            switch node.content {
            case .stack(let stack):
                for child in stack.nodes { visit(child) }
            case .grid(let grid):
                grids += 1
                for cell in grid.cells {
                    note(cell.play, isCell: true)
                    if cell.last == true { (isSaid, isShown) = (true, true) }
                }
            case .cards(let cards):
                for play in cards.plays { note(play) }
            case .canvas(let canvas):
                for shape in canvas.shapes { note(shape.play) }
            case .text, .button, .image, .piece, .score, .input: break
            }
        }

        private mutating func note(_ play: String?, isCell: Bool = false) {
            guard let lastMove = context.lastMove, play == lastMove else { return }
            isPlayed = true
            if isCell || context.isLast(play) { isShown = true }
        }
    }
}
