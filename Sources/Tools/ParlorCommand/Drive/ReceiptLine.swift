import Parlor

/// What a person who reads the `line` of a receipt learns beside the verdict: what a seat of this process has to tell now, though
/// nobody has anything to choose.
struct ReceiptLine {
    /// The match, as it stands behind the message.
    let match: CorrespondenceMatch
    /// Its seats with something to tell by their next message.
    let answering: [Int]
    /// Entries of the round that were sent, got lost, and stand again.
    let again: [LogEntry]

    init(of match: CorrespondenceMatch, answering: [Int], again: [LogEntry]) {
        (self.match, self.answering, self.again) = (match, answering, again)
    }

    /// What is to do; nil where nothing is owed but a choice.
    var owed: String? {
        if let entry = again.first {
            // what is signed for a round stays: there is nothing to choose anew
            return "Seat \(entry.seat)'s choice crossed another message, and stands again: send its message once more."
        }
        if let seat = answering.first {
            if match.waitsToBeTold(seat) { return "Seat \(seat)'s choice isn't told yet: send its message." }
            return "Send seat \(seat)'s message: it opens what the seat has sealed."
        }
        if let seat = match.witnessed {
            return "A draw waited for seat \(seat), and is known here now: its next message tells it."
        }
        return onlyMove.map { "Seat \($0.seat) has no choice now: play \($0.move)." }
    }

    /// The true answer, where a seat of this process can do nothing but give it.
    private var onlyMove: (seat: Int, move: String)? {
        guard match.match.script.secretive, let status = try? match.match.status, !status.isRound,
            status.turn.count == 1, let seat = status.turn.first, match.holdsKey(of: seat),
            let moves = try? match.match.legalMoves(for: seat), moves.count == 1, moves[0].isForced
        else { return nil }
        return (seat, moves[0].text)
    }
}
