/// The facts about a log that only a replay knows: where rounds were under way, and which seats left
/// with which ply.
struct ReplayTrace: Hashable, Sendable {
    /// The first place that the replay recorded. No round is under way there. Place *k* is before
    /// the ply with index *k*.
    let start: Int
    private let goneAtStart: Set<Int>
    private var leavers: [Int: Int] = [:]
    private var roundIsUnderWay: [Bool] = []
    /// Whether the match is over at the last place.
    private(set) var isOver = false

    init(from start: Int, gone: Set<Int>) {
        self.start = start
        goneAtStart = gone
    }

    /// Records the standing at the next place.
    mutating func reach(_ standing: ReplayPosition) {
        roundIsUnderWay.append(standing.isUnderWay)
        isOver = standing.isOver
    }

    /// Records that a seat left with the ply at `index`.
    mutating func leave(_ seat: Int, at index: Int) { leavers[index] = seat }

    /// Returns whether some seats of a round have entered at `place` and others haven't.
    func isUnderWay(at place: Int) -> Bool {
        roundIsUnderWay.indices.contains(place - start) && roundIsUnderWay[place - start]
    }

    /// Returns the seats that left before `place`.
    func gone(at place: Int) -> Set<Int> {
        leavers.reduce(into: goneAtStart) { if $1.key < place { $0.insert($1.value) } }
    }

    /// Returns the seat that left with the ply at `index`, or nil.
    func leaver(at index: Int) -> Int? { leavers[index] }
}
