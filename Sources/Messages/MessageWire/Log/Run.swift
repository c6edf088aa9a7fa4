/// Plies that follow one another and belong together: what one signature of a seat covers beyond the head before it.
package struct Run: Hashable, Sendable {
    /// What makes plies belong together.
    package enum Kind: Hashable, Sendable {
        /// Plies of one seat, in turn.
        case turn(seat: Int)
        /// A bracket of a simultaneous round: one ply of each of some seats, in seat order. Entries behind a claim are a
        /// further bracket of the same round.
        case round
        /// A single ply out of turn.
        case apart(seat: Int)
    }

    /// What makes these belong together, and whose they are.
    package let kind: Kind
    /// Indices of the plies in the log, from 0.
    package let range: Range<Int>
}

extension Log {
    /// The plies in runs.
    package var runs: [Run] {
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
}
