/// One of the two logs of a fork, with the results of its replay. Place *k* is before the ply with
/// index *k*.
struct ForkBranch {
    let log: SignedLog
    let course: ReplayTrace

    var plies: [Ply] { log.log.plies }

    /// Returns the first ply that isn't a claim, at or after a place. Nil if there is none, or if a
    /// seat left before that ply.
    func firstPly(from place: Int) -> Ply? { firstIndex(from: place).map { plies[$0] } }

    func firstIndex(from place: Int) -> Int? {
        guard let index = plies[place...].firstIndex(where: { !$0.isAside }),
            course.gone(at: index) == course.gone(at: place)
        else { return nil }
        return index
    }

    /// Returns the first ply that is neither a claim nor a resignation, at or after a place. Nil if
    /// there is none, if it is an entry of a round, or if claims put a seat out before it.
    ///
    /// An entry doesn't count, because a resignation lets a round start again, and then an honest
    /// seat may enter another move.
    func firstTurn(from place: Int) -> Ply? {
        guard let index = plies[place...].firstIndex(where: { !$0.isAside && $0.action != .resign }),
            !plies[index].isInRound, !(place..<index).contains(where: isPuttingOut)
        else { return nil }
        return plies[index]
    }

    func beginsRound(at index: Int) -> Bool { plies[index].isInRound && plies[index].isPlayed }

    /// Returns the entries of the round that begins at a place, in all its brackets, and the place
    /// after the last entry.
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

    /// Returns the fate of the round that begins at a place. `end` is the place after its last
    /// entry.
    func fateOfRound(from begin: Int, to end: Int) -> RoundFate {
        if plies.indices.contains(begin), plies[begin].isClosing { return .open }
        if end > begin, !course.isUnderWay(at: end) { return .complete }
        for index in end..<plies.count {
            if plies[index].action == .resign { return .void(by: plies[index].seat) }
            if course.leaver(at: index) != nil { return .claimed }
        }
        return .open
    }

    /// Returns the entries of the bracket that begins at a place; empty if no bracket begins there.
    /// The entries of a bracket follow one another in the log.
    func bracket(at begin: Int) -> ArraySlice<Ply> {
        guard plies.indices.contains(begin), plies[begin].place == .beginsRound else { return [] }
        let end = plies[(begin + 1)...].firstIndex { $0.place != .continuesRound } ?? plies.count
        return plies[begin..<end]
    }

    /// Returns the seats that resigned at or after a place.
    func resigned(from place: Int) -> Set<Int> {
        Set(plies[place...].filter { $0.action == .resign }.map(\.seat))
    }

    /// Returns how many seats claims put out at or after a place.
    func putOut(from place: Int) -> Int { (place..<plies.count).count(where: isPuttingOut) }

    /// Returns whether a seat left with the claim at an index.
    private func isPuttingOut(_ index: Int) -> Bool { plies[index].isAside && course.leaver(at: index) != nil }

    /// Returns the seats that built on the plies before a place, because their signatures cover
    /// those plies. Such a seat made a ply in turn at or after the place, or it closed the match
    /// and hasn't left.
    func backers(from place: Int) -> Set<Int> {
        Set(plies[place...].filter(\.isInTurn).map(\.seat)).union(closers(from: place))
    }

    /// Returns the seats that closed the match at or after a place and haven't left.
    func closers(from place: Int) -> Set<Int> {
        Set(plies[place...].filter(\.isClosing).map(\.seat)).subtracting(course.gone(at: plies.count))
    }
}

/// Two logs of one match that differ within one simultaneous round. The logs may differ in the
/// entries of the round, or in claims before the entries. Or one log has a resignation in the place
/// of the other log's first entry.
struct ForkedRound {
    private let fork: Fork
    /// The places where the round begins in our log and in their log.
    private let begins: (ours: Int, theirs: Int)
    /// The entries of all brackets of the round, by seat.
    let ours: [Int: Ply]
    let theirs: [Int: Ply]
    /// The place after the round's last entry.
    let ourEnd: Int
    let theirEnd: Int
    let ourFate: RoundFate
    let theirFate: RoundFate

