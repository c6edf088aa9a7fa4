import Parlor

/// A long match of battleship, to measure how long a device takes to open an unknown match from its url.
enum LongMatch {
    static let game = "battleship"
    static let plies = 200

    /// Plays a long match, in which the ships are in the upper rows and the shots go to the lower rows.
    ///
    /// - Parameter script: The script of ``game``.
    /// - Returns: The url of its last message.
    static func url(_ script: GameScript) throws -> String {
        let match = try CorrespondenceMatch(of: script)
        var last = 1
        for _ in 0..<plies {
            guard let seat = try match.match.status.turn.first else { break }
            let moves = try match.match.legalMoves(for: seat)
            guard let move = moves.first?.name == "shoot" ? moves.last : moves.first else { break }
            try match.match.play(move.text, seat: seat)
            last = seat
        }
        guard try match.match.status.ply == plies else {
            throw GameError.request("battleship ends before its ply \(plies): there is no long match to open.")
        }
        return try match.message(from: last).url
    }
}
