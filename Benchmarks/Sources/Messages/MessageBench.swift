import Measuring
import Parlor

/// The costs of one game that two people play by messages: the time of each turn, from reading the incoming url to sending the
/// outgoing url, and the time of the same moves by the rules alone.
struct MessageBench {
    let game: String
    /// The time of each turn in seconds: reading the url (form, signatures, replay), drawing the scene, playing, signing and
    /// writing the url, and sending.
    private(set) var turns: [Double] = []
    /// The time of the same moves by the rules alone, in seconds, turn by turn. This includes the status after each move.
    private(set) var rules: [Double] = []
    private(set) var matches = 0
    private(set) var longestURL = 0

    var turnsPerSecond: Double { Double(turns.count) / turns.reduce(0, +) }

    /// The time that a turn takes in addition to the rules, in seconds: the median over all turns.
    var overhead: Double { zip(turns, rules).map { $0 - $1 }.median }

    /// Plays matches until the time is over. The last match may be unfinished.
    init(_ script: GameScript, within box: TimeBox) throws {
        game = script.id
        var random = SplitMix64(seed: 1)
        repeat {
            try playMatch(script, box, &random)
            matches += 1
        } while !box.isOver
    }

    private mutating func playMatch(_ script: GameScript, _ box: TimeBox, _ random: inout SplitMix64) throws {
        guard try Match(of: script, seats: 2, seed: 0).status.outcome == nil else { throw BenchFailure.overAtOnce }
        let seats = try [1, 2].map { try BenchSeat($0, script) }
        let id = try seats[0].table.begin(
            as: .empty, seats: 2, chat: BenchSeat.chat, session: seats[0].session, now: .zero)
        guard let identity = seats[0].table.records[id]?.signedLog.match else { return }
        try seats[1].read(seats[0].act(.invite, in: id))
        var url = try seats[1].act(.join, in: id)
        var sender = 2
        if script.chance != .none || script.secretive {
            for turn in try DrawnTurn.turns(script, seats, id, joining: url, within: box, &random) {
                turns.append(turn.seconds)
                rules.append(turn.ruled)
                longestURL = max(longestURL, turn.url.utf8.count)
            }
            return
        }
        let bare = try Match(of: script, seats: 2, seed: Match.seed(of: identity))
        var status = try bare.status
        while status.outcome == nil, !box.isOver, let seat = status.turn.first {
            guard let move = try bare.legalMoves(for: seat).randomElement(using: &random) else { break }
            // both matches must play the same move, so fix a typed argument instead of drawing it in each match
            let text = move.typed.map { "\(move.name) \($0.examples.first?.stringValue ?? "\($0.least ?? 0)")" }
            let bareWatch = Stopwatch()
            status = try bare.play(text ?? move.text, seat: seat)
            let ruled = bareWatch.seconds
            let mover = seats[seat - 1]
            let incoming = url
            let watch = Stopwatch()
            if sender != seat { try mover.read(incoming) }
            url = try mover.play(text ?? move.text, in: id)
            let turn = watch.seconds
            // a further move of the same turn reads no message, so its time isn't recorded
            if sender != seat {
                turns.append(turn)
                rules.append(ruled)
            }
            sender = seat
            longestURL = max(longestURL, url.utf8.count)
        }
    }
}
