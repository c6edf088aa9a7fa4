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

    /// Whether the round is complete in ours and not yet in theirs, or the other way round; nil where it is neither.
    var oursStaysByCompletion: Bool? {
        if ourFate == .complete, !theirFate.isOver { return true }
        return theirFate == .complete && !ourFate.isOver ? false : nil
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

    /// The log up to the round, with the entries of both in one bracket; where a seat has two, the one whose bytes are the greater, so
    /// that all devices make the same of them. Nil where a resignation made the
    /// round void in one of them, where they don't begin on one head, where an entry stands in a further bracket only, or where a seat's
    /// signature over its last ply there is missing (it has gone on in its log, such as with a claim, and only its last signature
    /// is there).
    ///
    /// - Parameter keys: Those of this device. The entry that its log holds was signed with them before, and is again where a
    ///   claim took that signature's place.
    func union(signedWith keys: [SeatKey] = []) -> SignedLog? {
        guard beginsAlike, !ourFate.isVoid, !theirFate.isVoid else { return nil }
        var entries: [Int: Ply] = [:]
        for entry in fork.theirs.bracket(at: begins.theirs) { entries[entry.seat] = entry }
        for entry in fork.ours.bracket(at: begins.ours) {
            let isGreater = entries[entry.seat].map { $0.bytes.lexicographicallyPrecedes(entry.bytes) } ?? true
            if isGreater { entries[entry.seat] = entry }
        }
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
