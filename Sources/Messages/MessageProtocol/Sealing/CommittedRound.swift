/// What is sealed in a round under way, for whoever replays one. The rules hear of a move when it is opened; until then its seat
/// has entered, and nobody knows with what.
package struct CommittedRound: Hashable, Sendable {
    /// Seats that have sealed their entry and not opened it.
    package private(set) var seats: Set<Int> = []
    /// How many have opened theirs.
    private var opened = 0

    /// Nothing is sealed.
    package init() {}

    /// How many plies of the round the rules don't count as its entries.
    package var plies: Int { seats.count + opened }

    /// A seat has entered with a move that nobody knows.
    package mutating func seal(_ seat: Int) { seats.insert(seat) }

    /// A seat's move is known now.
    package mutating func open(_ seat: Int) {
        seats.remove(seat)
        opened += 1
    }

    /// Whose turn it is by the protocol.
    ///
    /// - Parameter now: As the rules have it, which wait for all who haven't entered openly.
    package func standing(_ now: Standing) -> Standing {
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
