import Parlor

/// A match that is played to be recorded.
struct Recording {
    let match: Match

    /// The most plies of a random game.
    static let mostPlies = 5000

    /// Plays lines of playthroughs, such as `1 b2`; skips empty lines and comments.
    ///
    /// - Throws: ``GameError/request(_:)`` for an invalid line, ``GameError/rejected(_:)`` for an
    ///   illegal move. Both name the line.
    func play(_ lines: some LineSource) throws(GameError) {
        var number = 0
        while true {
            number += 1
            switch lines.next(prompt: "") {
            case .end, .interrupted: return
            case .resized, .news, .refused: continue
            case .tooLong:
                throw .request("Line \(number) is too long. A line has at most \(type(of: lines).longestLine) bytes.")
            case .text(let raw):
                let line = raw.trimmingCharacters(in: .whitespacesAndNewlines)
                if !line.isEmpty, !line.hasPrefix("#") { try play(line, number) }
            }
        }
    }

    private func play(_ line: String, _ number: Int) throws(GameError) {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let seat = Int(parts[0]), (1...16).contains(seat) else {
            throw .request(
                "Line \(number): expected a seat and a move, such as `1 b2`; found `\(line.excerpt)`."
            )
        }
        do throws(GameError) {
            try match.play(Playthrough.Ply(seat: seat, move: String(parts[1])))
        } catch {
            switch error {
            case .rejected(let rejection):
                let place = "Line \(number): `\(line.excerpt)`"
                throw .rejected(Rejection(code: rejection.code, message: "\(place): \(rejection.message)"))
            case .request(let sentence): throw .request("Line \(number): \(sentence)")
            case .failed, .invalid: throw error
            }
        }
    }

    /// Plays random legal moves to the end.
    ///
    /// - Throws: ``GameError/request(_:)`` for a game that doesn't end.
    func playAtRandom() throws(GameError) {
        var bot = RandomBot(seed: match.seed)
        while let seat = try match.status.turn.first, try match.status.outcome == nil {
            guard try match.status.ply < Self.mostPlies else {
                throw .request("The game isn't over after \(Self.mostPlies) plies; try another --seed.")
            }
            try bot.play(match, seat: seat)
        }
    }

    /// Returns the playthrough, after replaying it to verify that it gives the same match.
    ///
    /// - Throws: ``GameError/request(_:)`` for a game that isn't over, unless `allowsUnfinished` is
    ///   true. The same error for a game in which the text of a move also names another move.
    func text(comment: String?, allowsUnfinished: Bool) throws(GameError) -> String {
        let isOver = try match.status.outcome != nil
        guard isOver || allowsUnfinished else {
            throw .request("The game isn't over, so nothing was written. --unfinished writes it anyway.")
        }
        return try Playthrough.provenText(of: match, comments: comment.map { [SafeText($0).string] } ?? [])
    }
}
