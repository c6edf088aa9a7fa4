/// The kinds of plies that the protocol allows at a point of a match, for any game.
///
/// This type covers every kind of ply in every phase of a match. Replays and signers both use it.
package struct LegalPlyKinds {
    private let standing: ReplayPosition
    private let attendance: Attendance
    private let previous: Ply?

    /// - Parameters:
    ///   - standing: The seats that owe a ply.
    ///   - attendance: The seats that have left and the open claims, after `Attendance.settle`.
    ///   - previous: The preceding ply; nil at the start of the log.
    package init(_ standing: ReplayPosition, _ attendance: Attendance, behind previous: Ply?) {
        self.standing = standing
        self.attendance = attendance
        self.previous = previous
    }

    /// Returns why a ply can't follow here; nil if only the rules of the game may reject it.
    /// ``Roster`` checks the seats: who has which seat, and since when.
    package func refusal(of ply: Ply) -> String? {
        if ply.isClosing { return refusal(ofClosing: ply) }
        if standing.isOver { return "the match is over" }
        if attendance.gone.contains(ply.seat) {
            return ply.action == .resign ? "the seat has left already" : "the seat has left"
        }
        switch ply.action {
        case .witness:
            guard standing.isWitness else { return "nothing is to be witnessed here" }
            return standing.seats.contains(ply.seat) ? nil : "it isn't the seat that is to witness"
        case .resign where standing.isWitness && standing.seats.contains(ply.seat):
            return "the seat has to witness what was drawn before it resigns"
        case .claim(let against):
            return attendance.refusal(of: Attendance.Claim(by: ply.seat, against: against), standing)
        default: return ply.isPlayed ? refusal(ofMove: ply) : nil
        }
    }

    private func refusal(ofClosing ply: Ply) -> String? {
        guard standing.isOver else { return "the match isn't over" }
        guard !attendance.closed.contains(ply.seat) else { return "the seat has closed the match already" }
        guard ply.place == .continuesRound || attendance.closed.isEmpty else {
            return "all who close a match do so in one round"
        }
        return nil
    }

    private func refusal(ofMove ply: Ply) -> String? {
        if standing.isWitness { return "a draw waits for seat \(standing.seats.first ?? 0) to witness it" }
        if ply.isOpening != standing.isOpening {
            return standing.isOpening
                ? "what was sealed is to be opened first" : "nothing is to be opened here"
        }
        switch ply.place {
        case .alone:
            guard !standing.isRound else { return "this is a round, in which all move at once" }
        case .beginsRound:
            guard standing.isRound else { return "this isn't a round" }
            // after a claim, entries form another bracket
            guard !standing.isUnderWay || previous?.isAside == true else { return "the round before isn't complete" }
        case .continuesRound:
            guard standing.isUnderWay else { return "the round before is complete" }
        }
        return standing.seats.contains(ply.seat) ? nil : "it isn't the seat's turn"
    }
}
