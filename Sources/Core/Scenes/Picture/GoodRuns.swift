/// The straight rows of highlighted cells on a board.
struct GoodRuns {
    /// The first and the last cell of each straight row. A row has at least two highlighted cells. The
    /// cells beyond its ends aren't highlighted.
    let lines: [(first: Int, last: Int)]
    /// The highlighted cells that are in no row.
    let alone: [Int]

    init(_ grid: GridNode) {
        func isGood(_ column: Int, _ row: Int) -> Bool {
            (0..<grid.columns).contains(column) && (0..<grid.rows).contains(row)
                && grid.cells[row * grid.columns + column].isGood
        }
        let good = grid.cells.indices.filter { grid.cells[$0].isGood }
        // if there are rows of three or more, two adjacent cells may be next to each other by
        // chance
        var runs: [(first: Int, last: Int, length: Int)] = []
        for index in good {
            let (column, row) = (index % grid.columns, index / grid.columns)
            for (right, down) in [(1, 0), (0, 1), (1, 1), (1, -1)] where !isGood(column - right, row - down) {
                var length = 1
                while isGood(column + length * right, row + length * down) { length += 1 }
                let last = (row + (length - 1) * down) * grid.columns + column + (length - 1) * right
                if length > 1 { runs.append((index, last, length)) }
            }
        }
        let longest = runs.reduce(0) { max($0, $1.length) }
        let kept = runs.filter { $0.length >= min(3, longest) }
        var covered: Set<Int> = []
        for run in kept {
            let step = (run.last - run.first) / (run.length - 1)
            for place in 0..<run.length { covered.insert(run.first + place * step) }
        }
        lines = kept.map { ($0.first, $0.last) }
        alone = good.filter { !covered.contains($0) }
    }
}
