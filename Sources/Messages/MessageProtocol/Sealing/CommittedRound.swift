/// The sealed entries of a round under way, for a replay. The rules get a move when it is revealed.
/// Until then its seat has entered with an unknown move.
package struct CommittedRound: Hashable, Sendable {
    /// The seats that have sealed their entry and not revealed it.
    package private(set) var seats: Set<Int> = []
    /// How many seats have revealed their entry.
    private var opened = 0

    /// Creates a round without sealed entries.
    package init() {}

    /// The number of seats that have sealed their entry, whether or not they have revealed it.
    package var plies: Int { seats.count + opened }

    /// Records that a seat has entered with a sealed move.
    package mutating func seal(_ seat: Int) { seats.insert(seat) }

    /// Records that a seat has revealed its move.
    package mutating func open(_ seat: Int) {
        seats.remove(seat)
        opened += 1
    }

    /// Returns the standing according to the protocol.
    ///
    /// - Parameter now: The standing according to the rules, which still wait for every seat whose
    ///   move they don't know.
    package func standing(_ now: ReplayPosition) -> ReplayPosition {
        guard now.isRound, plies > 0 else { return now }
        var standing = now
        standing.seats = now.seats.filter { !seats.contains($0) }
        standing.isUnderWay = true
        if standing.seats.isEmpty, !seats.isEmpty {
            standing.seats = now.seats
            standing.isOpening = true
            standing.isUnderWay = opened > 0
        }
        return standing
    }
}
