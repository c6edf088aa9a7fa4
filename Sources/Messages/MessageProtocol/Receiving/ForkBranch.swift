/// One of the two logs of a fork, with what its replay told.
struct ForkBranch {
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

/// Two logs of one match that differ within one simultaneous round: in its entries, in what stands in front of them, or in a
/// resignation that crossed them.
struct ForkedRound {
    private let fork: Fork
    /// Where the round begins in ours and in theirs.
    private let begins: (ours: Int, theirs: Int)
    /// The entries of all its brackets, by seat.
    let ours: [Int: Ply]
    let theirs: [Int: Ply]
    /// The place behind the last entry.
    let ourEnd: Int
    let theirEnd: Int
    let ourFate: RoundFate
    let theirFate: RoundFate

    /// Nil where the logs part elsewhere, such as behind the entries of a round that both have alike.
    init?(_ fork: Fork) {
        guard let begins = Self.begins(fork) else { return nil }
        self.fork = fork
        self.begins = begins
        (ours, ourEnd) = fork.ours.round(from: begins.ours)
        (theirs, theirEnd) = fork.theirs.round(from: begins.theirs)
        ourFate = fork.ours.fateOfRound(from: begins.ours, to: ourEnd)
        theirFate = fork.theirs.fateOfRound(from: begins.theirs, to: theirEnd)
        if ourEnd == theirEnd, ourEnd <= fork.index { return nil }
    }

    private static func begins(_ fork: Fork) -> (ours: Int, theirs: Int)? {
        let (ours, theirs, index) = (fork.ours, fork.theirs, fork.index)
        if ours.course.isUnderWay(at: index) {
            var begin = index
            while ours.course.isUnderWay(at: begin) { begin -= 1 }
            return (begin, begin)
        }
        // the round at the end, in which seats close
        if let closing = ours.plies[..<index].firstIndex(where: { $0.isClosing }) { return (closing, closing) }
        if ours.plies[index].isClosing, theirs.plies[index].isClosing { return (index, index) }
        guard let our = ours.firstIndex(from: index), let their = theirs.firstIndex(from: index) else { return nil }
        let (isOurs, isTheirs) = (ours.beginsRound(at: our), theirs.beginsRound(at: their))
        // a resignation where the other one has the round's first entry
        guard isOurs || isTheirs, isOurs || ours.plies[our].action == .resign,
            isTheirs || theirs.plies[their].action == .resign
        else { return nil }
        return (our, their)
    }

    /// Where the logs can differ from.
    var place: Int { min(begins.ours, begins.theirs, fork.index) }

    /// Does the round begin on one head in both?
    private var beginsAlike: Bool { begins.ours == begins.theirs && begins.ours <= fork.index }

    /// Seats with two different entries, or with an entry in one log and, instead of it, the resignation that made the round void
    /// in the other. Who is honest never signs both: a device's entry stands in front of its resignation.
    var twice: Set<Int> {
        Set(ours.filter { seat, entry in theirs[seat].map { !$0.isSameDeed(as: entry) } ?? false }.keys)
            .union(resignedInstead)
    }

    private var resignedInstead: Set<Int> {
        func resigned(_ fate: RoundFate, without own: [Int: Ply], _ other: [Int: Ply]) -> [Int] {
            guard case .void(let seat) = fate, own[seat] == nil, other[seat] != nil else { return [] }
            return [seat]
        }
        return Set(resigned(ourFate, without: ours, theirs) + resigned(theirFate, without: theirs, ours))
    }

    /// With two seats left, a resignation that crossed the round ends the match, and stays: it can only harm who signed it. With
    /// more of them a complete round stays before one that a resignation made void, that before one that is open, and what
    /// claims made of it comes last. Nil where both are alike.
    var oursStaysByFate: Bool? {
        let (our, their) = (ourFate.rank(hasTwoSeats: hasTwoSeats), theirFate.rank(hasTwoSeats: hasTwoSeats))
        return our == their ? nil : our > their
    }

    private var hasTwoSeats: Bool {
        fork.ours.log.log.seats - fork.ours.course.gone(at: begins.ours).count == 2
    }

    /// Does a resignation decide, whatever else the seats have signed?
    var isDecidedByResignation: Bool { hasTwoSeats && ourFate.isVoid != theirFate.isVoid }

    /// Has a round been completed in one of them, or made void?
    var isOver: Bool { ourFate.isOver || theirFate.isOver }

    /// Has theirs seats that ours lacks?
    var hasMore: Bool { !Set(theirs.keys).isSubset(of: ours.keys) }

    /// Does theirs end with the round, with no entry that ours lacks or has otherwise? Then ours only goes on, and nothing of
    /// it may be lost to a union.
    var oursHoldsAll: Bool { theirEnd == fork.theirs.plies.count && twice.isEmpty && !hasMore }

    /// The same, the other way round.
    var theirsHoldsAll: Bool {
        ourEnd == fork.ours.plies.count && twice.isEmpty && Set(ours.keys).isSubset(of: theirs.keys)
    }

    /// The log up to the round, with the entries of both in one bracket, ours where a seat has two: whoever saw a seal first holds its seat to
    /// it. Nil where a resignation made the round void in one of them, where they don't begin on one head, where an entry stands in a
    /// further bracket only, or where a seat's signature over its last ply there is missing (it has gone on in its log, such as with a
    /// claim, and only its last signature is there).
    ///
    /// - Parameter keys: Those of this device. The entry that its log holds was signed with them before, and is again where a
    ///   claim took that signature's place.
    func union(signedWith keys: [SeatKey] = []) -> SignedLog? {
        guard beginsAlike, !ourFate.isVoid, !theirFate.isVoid else { return nil }
        var entries: [Int: Ply] = [:]
        for entry in fork.theirs.bracket(at: begins.theirs) { entries[entry.seat] = entry }
        for entry in fork.ours.bracket(at: begins.ours) { entries[entry.seat] = entry }
        guard Set(entries.keys) == Set(ours.keys).union(theirs.keys) else { return nil }
        let plies = Array(fork.ours.plies[..<begins.ours]) + Log.round(of: Array(entries.values))
        let log = Log(checkedSeats: fork.ours.log.log.seats, plies: plies)
        let holdsClaimsAlone = fork.ours.plies[begins.ours...].allSatisfy { $0.isAside || $0.isInRound }
        let onlyTheirs = Set(theirs.keys).subtracting(ours.keys)
        return SignedLog(log, signedIn: [fork.ours.log, fork.theirs.log]) { seat, owner in
            !holdsClaimsAlone || onlyTheirs.contains(seat) ? nil : keys.first { $0.publicKey == owner }
        }
    }
}

/// What became of a round in one log.
enum RoundFate: Equatable {
    /// Claims put a seat out, and it began anew.
    case claimed
    /// Seats still owe their entries, or nothing more can come of it, such as of closings.
    case open
    /// A seat resigned before all had entered, and it began anew.
    case void(by: Int)
    /// All have entered.
    case complete

    var isVoid: Bool { if case .void = self { true } else { false } }

    /// Was it completed or made void by a resignation?
    var isOver: Bool { self == .complete || isVoid }

    /// The higher one stays, where nobody built on either.
    func rank(hasTwoSeats: Bool) -> Int {
        switch self {
        case .claimed: 0
        case .open: 1
        case .void: hasTwoSeats ? 3 : 2
        case .complete: hasTwoSeats ? 2 : 3
        }
    }
}