    /// Returns nil if the logs don't differ within a round.
    ///
    /// Some logs have the same entries and differ only after them. They differ within the round only
    /// if a resignation made the round void in exactly one of the logs. Without this case, the
    /// decisions could form a circle. The resignation could lose to a claim of a lower seat, although
    /// the claim loses to a further entry, and that entry loses to the resignation.
    init?(_ fork: Fork) {
        guard let begins = Self.begins(fork) else { return nil }
        self.fork = fork
        self.begins = begins
        (ours, ourEnd) = fork.ours.round(from: begins.ours)
        (theirs, theirEnd) = fork.theirs.round(from: begins.theirs)
        ourFate = fork.ours.fateOfRound(from: begins.ours, to: ourEnd)
        theirFate = fork.theirs.fateOfRound(from: begins.theirs, to: theirEnd)
        if differsAfterEntries, ourFate.isVoid == theirFate.isVoid { return nil }
    }

    private static func begins(_ fork: Fork) -> (ours: Int, theirs: Int)? {
        let (ours, theirs, index) = (fork.ours, fork.theirs, fork.index)
        if ours.course.isUnderWay(at: index) {
            var begin = index
            while ours.course.isUnderWay(at: begin) { begin -= 1 }
            return (begin, begin)
        }
        // the closings form the last round of a match
        if let closing = ours.plies[..<index].firstIndex(where: { $0.isClosing }) { return (closing, closing) }
        if ours.plies[index].isClosing, theirs.plies[index].isClosing { return (index, index) }
        guard let our = ours.firstIndex(from: index), let their = theirs.firstIndex(from: index) else { return nil }
        let (isOurs, isTheirs) = (ours.beginsRound(at: our), theirs.beginsRound(at: their))
        // if one of these plies isn't the round's first entry, it must be a resignation
        guard isOurs || isTheirs, isOurs || ours.plies[our].action == .resign,
            isTheirs || theirs.plies[their].action == .resign
        else { return nil }
        return (our, their)
    }

    /// The fork point: the place where the round begins in either log, or the first ply that
    /// differs, whichever comes first.
    var place: Int { min(begins.ours, begins.theirs, fork.index) }

    /// Whether both logs have the same entries, in the same brackets, and differ only after them.
    private var differsAfterEntries: Bool { ourEnd == theirEnd && ourEnd <= fork.index }

    /// Whether the round begins after the same head in both logs.
    private var beginsAlike: Bool { begins.ours == begins.theirs && begins.ours <= fork.index }

    /// The seats that signed two versions of the round.
    ///
    /// These seats are:
    ///
    /// - a seat with a different entry in each log;
    /// - a seat that has an entry in one log, and that made the round void in the other log by a
    ///   resignation without an entry. An honest seat never signs both, because its device signs the
    ///   entry again before the resignation;
    /// - if the round is complete with the same entries in both logs, a seat that acted first after
    ///   the round in both logs and made two different plies: see `Fork.actedTwice`;
    /// - if the logs differ only after the same entries, a seat that made the first different ply in
    ///   both logs;
    /// - a seat that made the first different ply in both logs, if both plies are claims.
    var twice: Set<Int> {
        Set(ours.filter { seat, entry in theirs[seat].map { !$0.isSameDeed(as: entry) } ?? false }.keys)
            .union(resignedInstead).union(movedOtherwise).union(actedOtherwise)
    }

    private var actedOtherwise: Set<Int> {
        let (our, their) = (fork.ours.plies[fork.index], fork.theirs.plies[fork.index])
        return our.seat == their.seat && (differsAfterEntries || our.isClaim && their.isClaim) ? [our.seat] : []
    }

    private var movedOtherwise: Set<Int> {
        guard ourFate == .complete, theirFate == .complete, ours.keys == theirs.keys,
            ours.allSatisfy({ theirs[$0.key]?.isSameDeed(as: $0.value) == true })
        else { return [] }
        return fork.actedTwice(from: ourEnd, theirEnd)
    }

    private var resignedInstead: Set<Int> {
        func resigned(_ fate: RoundFate, without own: [Int: Ply], _ other: [Int: Ply]) -> [Int] {
            guard case .void(let seat) = fate, own[seat] == nil, other[seat] != nil else { return [] }
            return [seat]
        }
        return Set(resigned(ourFate, without: ours, theirs) + resigned(theirFate, without: theirs, ours))
    }

