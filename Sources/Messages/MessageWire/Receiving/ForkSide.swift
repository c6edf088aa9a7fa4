/// One of the two logs of a fork, with what its replay told.
struct ForkSide {
    let log: SignedLog
    let course: Course

    var plies: [Ply] { log.log.plies }

    /// The first ply from a place on that is no claim; none if a seat left before it.
    func firstPly(from place: Int) -> Ply? { firstIndex(from: place).map { plies[$0] } }

    func firstIndex(from place: Int) -> Int? {
        guard let index = plies[place...].firstIndex(where: { !$0.isAside }),
            course.gone(at: index) == course.gone(at: place)
        else { return nil }
        return index
    }

    func beginsRound(at index: Int) -> Bool { plies[index].isInRound && plies[index].isPlayed }

    /// The entries of the round that begins at a place, in all its brackets, and the place behind the last of them.
    func round(from begin: Int) -> (entries: [Int: Ply], end: Int) {
        var (entries, end): ([Int: Ply], Int) = ([:], begin)
        for index in begin..<plies.count {
            let ply = plies[index]
            if ply.isInRound {
                entries[ply.seat] = ply
                end = index + 1
                if ply.isPlayed, !course.isUnderWay(at: end) { break }
            } else if !ply.isAside || course.leaver(at: index) != nil {
                break
            }
        }
        return (entries, end)
    }

    /// What became of the round that begins at a place, and whose last entry stands in front of `end`.
    func fateOfRound(from begin: Int, to end: Int) -> RoundFate {
        if plies.indices.contains(begin), plies[begin].isClosing { return .open }
        if end > begin, !course.isUnderWay(at: end) { return .complete }
        for index in end..<plies.count {
            if plies[index].action == .resign { return .void(by: plies[index].seat) }
            if course.leaver(at: index) != nil { return .claimed }
        }
        return .open
    }

    /// The entries that follow one another at a place.
    func bracket(at begin: Int) -> ArraySlice<Ply> {
        guard plies.indices.contains(begin), plies[begin].place == .beginsRound else { return [] }
        let end = plies[(begin + 1)...].firstIndex { $0.place != .continuesRound } ?? plies.count
        return plies[begin..<end]
    }

    /// Seats that resigned from a place on.
    func resigned(from place: Int) -> Set<Int> {
        Set(plies[place...].filter { $0.action == .resign }.map(\.seat))
    }

    /// How many seats were put out by claims from a place on.
    func putOut(from place: Int) -> Int {
        (place..<plies.count).count { plies[$0].isAside && course.leaver(at: $0) != nil }
    }

    /// Seats whose signature covers what stands before a place: with a ply in turn from there on, or by closing without having
    /// left.
    func backers(from place: Int) -> Set<Int> {
        let gone = course.gone(at: plies.count)
        return Set(
            plies[place...].filter { $0.isInTurn || $0.isClosing && !gone.contains($0.seat) }.map(\.seat))
    }
}
