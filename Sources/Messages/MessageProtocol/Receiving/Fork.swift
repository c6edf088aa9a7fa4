/// Two logs of one match that went different ways, and which of them stays.
///
/// Every device decides alike, from the two logs alone: the one that more other seats built on stays. Length and digests
/// never decide, nor does anybody's own word: they can be made longer by who would like to take a move back.
struct Fork {
    let ours: ForkBranch
    let theirs: ForkBranch
    /// The index of the first ply that differs.
    let index: Int

    enum Decision: Equatable {
        case keep(ForkReason)
        case take(ForkReason)
        /// Both, put together.
        case unite(SignedLog)
        /// Theirs holds nothing that ours lacks.
        case nothingNew
        /// Seats signed two versions, or built on both where claims put others out, and as many stand behind either; nobody where one of
        /// them has ended the match.
        case disputed(seats: [Int])

        fileprivate var keepsOurs: Bool { if case .keep = self { true } else { false } }
    }

    /// The index of the first ply that differs; nil where one log is the other's beginning.
    static func index(_ ours: SignedLog, _ theirs: SignedLog) -> Int? {
        let pairs = zip(ours.heads, theirs.heads)
        guard let split = pairs.enumerated().first(where: { $1.0 != $1.1 })?.offset, split > 0 else { return nil }
        return split - 1
    }

    /// Nil where one log is the other's beginning.
    init?(ours: ForkBranch, theirs: ForkBranch) {
        guard let index = Self.index(ours.log, theirs.log) else { return nil }
        (self.ours, self.theirs, self.index) = (ours, theirs, index)
    }

    /// - Parameters:
    ///   - keys: Those of this device.
    ///   - allows: Do the rules take a union of the entries of one round?
    func decision(keys: [SeatKey] = [], allows: (SignedLog) -> Bool) -> Decision {
        let round = ForkedRound(self)
        let place = round?.place ?? index
        let (twice, skipped) = round.map { ($0.twice, $0.twice) } ?? signedTwice
        let (ourEnd, theirEnd) = (round?.ourEnd ?? index, round?.theirEnd ?? index)
        // Who resigned in the one doesn't back the other, and neither of them if its plies stand in both: with a log of its own beside
        // the one that it left, a seat could else weigh against itself. Else what it built on keeps its weight when it resigns
        // there: a log that others have lost for that one could come back.
        let built = (ours.backers(from: ourEnd), theirs.backers(from: theirEnd))
        let resigned = (ours.resigned(from: place), theirs.resigned(from: place))
        let both = built.0.intersection(built.1).intersection(resigned.0.union(resigned.1)).union(skipped)
        let our = built.0.subtracting(resigned.1).subtracting(both)
        let their = built.1.subtracting(resigned.0).subtracting(both)
        if our.count != their.count {
            if our.count < their.count { return .take(.builtOn) }
            return round?.oursHoldsAll == true ? .nothingNew : .keep(.builtOn)
        }
        let isBuiltOn = !our.isEmpty
        if let round, !isBuiltOn, round.isDecidedByResignation, let stays = round.oursStaysByFate {
            return stays ? .keep(.resigned) : .take(.resigned)
        }
        let union = isBuiltOn ? nil : round?.union(signedWith: keys)
        // what has ended isn't rewritten, nor does it end otherwise elsewhere without a word
        let hasEnded = ours.course.isOver || theirs.course.isOver
        if !twice.isEmpty {
            if round?.hasMore == true, let union, union.head != ours.log.head, allows(union) {
                return result(of: union)
            }
            let isDisputed = ours.log.log.seats > 2 && (isBuiltOn || hasEnded)
            return isDisputed ? .disputed(seats: twice.sorted()) : .keep(.undecided)
        }
        if isBuiltOn {
            let (first, second) = (ours.putOut(from: place), theirs.putOut(from: place))
            let onBoth = our.intersection(their)
            // not even by a seat that claims another one out on the one side and builds on the other, too
            if hasEnded, first + second > 0, !onBoth.isEmpty, ours.log.log.seats > 2 {
                return .disputed(seats: onBoth.sorted())
            }
            if first != second { return first < second ? .keep(.fewerPutOut) : .take(.fewerPutOut) }
        }
        if let round {
            if !isBuiltOn, round.isOver, let stays = round.oursStaysByFate { return result(of: round, stays) }
            if round.oursHoldsAll != round.theirsHoldsAll {
                return round.oursHoldsAll ? .nothingNew : .take(.moreEntries)
            }
            if !round.isOver, let union, allows(union) { return result(of: union) }
            if !isBuiltOn, let stays = round.oursStaysByFate { return result(of: round, stays) }
        }
        if let round, round.ours.count != round.theirs.count {
            return round.ours.count > round.theirs.count ? .keep(.moreEntries) : .take(.moreEntries)
        }
        // the same entries around a claim, and nothing behind them
        let isTold = round.map { $0.oursHoldsAll && $0.theirsHoldsAll } ?? false
        return isTold && byThePlyThatDiffers.keepsOurs ? .nothingNew : byThePlyThatDiffers
    }

