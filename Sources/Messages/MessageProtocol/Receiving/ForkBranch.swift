/// One of the two logs of a fork, with the results of its replay.
struct ForkBranch {
    let log: SignedLog
    let course: Course

    var plies: [Ply] { log.log.plies }

    /// Returns the first ply from a place on that isn't a claim; nil if a seat left before it.
    func firstPly(from place: Int) -> Ply? { firstIndex(from: place).map { plies[$0] } }

    func firstIndex(from place: Int) -> Int? {
        guard let index = plies[place...].firstIndex(where: { !$0.isAside }),
            course.gone(at: index) == course.gone(at: place)
        else { return nil }
        return index
    }

    func beginsRound(at index: Int) -> Bool { plies[index].isInRound && plies[index].isPlayed }

    /// Returns the entries of the round that begins at a place, in all its brackets, and the place
    /// after the last of them.
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

    /// Returns the fate of the round that begins at a place and has its last entry before `end`.
    func fateOfRound(from begin: Int, to end: Int) -> RoundFate {
        if plies.indices.contains(begin), plies[begin].isClosing { return .open }
        if end > begin, !course.isUnderWay(at: end) { return .complete }
        for index in end..<plies.count {
            if plies[index].action == .resign { return .void(by: plies[index].seat) }
            if course.leaver(at: index) != nil { return .claimed }
        }
        return .open
    }

    /// Returns the entries of the bracket at a place; empty if none begins there.
    func bracket(at begin: Int) -> ArraySlice<Ply> {
        guard plies.indices.contains(begin), plies[begin].place == .beginsRound else { return [] }
        let end = plies[(begin + 1)...].firstIndex { $0.place != .continuesRound } ?? plies.count
        return plies[begin..<end]
    }

    /// Returns the seats that resigned from a place on.
    func resigned(from place: Int) -> Set<Int> {
        Set(plies[place...].filter { $0.action == .resign }.map(\.seat))
    }

    /// Returns how many seats left by claims from a place on.
    func putOut(from place: Int) -> Int {
        (place..<plies.count).count { plies[$0].isAside && course.leaver(at: $0) != nil }
    }

    /// Returns the seats whose signatures cover the plies before a place: they made a ply in turn
    /// from there on, or closed without having left.
    func backers(from place: Int) -> Set<Int> {
        let gone = course.gone(at: plies.count)
        return Set(
            plies[place...].filter { $0.isInTurn || $0.isClosing && !gone.contains($0.seat) }.map(\.seat))
    }
}

/// Two logs of one match that differ within one simultaneous round: in its entries, in the plies
/// before them, or in a resignation that crossed them.
struct ForkedRound {
    private let fork: Fork
    /// The places where the round begins in ours and in theirs.
    private let begins: (ours: Int, theirs: Int)
    /// The entries of all its brackets, by seat.
    let ours: [Int: Ply]
    let theirs: [Int: Ply]
    /// The place after the last entry.
    let ourEnd: Int
    let theirEnd: Int
    let ourFate: RoundFate
    let theirFate: RoundFate

