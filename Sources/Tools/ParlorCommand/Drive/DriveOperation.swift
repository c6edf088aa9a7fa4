import Parlor

/// The operations of the line protocol.
enum DriveOperation: String, CaseIterable {
    case games, open, moves, play, view, state, digest, scene, undo, save, load, message, receive
    case random, meters, resign, claim, audit, close

    /// The fields of a request in addition to `id` and `op`.
    var fields: [String] {
        switch self {
        case .games: []
        case .open: ["game", "seed", "seats", "options", "limits"]
        case .moves: ["match", "seat", "count"]
        case .play: ["match", "seat", "move"]
        case .view, .state, .digest, .message, .resign: ["match", "seat"]
        case .claim: ["match", "seat", "against"]
        case .scene: ["match", "seat", "style", "as", "columns", "theme"]
        case .undo: ["match", "ply"]
        case .save, .audit, .close: ["match"]
        case .load: ["bytes"]
        case .receive: ["url", "match"]
        case .random: ["match", "plies", "seed"]
        case .meters: ["match", "count"]
        }
    }

    /// Returns the operation of a name.
    ///
    /// - Throws: ``DriveFailure`` with the nearest name.
    static func named(_ name: String) throws(DriveFailure) -> DriveOperation {
        if let operation = DriveOperation(rawValue: name) { return operation }
        let names = allCases.map(\.rawValue)
        throw .request("There is no op \(quoted(name)). \(suggestion(name, names))")
    }

    /// Checks that the operation knows all these fields of a request.
    ///
    /// - Throws: ``DriveFailure`` with the nearest name, if a field is unknown.
    func checkFields(_ names: [String]) throws(DriveFailure) {
        let known = ["id", "op"] + fields
        guard let unknown = names.sorted().first(where: { !known.contains($0) }) else { return }
        throw .request("The op \(rawValue) has no field \(quoted(unknown)). \(suggestion(unknown, known))")
    }
}

/// Returns "Did you mean 'open'?", or the list of known names.
func suggestion(_ name: String, _ known: [String]) -> String {
    NearestName.of(name, in: known).map { "Did you mean '\($0)'?" } ?? "There are: \(known.joined(separator: ", "))."
}

/// The part of a receipt's `line` after the verdict, for a person. It names the message or move
/// that a seat of this process must send now, and in which the seat has nothing to decide.
struct ReceiptLine {
    /// The match after the message.
    let match: CorrespondenceMatch
    /// The seats of this process that must send a message now, and needn't make a move first.
    let answering: [Int]
    /// The entries that were sent in the round, lost when the match adopted another log, and then
    /// entered again.
    let again: [LogEntry]

    init(of match: CorrespondenceMatch, answering: [Int], again: [LogEntry]) {
        (self.match, self.answering, self.again) = (match, answering, again)
    }

    /// The pending obligation as a sentence. Nil if there is none, or if a seat must choose a move.
    var owed: String? {
        if let entry = again.first {
            // a signed entry of a round is kept, so there is nothing to choose again
            return
                "Seat \(entry.seat)'s move and another message were sent at the same time. The move is in the log again: send seat \(entry.seat)'s message once more."
        }
        if let seat = answering.first {
            if match.waitsToBeTold(seat) {
                return "Seat \(seat)'s choice hasn't been sent yet. Send seat \(seat)'s message."
            }
            return "Send seat \(seat)'s message. It opens the seat's sealed move."
        }
        if let seat = match.witnessed {
            return
                "Seat \(seat) has contributed to a random draw. Send seat \(seat)'s message, so that the others learn the draw."
        }
        return onlyMove.map { "Seat \($0.seat) has only one legal move: play \($0.move)." }
    }

    /// The forced answer of a seat of this process, if that is its only move.
    private var onlyMove: (seat: Int, move: String)? {
        guard match.match.script.secretive, let status = try? match.match.status, !status.isRound,
            status.turn.count == 1, let seat = status.turn.first, match.holdsKey(of: seat),
            let moves = try? match.match.legalMoves(for: seat), moves.count == 1, moves[0].isForced
        else { return nil }
        return (seat, moves[0].text)
    }
}
