/// Two logs of one match that went different ways, and which of them stays.
///
/// Every device decides alike, from the two logs alone. Length and digests never decide: they can be ground, and a longer
/// log would be a way to take a move back.
struct Fork {
    let ours: SignedLog
    let theirs: SignedLog
    /// The index of the first ply that differs.
    let index: Int

    enum Decision: Equatable {
        case keep(ForkReason)
        case take(ForkReason)
        /// Both, put together.
        case unite(SignedLog)
        /// Theirs holds nothing that ours lacks.
        case nothingNew
        /// A seat signed two versions, and others built on both.
        case void(seat: Int)
    }

    /// Nil where one log is the other's beginning.
    init?(ours: SignedLog, theirs: SignedLog) {
        let pairs = zip(ours.heads, theirs.heads)
        guard let split = pairs.enumerated().first(where: { $1.0 != $1.1 })?.offset, split > 0 else { return nil }
        self.ours = ours
        self.theirs = theirs
        index = split - 1
    }

    /// - Parameter unites: Is the union of a round's entries a candidate? Not if the rules refuse it.
    func decision(unites: Bool = true) -> Decision {
        let oursIsSettled = Self.isSettled(ours, against: theirs, from: index)
        if oursIsSettled != Self.isSettled(theirs, against: ours, from: index) {
            return oursIsSettled ? .keep(.settled) : .take(.settled)
        }
        if let round = ForkedRound(self) { return round.decision(unites: unites) }
        let (our, their) = (ours.log.plies[index], theirs.log.plies[index])
        return our.seat == their.seat ? oneSeat(our.seat, after: index) : Self.compare(ours, theirs).decision
    }

    /// Has a seat given up what it does in `other`: closed the match in `log`, or resigned there and been answered? It can't
    /// take that back: the others may have shown since what they kept secret.
    private static func isSettled(_ log: SignedLog, against other: SignedLog, from index: Int) -> Bool {
        let plies = log.log.plies[index...]
        let settled = plies.indices.filter { place in
            switch plies[place].action {
            case .close: true
            case .resign: plies[place...].contains { $0.seat != plies[place].seat }
            case .move, .typed, .join, .start, .claim: false
            }
        }.map { plies[$0].seat }
        return other.log.plies[index...].contains { $0.isInTurn && settled.contains($0.seat) }
    }

    /// The same seat signed both: the version that another seat has built on stays.
    ///
    /// - Parameter last: The index of the last ply of the run in question.
    func oneSeat(_ seat: Int, after last: Int) -> Decision {
        switch (Self.isCovered(ours, seat, after: last), Self.isCovered(theirs, seat, after: last)) {
        case (true, false): .keep(.answered)
        case (false, true): .take(.answered)
        case (false, false): .keep(.undecided)
        // With two seats both would have signed both: there is no third to name a culprit to.
        case (true, true): ours.log.seats > 2 ? .void(seat: seat) : .keep(.undecided)
        }
    }

    /// Has another seat a ply in a later run? Its signature covers the head before that run, and so the ply in question.
    private static func isCovered(_ log: SignedLog, _ seat: Int, after index: Int) -> Bool {
        guard let run = log.log.runs.first(where: { $0.range.contains(index) }) else { return false }
        return log.log.plies[run.range.upperBound...].contains { $0.seat != seat }
    }
}

extension Fork {
    struct Comparison: Equatable {
        let takesSecond: Bool
        let reason: ForkReason

        var decision: Decision { takesSecond ? .take(reason) : .keep(reason) }
    }

    /// Different seats: more runs in turn win; then a ply in turn against a claim or a resignation; then the lower seat.
    static func compare(_ first: SignedLog, _ second: SignedLog) -> Comparison {
        let (runs, otherRuns) = (first.log.runsInTurn, second.log.runsInTurn)
        guard runs == otherRuns else { return Comparison(takesSecond: runs < otherRuns, reason: .moreRuns) }
        let pairs = zip(zip(first.log.plies, second.log.plies), zip(first.heads, second.heads).dropFirst())
        guard let (ply, other) = pairs.first(where: { $1.0 != $1.1 })?.0 else {
            // One is the other's beginning, with as many runs: what follows is out of turn, or a longer run.
            return Comparison(takesSecond: second.log.plies.count > first.log.plies.count, reason: .moreRuns)
        }
        guard ply.isInTurn == other.isInTurn else {
            return Comparison(takesSecond: other.isInTurn, reason: .inTurn)
        }
        return Comparison(takesSecond: other.seat < ply.seat, reason: .lowerSeat)
    }
}

/// Why one of two logs stays.
public enum ForkReason: String, Hashable, Sendable {
    /// It has more runs in turn.
    case moreRuns = "more_runs"
    /// As many, and a ply in turn where the other has a claim or a resignation.
    case inTurn = "in_turn"
    /// As many, and the lower seat's ply where they part.
    case lowerSeat = "lower_seat"
    /// One seat signed both, and another seat built on this one.
    case answered
    /// One seat signed both, and nobody has built on either yet: the next answer decides.
    case undecided
    /// A seat closed the match here, or resigned and was answered, and goes on in the other.
    case settled
}