    /// Nil if the logs differ elsewhere, for example after a round that is the same in both.
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
        // the last round, in which seats close the match
        if let closing = ours.plies[..<index].firstIndex(where: { $0.isClosing }) { return (closing, closing) }
        if ours.plies[index].isClosing, theirs.plies[index].isClosing { return (index, index) }
        guard let our = ours.firstIndex(from: index), let their = theirs.firstIndex(from: index) else { return nil }
        let (isOurs, isTheirs) = (ours.beginsRound(at: our), theirs.beginsRound(at: their))
        // a log without the round's first entry must have a resignation in its place
        guard isOurs || isTheirs, isOurs || ours.plies[our].action == .resign,
            isTheirs || theirs.plies[their].action == .resign
        else { return nil }
        return (our, their)
    }

    /// The first place where the logs can differ.
    var place: Int { min(begins.ours, begins.theirs, fork.index) }

    /// Whether the round begins after the same head in both.
    private var beginsAlike: Bool { begins.ours == begins.theirs && begins.ours <= fork.index }

    /// The seats with two different entries, or with an entry in one log and, instead of it, the
    /// resignation that made the round void in the other. An honest seat never signs both, because
    /// its device puts its entry before its resignation. If the round is complete with the same
    /// entries in both, also the seat with two different first plies after it.
    var twice: Set<Int> {
        Set(ours.filter { seat, entry in theirs[seat].map { !$0.isSameDeed(as: entry) } ?? false }.keys)
            .union(resignedInstead).union(movedOtherwise)
    }

    private var movedOtherwise: Set<Int> {
        guard ourFate == .complete, theirFate == .complete, ours.keys == theirs.keys,
            ours.allSatisfy({ theirs[$0.key]?.isSameDeed(as: $0.value) == true }),
            let our = fork.ours.firstPly(from: ourEnd), let their = fork.theirs.firstPly(from: theirEnd),
            our.seat == their.seat, !our.isSameDeed(as: their)
        else { return [] }
        return [our.seat]
    }

    private var resignedInstead: Set<Int> {
        func resigned(_ fate: RoundFate, without own: [Int: Ply], _ other: [Int: Ply]) -> [Int] {
            guard case .void(let seat) = fate, own[seat] == nil, other[seat] != nil else { return [] }
            return [seat]
        }
        return Set(resigned(ourFate, without: ours, theirs) + resigned(theirFate, without: theirs, ours))
    }

    /// Whether ours stays by the fates of the round; nil if both rank equally.
    ///
    /// A complete round ranks before a void one, except for a resignation that decides. An open round
    /// comes next, and a claimed one last.
    var oursStaysByFate: Bool? {
        let our = ourFate.rank(decides: decides(ourFate, against: fork.theirs))
        let their = theirFate.rank(decides: decides(theirFate, against: fork.ours))
        return our == their ? nil : our > their
    }

    /// Whether the resignation that made the round void in one log decides against the other log.
    ///
    /// With two seats left it ends the match, and can only harm its signer. If its signer has resigned
    /// in the other log, too, it decides nothing. Otherwise a seat could make one round after the
    /// other void, back to one in which it then enters something else.
    private func decides(_ fate: RoundFate, against other: ForkBranch) -> Bool {
        guard case .void(let seat) = fate else { return false }
        return fork.ours.log.log.seats - fork.ours.course.gone(at: begins.ours).count == 2
            && !other.resigned(from: place).contains(seat)
    }

    /// Whether a resignation decides, whatever else the seats have signed.
    var isDecidedByResignation: Bool {
        ourFate.isVoid != theirFate.isVoid
            && (decides(ourFate, against: fork.theirs) || decides(theirFate, against: fork.ours))
    }

    /// Whether the round is complete or void in one of them.
    var isOver: Bool { ourFate.isOver || theirFate.isOver }

    /// Whether theirs has seats that ours lacks.
    var hasMore: Bool { !Set(theirs.keys).isSubset(of: ours.keys) }

    /// Whether theirs ends with the round, and has no entry that is missing or different in ours.
    /// Then ours only continues theirs, and a union must not drop plies of ours.
    var oursHoldsAll: Bool { theirEnd == fork.theirs.plies.count && twice.isEmpty && !hasMore }

    /// Whether ours ends with the round, and has no entry that is missing or different in theirs.
    var theirsHoldsAll: Bool {
        ourEnd == fork.ours.plies.count && twice.isEmpty && Set(ours.keys).isSubset(of: theirs.keys)
    }

    /// Returns the log up to the round, with the entries of both in one bracket. If a seat has two
    /// entries, ours counts: a device holds a seat to the commitment that it saw first.
    ///
    /// Returns nil in these cases:
    /// - A resignation made the round void in one of them.
    /// - The round doesn't begin after the same head in both.
    /// - An entry is only in a further bracket.
    /// - A seat's signature over its last ply there is missing, because the seat has signed more,
    ///   such as a claim. A log has only the last signature of each seat.
    ///
    /// - Parameter keys: The keys of this device. They sign the entry in its log again if a claim
    ///   replaced that signature.
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

/// The fate of a round in one log.
enum RoundFate: Equatable {
    /// Claims put a seat out, and the round started again.
    case claimed
    /// Seats still owe their entries. A round of closings always counts as open.
    case open
    /// A seat resigned before all had entered, and the round started again.
    case void(by: Int)
    /// All have entered.
    case complete

    var isVoid: Bool { if case .void = self { true } else { false } }

    /// Whether the round was completed or made void by a resignation.
    var isOver: Bool { self == .complete || isVoid }

    /// Returns the rank of the fate. The higher one stays if nobody built on either log.
    ///
    /// - Parameter decides: Whether a resignation decides, whatever else is signed.
    func rank(decides: Bool) -> Int {
        switch self {
        case .claimed: 0
        case .open: 1
        case .void: decides ? 4 : 2
        case .complete: 3
        }
    }
}
