/// Two logs of one match, of which neither is a beginning of the other. The type decides which log
/// stays.
///
/// All devices decide alike, from the two logs alone: the log that more seats built on stays.
/// Length, digests and a seat's own plies never decide, because a seat could extend its own log to
/// take a move back.
struct Fork {
    let ours: ForkBranch
    let theirs: ForkBranch
    /// The index of the first ply that differs.
    let index: Int

    enum Decision: Equatable {
        case keep(ForkReason)
        case take(ForkReason)
        /// Both logs, united.
        case unite(SignedLog)
        /// Our log stays, and their log has nothing that ours lacks.
        case nothingNew
        /// Equally many seats built on each log, so neither log wins. `seats` has the seats that
        /// signed two versions. If there are none, it has the seats that built on both logs. In that
        /// case the match is over in one log, and claims put a seat out.
        case disputed(seats: [Int])

        fileprivate var keepsOurs: Bool { if case .keep = self { true } else { false } }
    }

    /// Returns the index of the first ply that differs; nil if one log is a prefix of the other.
    static func index(_ ours: SignedLog, _ theirs: SignedLog) -> Int? {
        let pairs = zip(ours.heads, theirs.heads)
        guard let split = pairs.enumerated().first(where: { $1.0 != $1.1 })?.offset, split > 0 else { return nil }
        return split - 1
    }

    /// Creates the fork of two logs; returns nil if one log is a prefix of the other.
    init?(ours: ForkBranch, theirs: ForkBranch) {
        guard let index = Self.index(ours.log, theirs.log) else { return nil }
        (self.ours, self.theirs, self.index) = (ours, theirs, index)
    }

    /// Returns which log stays.
    ///
    /// - Parameters:
    ///   - keys: The keys of this device.
    ///   - allows: Returns whether the rules accept a union of the entries of one round.
    func decision(keys: [SeatKey] = [], allows: (SignedLog) -> Bool) -> Decision {
        let round = ForkedRound(self)
        let place = round?.place ?? index
        let (twice, skipped) = round.map { ($0.twice, $0.twice) } ?? signedTwice
        let (ourEnd, theirEnd) = (round?.ourEnd ?? index, round?.theirEnd ?? index)
        // A seat that resigned in one log doesn't back the other log. If the seat built on both logs,
        // it backs neither. If the seat built only on the log in which it resigned, it still backs that
        // log: if the resignation took that support away, the other log, which had lost before, could
        // stay now.
        let built = (ours.backers(from: ourEnd), theirs.backers(from: theirEnd))
        let resigned = (ours.resigned(from: place), theirs.resigned(from: place))
        let both = built.0.intersection(built.1).intersection(resigned.0.union(resigned.1)).union(skipped)
        let rest = (
            built.0.subtracting(resigned.1).subtracting(both), built.1.subtracting(resigned.0).subtracting(both)
        )
        let (our, their) = round?.builders(rest.0, rest.1) ?? rest
        if our.count != their.count {
            if our.count < their.count { return .take(.builtOn) }
            return round?.oursHoldsAll == true ? .nothingNew : .keep(.builtOn)
        }
        let isBuiltOn = !our.isEmpty
        if let round, !isBuiltOn, round.isDecidedByResignation, let stays = round.oursStaysByFate {
            return stays ? .keep(.resigned) : .take(.resigned)
        }
        let union = isBuiltOn ? nil : round?.union(signedWith: keys)
        // if the match is over in one log, the other log doesn't replace that log silently
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
            // `onBoth` may include a seat that put another seat out by a claim in one log and also
            // built on the other log
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
        // both logs end with the same entries, and only the claims before or between these entries
        // differ
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
        // our log begins with the union and continues, for example with a claim
        if ours.log.heads.contains(union.head) { return .nothingNew }
        return union.head == theirs.log.head ? .take(.moreEntries) : .unite(union)
    }

    /// The seats that signed two different plies for one place, and the seats whose later plies back
    /// neither log. This property is used only if the logs don't differ within a round.
    private var signedTwice: (twice: Set<Int>, skipped: Set<Int>) {
        let (our, their) = (ours.plies[index], theirs.plies[index])
        let (first, second) = (ours.firstPly(from: index), theirs.firstPly(from: index))
        var skipped: Set<Int> = []
        if let first, let second, first.seat == second.seat { skipped = [first.seat] }
        let twice: Set<Int> = our.seat == their.seat ? [our.seat] : actedTwice(from: index, index)
        return (twice, skipped.union(twice))
    }

    /// Returns the seat that acted first in both logs, at or after a place in each, and made two
    /// different plies. Empty if there is no such seat.
    ///
    /// The result includes a seat whose ply comes after resignations of other seats. Otherwise a seat
    /// could replace its last move in a match that is over, by making another move in the place of a
    /// resignation. An honest seat never makes both plies: its device doesn't leave a log with its
    /// own ply for a log in which only claims and resignations have followed.
    func actedTwice(from place: Int, _ theirPlace: Int) -> Set<Int> {
        func differing(_ our: Ply?, _ their: Ply?) -> Set<Int>? {
            guard let our, let their, our.seat == their.seat, !our.isSameDeed(as: their) else { return nil }
            return [our.seat]
        }
        return differing(ours.firstPly(from: place), theirs.firstPly(from: theirPlace))
            ?? differing(ours.firstTurn(from: place), theirs.firstTurn(from: theirPlace)) ?? []
    }

    /// The decision by the first plies that differ: a ply in turn wins over a resignation, and a
    /// resignation over a claim. Of two plies of the same kind, the ply of the lower seat wins. If
    /// both are of one seat, their log wins.
    private var byThePlyThatDiffers: Decision {
        func rank(_ ply: Ply) -> Int { ply.isInTurn ? 2 : ply.action == .resign ? 1 : ply.isAside ? 0 : -1 }
        let (our, their) = (ours.plies[index], theirs.plies[index])
        if rank(our) != rank(their) { return rank(our) > rank(their) ? .keep(.inTurn) : .take(.inTurn) }
        return our.seat < their.seat ? .keep(.lowerSeat) : .take(.lowerSeat)
    }
}

/// The reason that one of two logs stays.
public enum ForkReason: String, Hashable, Sendable {
    /// More seats have built on that log.
    case builtOn = "built_on"
    /// A seat signed two versions. Either no seat has built on either log, or, in a match for two,
    /// the other seat has built on both logs. The next answer decides.
    case undecided
    /// Claims put fewer seats out in that log.
    case fewerPutOut = "fewer_put_out"
    /// That log has more entries of the round, or has all entries of the other log and further
    /// plies.
    case moreEntries = "more_entries"
    /// The first ply that differs is a ply in turn in that log, and a claim or a resignation in the
    /// other log. Or it is a resignation in that log, and a claim in the other log.
    case inTurn = "in_turn"
    /// A seat resigned in that log while the round was open.
    case resigned = "resigned"
    /// Our log breaks a rule that didn't exist when the log was stored, so our log isn't legal.
    case illegal = "illegal"
    /// The first ply that differs is by the lower seat.
    case lowerSeat = "lower_seat"
}
