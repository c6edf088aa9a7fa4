import Parlor

/// The touchable spots of the screen: cells, cards, buttons, bubbles. A spot of several lines
/// counts once.
struct TouchTargets {
    struct Spot: Hashable {
        var rows: Range<Int>
        var columns: Range<Int>
        let touch: StyledLine.Spot.Touch

        var place: Place {
            Place(
                row: (rows.lowerBound + rows.upperBound - 1) / 2,
                column: (columns.lowerBound + columns.upperBound - 1) / 2)
        }

        fileprivate func holds(row: Int, column: Int) -> Bool { rows.contains(row) && columns.contains(column) }
    }

    struct Place: Hashable {
        var row: Int
        var column: Int
    }

    /// The spots from top to bottom, and from left to right within a row.
    private(set) var all: [Spot] = []
    /// The spots of moves that can't be played now. Arrows skip them; a click on one is answered.
    private var refused: [Spot] = []

    init(of lines: [StyledLine]) {
        for (row, line) in lines.enumerated() {
            for spot in line.spots {
                if case .refused = spot.touch {
                    refused.append(Spot(rows: row..<row + 1, columns: spot.columns, touch: spot.touch))
                    continue
                }
                let above = all.lastIndex {
                    $0.rows.upperBound == row && $0.touch == spot.touch && $0.columns.overlaps(spot.columns)
                }
                if let above {
                    let columns = all[above].columns
                    all[above].rows = all[above].rows.lowerBound..<row + 1
                    all[above].columns =
                        min(
                            columns.lowerBound, spot.columns.lowerBound)..<max(
                            columns.upperBound, spot.columns.upperBound)
                } else {
                    all.append(Spot(rows: row..<row + 1, columns: spot.columns, touch: spot.touch))
                }
            }
        }
        all.sort { ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound) }
    }

    /// The spots that play moves. The arrows reach only these.
    private var moves: [Spot] {
        all.filter { if case .play = $0.touch { true } else { false } }
    }

    var hasMoves: Bool { !moves.isEmpty }

    /// Returns the move shown at a place, if that move can't be played now.
    func refusedMove(row: Int, column: Int) -> String? {
        guard case .refused(let move) = refused.first(where: { $0.holds(row: row, column: column) })?.touch else {
            return nil
        }
        return move
    }

    /// Returns the spot at a place.
    func spot(row: Int, column: Int) -> Spot? { all.first { $0.holds(row: row, column: column) } }

    func spot(at place: Place) -> Spot? { spot(row: place.row, column: place.column) }

    /// Returns the nearest move to a place, or the first move if there is no place.
    func nearest(to place: Place?) -> Spot? {
        guard let place else { return moves.first }
        return moves.min { Self.distance($0.place, place) < Self.distance($1.place, place) }
    }

    /// Returns the next move from a place in the direction of an arrow key, or nil if there is
    /// none.
    func next(from place: Place, _ key: Key) -> Spot? {
        let ahead = moves.filter { spot in
            guard !spot.holds(row: place.row, column: place.column) else { return false }
            let (down, right) = (spot.place.row - place.row, spot.place.column - place.column)
            // A row is about as high as two columns are wide. A spot that lies more to the side
            // than ahead is skipped.
            return switch key {
            case .up: down < 0 && abs(right) <= -down * 4
            case .down: down > 0 && abs(right) <= down * 4
            case .left: right < 0 && abs(down) * 2 <= -right
            case .right: right > 0 && abs(down) * 2 <= right
            default: false
            }
        }
        return ahead.min { Self.cost($0.place, place, key) < Self.cost($1.place, place, key) }
    }

    private static func distance(_ one: Place, _ other: Place) -> Int {
        abs(one.row - other.row) * 2 + abs(one.column - other.column)
    }

    /// Returns a distance that prefers spots straight ahead to nearer spots at the side.
    private static func cost(_ one: Place, _ other: Place, _ key: Key) -> Int {
        let (down, right) = (abs(one.row - other.row) * 2, abs(one.column - other.column))
        return key == .up || key == .down ? down + right * 2 : right + down * 2
    }
}
