/// A place in a match: what may follow there by the protocol, whatever the game is.
///
/// The one table of every kind of ply against every phase of a match. Whoever replays a log asks it, and whoever signs.
package struct Stage {
    private let standing: Standing
    private let attendance: Attendance
    private let previous: Ply?

    /// - Parameters:
    ///   - standing: Whose turn it is.
    ///   - attendance: Who has left, and which claims stand; `Attendance.settle` is over.
    ///   - previous: The ply in front; nil where the log begins.
    package init(_ standing: Standing, _ attendance: Attendance, behind previous: Ply?) {
        self.standing = standing
        self.attendance = attendance
        self.previous = previous
    }

    /// Why a ply can't follow here; nil if only the game's rules may refuse it. Who sits where is for the ``Roster`` to say.
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
            // behind a claim, entries go into a further bracket
            guard !standing.isUnderWay || previous?.isAside == true else { return "the round before isn't complete" }
        case .continuesRound:
            guard standing.isUnderWay else { return "the round before is complete" }
        }
        return standing.seats.contains(ply.seat) ? nil : "it isn't the seat's turn"
    }
}
