/// Which seat the next ply is expected from, so that a log need say it only where it is another one.
///
/// A run is expected to be as long as the one before it, and to be followed by one of the next seat. That costs nothing
/// where seats alternate, and nothing where each turn is an answer and a move; one mark where the length changes.
struct ExpectedTurn {
    private let seats: Int
    /// The seat of the last move; the last seat before the first.
    private var last: Int
    /// Moves of the run under way; 0 before the first and after a round.
    private var length = 0
    /// Moves of the run before it.
    private var lengthBefore = 1

    init(seats: Int) {
        self.seats = seats
        last = seats
    }

    private var next: Int { last % seats + 1 }
    private var goesOn: Bool { length > 0 && length < lengthBefore }

    var expected: Int { goesOn ? last : next }
    /// The second guess.
    var other: Int { goesOn ? next : last }

    mutating func note(_ ply: Ply) {
        guard ply.isMove else { return }
        if ply.isInRound {
            endRun()
        } else if ply.seat == last, length > 0 {
            length += 1
        } else {
            endRun()
            last = ply.seat
            length = 1
        }
    }

    private mutating func endRun() {
        if length > 0 { lengthBefore = length }
        length = 0
    }
}