    private func result(of round: ForkedRound, _ oursStays: Bool) -> Decision {
        if oursStays, round.oursHoldsAll { return .nothingNew }
        let reason: ForkReason =
            switch oursStays ? round.ourFate : round.theirFate {
            case .complete: .moreEntries
            case .void: .resigned
            case .open, .claimed: .fewerPutOut
            }
        return oursStays ? .keep(reason) : .take(reason)
    }

    private func result(of union: SignedLog) -> Decision {
        if ours.log.heads.contains(union.head) { return .nothingNew }  // ours goes on behind it, such as with a claim
        return union.head == theirs.log.head ? .take(.moreEntries) : .unite(union)
    }

    /// Seats with two different plies for one place, outside of rounds; and those whose later plies say nothing about it.
    private var signedTwice: (twice: Set<Int>, skipped: Set<Int>) {
        let (our, their) = (ours.plies[index], theirs.plies[index])
        let (first, second) = (ours.firstPly(from: index), theirs.firstPly(from: index))
        var skipped: Set<Int> = []
        var twice: Set<Int> = []
        if let first, let second, first.seat == second.seat {
            skipped = [first.seat]
            if !first.isSameDeed(as: second) { twice = skipped }
        }
        if our.seat == their.seat { twice = [our.seat] }
        return (twice, skipped.union(twice))
    }

    /// In turn before a resignation before a claim; then the lower seat.
    private var byThePlyThatDiffers: Decision {
        func rank(_ ply: Ply) -> Int { ply.isInTurn ? 2 : ply.action == .resign ? 1 : ply.isAside ? 0 : -1 }
        let (our, their) = (ours.plies[index], theirs.plies[index])
        if rank(our) != rank(their) { return rank(our) > rank(their) ? .keep(.inTurn) : .take(.inTurn) }
        return our.seat < their.seat ? .keep(.lowerSeat) : .take(.lowerSeat)
    }
}

/// Why one of two logs stays.
public enum ForkReason: String, Hashable, Sendable {
    /// More seats have built on it.
    case builtOn = "built_on"
    /// One seat signed both, and nobody has built on either yet, or both seats of a match for two on theirs: the next answer
    /// decides.
    case undecided
    /// Fewer seats were put out by claims.
    case fewerPutOut = "fewer_put_out"
    /// More entries of the round stand in it.
    case moreEntries = "more_entries"
    /// A ply in turn where the other has a claim or a resignation, or a resignation where it has a claim.
    case inTurn = "in_turn"
    /// A seat resigned in it while the round was open.
    case resigned = "resigned"
    /// Ours isn't legal: it came from before a rule that it breaks.
    case illegal = "illegal"
    /// The lower seat's ply where they part.
    case lowerSeat = "lower_seat"
}
