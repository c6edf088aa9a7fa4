import GameRules
import MessageWire

extension MatchRules {
    /// Does a move stay sealed in messages for longer than a round?
    func hides(_ entry: LogEntry) -> Bool {
        switch entry.secrecy {
        case .match, .move: true
        case .round: false
        case nil: entry.choice == .sealed
        }
    }

    /// Where the match stands. Who has sealed an entry of the round has moved; once all have, those who sealed are to open.
    var status: MatchStatus {
        get throws(GameError) {
            var status = try match.status
            if owedWitness != nil { return status }
            if let opening {
                (status.turn, status.isRound) = (opening.seats.sorted(), true)
                return status
            }
            status.turn =
                sealed.standing(
                    Standing(seats: status.turn, isRound: status.isRound, isUnderWay: match.enteredInRound > 0)
                ).seats
            return status
        }
    }
}