    /// Returns the seats that count as having built on each log, out of the seats that made such
    /// plies.
    ///
    /// If the round is complete in one log and a resignation made it void in the other log, a single
    /// seat with an entry in the complete round doesn't count for the void round. Otherwise that seat
    /// could undo the round alone, after it has seen all entries, with a resignation that was lost to
    /// the round. Two such seats count, because a seat that resigned could otherwise complete the
    /// round later and undo all that the other seats have played since. The seat counts if it closed
    /// the match, or if a seat signed two versions of the round.
    func builders(_ our: Set<Int>, _ their: Set<Int>) -> (Set<Int>, Set<Int>) {
        guard twice.isEmpty else { return (our, their) }
        if ourFate.isVoid, theirFate == .complete, our.count == 1, our.isSubset(of: theirs.keys),
            our.isDisjoint(with: fork.ours.closers(from: ourEnd))
        {
            return ([], their)
        }
        if theirFate.isVoid, ourFate == .complete, their.count == 1, their.isSubset(of: ours.keys),
            their.isDisjoint(with: fork.theirs.closers(from: theirEnd))
        {
            return (our, [])
        }
        return (our, their)
    }

    /// Whether the fate of the round ranks higher in our log than in theirs; nil if both fates have
    /// the same rank.
    ///
    /// A round that a deciding resignation made void has the highest rank. A complete round comes
    /// next, then any other void round, then an open round, and last a claimed round.
    var oursStaysByFate: Bool? {
        let our = ourFate.rank(decides: decides(ourFate, against: fork.theirs))
        let their = theirFate.rank(decides: decides(theirFate, against: fork.ours))
        return our == their ? nil : our > their
    }

    /// Returns whether a resignation made the round void in one log and decides that this log
    /// stays, whatever else the seats have signed.
    ///
    /// The resignation decides if two seats were left when the round began, because it then ends the
    /// match and can only harm its signer. It decides nothing if its signer has also resigned in the
    /// other log. Without this exception, a seat could make round after round void, each earlier than
    /// the one before, and then enter the earliest of these rounds with another move.
    private func decides(_ fate: RoundFate, against other: ForkBranch) -> Bool {
        guard case .void(let seat) = fate else { return false }
        return fork.ours.log.log.seats - fork.ours.course.gone(at: begins.ours).count == 2
            && !other.resigned(from: place).contains(seat)
    }

    /// Whether a deciding resignation made the round void in exactly one log.
    var isDecidedByResignation: Bool {
        ourFate.isVoid != theirFate.isVoid
            && (decides(ourFate, against: fork.theirs) || decides(theirFate, against: fork.ours))
    }

    /// Whether the round is complete or void in at least one of the logs.
    var isOver: Bool { ourFate.isOver || theirFate.isOver }

    /// Whether a seat without an entry in our log has an entry in theirs.
    var hasMore: Bool { !Set(theirs.keys).isSubset(of: ours.keys) }

    /// Whether their log ends with the round's last entry, and our log has every entry of theirs
    /// unchanged. Our log then has all that their log has, and a union must not drop plies of our
    /// log.
    var oursHoldsAll: Bool { theirEnd == fork.theirs.plies.count && twice.isEmpty && !hasMore }

    /// Whether our log ends with the round's last entry, and their log has every entry of ours
    /// unchanged.
    var theirsHoldsAll: Bool {
        ourEnd == fork.ours.plies.count && twice.isEmpty && Set(ours.keys).isSubset(of: theirs.keys)
    }

    /// Returns the log up to the round, followed by one bracket with the entries of both logs. If a
    /// seat has two entries, the result has the entry of our log, because a device holds a seat to
    /// the entry that the device saw first.
    ///
    /// Returns nil in these cases:
    /// - A resignation made the round void in one of the logs.
    /// - The round doesn't begin after the same head in both logs.
    /// - An entry is only in a further bracket of the round, after a claim.
    /// - A seat later signed something else, such as a claim, so its signature over its last ply of
    ///   the united log is missing. A log has only the last signature of each seat.
    ///
    /// - Parameter keys: The keys of this device. A seat's later claim replaces the seat's signature
    ///   over its entry in our log. If the seat's key is among `keys`, it signs the entry again.
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
    /// Some seats still owe their entries. A round of closings always counts as open.
    case open
    /// This seat resigned before all had entered, and the round started again.
    case void(by: Int)
    /// All seats of the round have entered.
    case complete

    var isVoid: Bool { if case .void = self { true } else { false } }

    /// Whether the round was completed or made void by a resignation.
    var isOver: Bool { self == .complete || isVoid }

    /// Returns the rank of the fate. If no seat built on either log, the log with the higher rank
    /// stays.
    ///
    /// - Parameter decides: Whether the resignation that made the round void decides, whatever else
    ///   the seats have signed.
    func rank(decides: Bool) -> Int {
        switch self {
        case .claimed: 0
        case .open: 1
        case .void: decides ? 4 : 2
        case .complete: 3
        }
    }
}
