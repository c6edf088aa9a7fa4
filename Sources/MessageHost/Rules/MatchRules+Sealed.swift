import GameRules
import MessageWire

extension MatchRules {
    /// Where the match stands. Who has sealed an entry of the round has moved; once all have, those who sealed are to open.
    var status: MatchStatus {
        get throws(GameError) {
            var status = try match.status
            if owedWitness != nil { return status }
            status.turn =
                sealed.standing(
                    Standing(seats: status.turn, isRound: status.isRound, isUnderWay: match.enteredInRound > 0)
                ).seats
            return status
        }
    }
}
