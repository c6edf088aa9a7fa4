/// Two logs that differ within one simultaneous round, or in claims in front of it.
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

    /// Nil where the logs part elsewhere.
    init?(_ fork: Fork) {
        guard let begins = Self.begins(fork) else { return nil }
        self.fork = fork
        self.begins = begins
        (ours, ourEnd) = fork.ours.round(from: begins.ours)
        (theirs, theirEnd) = fork.theirs.round(from: begins.theirs)
    }

    private static func begins(_ fork: Fork) -> (ours: Int, theirs: Int)? {
        let (ours, theirs, index) = (fork.ours, fork.theirs, fork.index)
        if ours.course.isUnderWay(at: index) {
            var begin = index
            while ours.course.isUnderWay(at: begin) { begin -= 1 }
            return (begin, begin)
        }
        // the round at the end, in which seats close
        if let closing = ours.plies[..<index].firstIndex(where: { $0.action == .close }) { return (closing, closing) }
        if ours.plies[index].action == .close, theirs.plies[index].action == .close { return (index, index) }
        guard let our = ours.beginOfRound(from: index), let their = theirs.beginOfRound(from: index) else { return nil }
        return (our, their)
    }

    /// Where the logs can differ from.
    var place: Int { min(begins.ours, begins.theirs, fork.index) }

    /// Does the round begin on one head in both?
    private var beginsAlike: Bool { begins.ours == begins.theirs && begins.ours <= fork.index }

    /// Seats with two different entries, or with an entry in one log and, instead of it, a resignation in the other.
    var twice: Set<Int> {
        Set(ours.filter { seat, entry in theirs[seat].map { !$0.isSameDeed(as: entry) } ?? false }.keys)
            .union(resignedInstead)
    }

    /// Seats that resigned in one log without an entry and have one in the other. Who is honest never signs both: a device's entry
    /// stands in front of its resignation.
    private var resignedInstead: Set<Int> {
        func resigned(_ side: ForkSide, without own: [Int: Ply], _ other: [Int: Ply]) -> Set<Int> {
            side.resigned(from: place).filter { own[$0] == nil && other[$0] != nil }
        }
        return resigned(fork.ours, without: ours, theirs).union(resigned(fork.theirs, without: theirs, ours))
    }

    /// Has theirs seats that ours lacks?
    var hasMore: Bool { !Set(theirs.keys).isSubset(of: ours.keys) }

    /// Does theirs end with the round, with no entry that ours lacks or has otherwise? Then ours only goes on, and nothing of
    /// it, such as a resignation behind the round, may be lost to a union.
    var oursHoldsAll: Bool { theirEnd == fork.theirs.plies.count && twice.isEmpty && !hasMore }

    /// The same, the other way round.
    var theirsHoldsAll: Bool {
        ourEnd == fork.ours.plies.count && twice.isEmpty && Set(ours.keys).isSubset(of: theirs.keys)
    }

    /// Did a seat resign before the round was complete, so that its entries are void?
    var oursIsVoid: Bool { Self.isVoid(fork.ours, from: ourEnd) }
    var theirsIsVoid: Bool { Self.isVoid(fork.theirs, from: theirEnd) }

    private static func isVoid(_ side: ForkSide, from end: Int) -> Bool {
        side.course.isUnderWay(at: end) && !side.resigned(from: end).isEmpty
    }

    /// The log up to the round, with the entries of both in one bracket, ours where a seat has two. Nil where the rounds don't
    /// begin on one head, where a seat's signature over its last ply there is missing (it has gone on in its log, such as with
    /// a claim, and only its last signature is there), or where it would undo a resignation by an entry of the same seat.
    ///
    /// - Parameter keys: Those of this device. The entry that its log holds was signed with them before, and is again where a
    ///   claim took that signature's place. A resignation isn't undone like that.
    func union(signedWith keys: [SeatKey] = []) -> SignedLog? {
        guard beginsAlike, resignedInstead.isEmpty else { return nil }
        var entries: [Int: Ply] = [:]
        for entry in fork.theirs.bracket(at: begins.theirs) { entries[entry.seat] = entry }
        for entry in fork.ours.bracket(at: begins.ours) { entries[entry.seat] = entry }
        let plies = Array(fork.ours.plies[..<begins.ours]) + Log.round(of: Array(entries.values))
        let log = Log(checkedSeats: fork.ours.log.log.seats, plies: plies)
        let holdsClaimsAlone = fork.ours.plies[begins.ours...].allSatisfy { $0.isClaim || $0.isInRound }
        let onlyTheirs = Set(theirs.keys).subtracting(ours.keys)
        return SignedLog(log, signedIn: [fork.ours.log, fork.theirs.log]) { seat, owner in
            !holdsClaimsAlone || onlyTheirs.contains(seat) ? nil : keys.first { $0.publicKey == owner }
        }
    }
}
