import Measuring
import Parlor

/// The time of one turn in a match with chance draws or sealed moves, and the time of one random move by the rules alone.
struct DrawnTurn {
    let seconds: Double
    let ruled: Double
    let url: String

    /// Plays a match until the match or the time is over. The moves by the rules alone are those of another, random game: the
    /// rules can't repeat this match, because only both seats together know its draws and sealed moves.
    ///
    /// - Parameter url: The message in which the second seat joined.
    static func turns(
        _ script: GameScript, _ seats: [BenchSeat], _ id: MatchID, joining url: String, within box: TimeBox,
        _ random: inout SplitMix64
    ) throws -> [DrawnTurn] {
        let bare = try Match(of: script, seats: 2, seed: random.next())
        var turns: [DrawnTurn] = []
        var incoming = (url: url, reader: seats[0])
        while turns.count < BenchFailure.mostMoves, !box.isOver {
            let watch = Stopwatch()
            let mover = incoming.reader
            try mover.read(incoming.url)
            guard let url = try mover.answer(in: id, &random) else { break }
            let seconds = watch.seconds
            let bareWatch = Stopwatch()
            if try !bare.playRandomMove(using: &random) { try bare.restart(seed: random.next()) }
            turns.append(DrawnTurn(seconds: seconds, ruled: bareWatch.seconds, url: url))
            incoming = (url, seats[2 - mover.seat])
        }
        return turns
    }
}
