import Parlor

/// What it takes to open a long match from its url alone, on a host that knows nothing of it: battleship.
struct ColdOpen {
    static let game = "battleship"
    static let plies = 200

    let url: String
    /// The median, in seconds.
    let seconds: Double

    /// - Parameter script: ``game``.
    init(_ script: GameScript, runs: Int) throws {
        let url = try Self.longMatch(script)
        self.url = url
        seconds = try Stopwatch.median(of: runs) { try BenchSeat(1, script).read(url) }
    }

    /// The ships lie in the upper rows and the shots fall into the lower ones: the match goes on for as long as it can.
    static func longMatch(_ script: GameScript) throws -> String {
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
