/// Plies that follow one another and belong together: what one signature of a seat covers beyond the head before it.
public struct Run: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Plies of one seat, in turn.
        case turn(seat: Int)
        /// A simultaneous round: one ply of each of some seats, in seat order.
        case round
        /// A single ply out of turn.
        case apart(seat: Int)
    }

    public let kind: Kind
    /// Indices of the plies in the log, from 0.
    public let range: Range<Int>
}

extension Log {
    /// The plies in runs.
    public var runs: [Run] {
        var runs: [Run] = []
        for (index, ply) in plies.enumerated() {
            let kind: Run.Kind =
                if ply.isInRound { .round } else if ply.isInTurn { .turn(seat: ply.seat) } else {
                    .apart(seat: ply.seat)
                }
            if let last = runs.last, last.kind == kind, Self.goesOn(kind, with: ply) {
                runs[runs.count - 1] = Run(kind: kind, range: last.range.lowerBound..<index + 1)
            } else {
                runs.append(Run(kind: kind, range: index..<index + 1))
            }
        }
        return runs
    }

    private static func goesOn(_ kind: Run.Kind, with ply: Ply) -> Bool {
        switch kind {
        case .turn: true
        case .round: ply.place == .continuesRound
        case .apart: false
        }
    }

    /// How many runs in turn there are, each entry of a round counted as one. What happens out of turn neither counts nor
    /// divides a run: nobody can make more of them by resigning, claiming or closing in between.
    public var runsInTurn: Int {
        var count = 0
        var seat: Int?
        for ply in plies where ply.isInTurn {
            if ply.isInRound {
                count += 1
                seat = nil
            } else if ply.seat != seat {
                count += 1
                seat = ply.seat
            }
        }
        return count
    }
}
