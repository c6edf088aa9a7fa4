/// What a replay told of a log that the log alone doesn't: where rounds were under way, and who left by a claim.
struct Course: Hashable, Sendable {
    /// The place it begins at; no round is under way there. Place *k* is before the ply with index *k*.
    let start: Int
    private let goneAtStart: Set<Int>
    private var leavers: [Int: Int] = [:]
    private var roundIsUnderWay: [Bool] = []
    /// Has the match an outcome at the last place?
    private(set) var isOver = false

    init(from start: Int, gone: Set<Int>) {
        self.start = start
        goneAtStart = gone
    }

    /// Notes how it stands at the next place.
    mutating func reach(_ standing: Standing) {
        roundIsUnderWay.append(standing.isUnderWay)
        isOver = standing.isOver
    }

    /// Notes that a seat left with the ply at `index`.
    mutating func leave(_ seat: Int, at index: Int) { leavers[index] = seat }

    /// Have some of a round's seats entered there, and others not yet?
    func isUnderWay(at place: Int) -> Bool {
        roundIsUnderWay.indices.contains(place - start) && roundIsUnderWay[place - start]
    }

    /// Seats that have left before a place.
    func gone(at place: Int) -> Set<Int> {
        leavers.reduce(into: goneAtStart) { if $1.key < place { $0.insert($1.value) } }
    }

    /// The seat that left with a ply.
    func leaver(at index: Int) -> Int? { leavers[index] }
}
