/// A forecast of the seat of the next ply. A log names a seat only if the forecast is wrong.
///
/// Each run is expected to be as long as the run before it, and to be followed by a run of the next
/// seat. A log therefore needs no mark if seats alternate, or if each turn consists of an answer and
/// a move. A log needs one mark each time the length of the runs changes.
struct ExpectedTurn {
    private let seats: Int
    /// The seat of the last move; before the first move, the match's highest seat.
    private var last: Int
    /// The number of moves of the current run; 0 before the first run and after a round.
    private var length = 0
    /// The number of moves of the run before the current one.
    private var lengthBefore = 1

    init(seats: Int) {
        self.seats = seats
        last = seats
    }

    private var next: Int { last % seats + 1 }
    private var goesOn: Bool { length > 0 && length < lengthBefore }

    var expected: Int { goesOn ? last : next }
    /// The seat that the forecast names second.
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
