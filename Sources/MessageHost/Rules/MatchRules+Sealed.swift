import GameRules
import MessageWire

extension MatchRules {
    /// Does a move of this kind stay sealed in messages? In a game whose moves open what was sealed, and in one that draws, all travels
    /// in the clear: nobody else could tell what a move draws that nobody else knows.
    func hides(_ entry: LogEntry) -> Bool {
        entry.secrecy == .match && match.script.opening.isEmpty && match.script.chance == .none
    }

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
