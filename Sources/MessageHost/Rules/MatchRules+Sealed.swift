import GameRules
import MessageWire

extension MatchRules {
    /// Does a move of this kind stay sealed in messages? Of a game whose moves open what was sealed all travels in the clear.
    func hides(_ entry: LogEntry) -> Bool { entry.secrecy == .match && match.script.opening.isEmpty }

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
