/// Describes a board in sentences: its size, its contents, the empty cells, the open moves.
struct GridWords {
    private let grid: GridNode
    private let label: String?
    private let context: SceneContext
    private let last: Set<Int>

    init(_ grid: GridNode, label: String?, context: SceneContext, last: Set<Int>) {
        self.grid = grid
        self.label = label
        self.context = context
        self.last = last
    }

    var sentences: [String] {
        var sentences = ["\(label ?? "Board"), \(grid.columns) by \(grid.rows)."]
        let told = grid.cells.indices.filter { isTold(grid.cells[$0]) }
        if !told.isEmpty { sentences.append(told.map(describe).joined(separator: "; ") + ".") }
        let empty = grid.cells.indices.filter { !isTold(grid.cells[$0]) }
        if empty.count == grid.cells.count {
            sentences.append("All cells are empty.")
        } else if !empty.isEmpty {
            sentences.append("Empty: " + runs(empty).joined(separator: ", ") + ".")
        }
        for index in empty where last.contains(index) { sentences.append("Last move: \(grid.cells[index].name).") }
        let good = grid.cells.indices.filter { grid.cells[$0].isGood }
        if !good.isEmpty { sentences.append("Standing out: " + runs(good).joined(separator: ", ") + ".") }
        if let open = openMoves(empty: empty) { sentences.append(open) }
        return sentences
    }

    /// Whether a cell has content to name.
    private func isTold(_ cell: GridCell) -> Bool { cell.isTaken || cell.label != nil }

    /// Returns one cell in words, for a user who reads the board cell by cell: `b2: cross, last
    /// move`, `c3: empty`, `d4: empty, plays d`.
    func words(at index: Int) -> String {
        let cell = grid.cells[index]
        var words = isTold(cell) ? describe(index) : "\(cell.name): empty" + (last.contains(index) ? ", last move" : "")
        if let play = cell.play, play != cell.name.string, context.isLive(cell) { words += ", plays \(SafeText(play))" }
        return words
    }

    private func describe(_ index: Int) -> String {
        let cell = grid.cells[index]
        var content = cell.label?.string ?? content(of: cell)
        // the parts of a hull have the same label, whether they burn or not
        if cell.label != nil, cell.piece == .ship, cell.tone == .bad { content += ", hit" }
        return "\(cell.name): \(content)" + (last.contains(index) ? ", last move" : "")
    }

    private func content(of cell: GridCell) -> String {
        if let piece = cell.piece { return piece.name(cell.tone, mark: cell.mark?.string) }
        return MarkName.of(cell.mark?.string ?? "")
    }

    /// Returns the names of cells in reading order, and three or more adjacent cells as "a1 to c1".
    private func runs(_ indices: [Int]) -> [String] {
        var names: [String] = []
        var start = 0
        while start < indices.count {
            var end = start
            while end + 1 < indices.count, indices[end + 1] == indices[end] + 1,
                indices[end + 1] / grid.columns == indices[start] / grid.columns
            {
                end += 1
            }
            if end - start >= 2 {
                names.append("\(grid.cells[indices[start]].name) to \(grid.cells[indices[end]].name)")
            } else {
                names += indices[start...end].map { grid.cells[$0].name.string }
            }
            start = end + 1
        }
        return names
    }

    /// Returns a sentence with the moves that the board offers now, as texts to type.
    private func openMoves(empty: [Int]) -> String? {
        guard context.showsHints else { return nil }
        let live = grid.cells.indices.filter { context.isLive(grid.cells[$0]) }
        guard !live.isEmpty else { return nil }
        if live == empty, live.allSatisfy({ grid.cells[$0].play == grid.cells[$0].name.string }) {
            return "Every empty cell can be played."
        }
        if live.allSatisfy({ grid.cells[$0].play == grid.cells[$0].name.string }) {
            return "Can be played: " + runs(live).joined(separator: ", ") + "."
        }
        var seen: Set<String> = []
        let moves = live.compactMap { grid.cells[$0].play }.filter { seen.insert($0).inserted }
        return "Can be played: " + moves.map { SafeText($0).string }.joined(separator: ", ") + "."
    }
}
