/// Which plies open a link, and the how-manieth of their seat: the number comes from the log, never from a counter on a device.
///
/// A seat opens one link with each of its runs: with the first of its plies in turn that follow one another, whatever stands out of
/// turn between them, and with each entry of a round. Openings, claims, closings and resignations open none, and end no run.
struct LinkRuns: Hashable {
    /// How many links each seat has opened.
    private(set) var counts: [Int]
    /// Whose run goes on with a ply in turn; nil behind an entry of a round.
    private(set) var current: Int?

    init(seats: Int) { counts = Array(repeating: 0, count: seats) }

    /// Goes on by a ply.
    ///
    /// - Returns: The number of the link that it opens, from 1; nil if it opens none.
    mutating func note(_ ply: Ply) -> Int? {
        guard ply.opensRun, counts.indices.contains(ply.seat - 1), ply.isInRound || current != ply.seat else {
            return nil
        }
        current = ply.isInRound ? nil : ply.seat
        counts[ply.seat - 1] += 1
        return counts[ply.seat - 1]
    }
}

extension Ply {
    /// Is it of those with which a run can begin?
    fileprivate var opensRun: Bool { action.traits.contains(.opensLink) }
}
