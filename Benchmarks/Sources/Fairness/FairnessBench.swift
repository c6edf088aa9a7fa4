import Foundation
import Measuring
import Parlor

/// What fair play costs: how long messages get, what seals add to a turn, and the dearest messages that anybody could send.
/// Times are told in verifications of a signature, taken in the same run.
struct FairnessBench {
    /// A message that was made to be as dear as one can be.
    struct Worst {
        let game: String
        let plies: Int
        let characters: Int
        /// What became of it.
        let verdict: String
        /// The median of what a device that doesn't know the match takes to judge it.
        let seconds: Double
    }

    /// The longest match of battleship on ten by ten cells that there can be, from its invitation to the last secret; nil where
    /// that game isn't measured.
    let battleship: (shots: Int, characters: Int)?
    /// Forty rounds of two seats, of which the first seals; and forty that both seal.
    let fortyRounds: Int
    let fortySealedByBoth: Int
    /// Seconds of one signature's verification.
    let verification: Double
    /// Seconds that a turn takes longer for sealing, opening, and reading what was sealed in forty rounds.
    let sealing: Double
    let worst: [Worst]

    /// - Parameters:
    ///   - worst: The dearest messages of the games.
    ///   - battleship: The game, if its longest match is asked for.
    ///   - box: The time for what is the same for every game.
    init(_ worst: [Worst], battleship script: GameScript?, within box: TimeBox) throws {
        self.worst = worst
        let rounds = try Self.rounds(40, bySeats: 1)
        battleship = try script.map(Self.longestBattleship)
        fortyRounds = try Self.url(of: rounds).utf8.count
        fortySealedByBoth = try Self.url(of: Self.rounds(40, bySeats: 2)).utf8.count
        verification = try Self.verification(within: box.part(0.3))
        sealing = try Self.sealing(rounds, within: box)
    }

    // MARK: Lengths

    /// Both scatter their fleets as often as they may, and sink no last ship before all water was shot at.
    private static func longestBattleship(_ script: GameScript) throws -> (shots: Int, characters: Int) {
        let match = try CorrespondenceMatch(of: script)
        var (last, shots, scattered, ships) = (1, 0, [0, 0], [Set<ValueKey>](repeating: [], count: 2))
        while let seat = try match.match.status.turn.first {
            let moves = try match.match.legalMoves(for: seat)
            guard let first = moves.first else { break }
            var text = first.text
            if first.name == "shoot" {
                if ships[2 - seat].isEmpty {
                    let secret = try match.match.view(for: 3 - seat)["secret"]?.element(at: .int(Int64(3 - seat)))
                    ships[2 - seat] = Set((secret?.mapValue ?? [:]).keys)
                }
                text = (moves.first { !ships[2 - seat].contains(.string($0.text)) } ?? first).text
                shots += 1
            } else if moves.contains(where: { $0.name == "scatter" }), scattered[seat - 1] < 12 {
                scattered[seat - 1] += 1
                text = "scatter \((1 << 53) - scattered[seat - 1] * 2 - seat)"
            } else if let ready = moves.first(where: { $0.name == "ready" }) {
                text = ready.text
            }
            try match.match.play(text, seat: seat)
            last = seat
        }
        return (shots, try match.message(from: last).url.utf8.count)
    }

    private static func key(_ seat: UInt8) throws -> SeatKey {
        try SeatKey(secret: [UInt8](repeating: seat, count: 32))
    }

    /// A match for two in which both sit, and nothing was played.
    private static func begun(
        _ identity: (SeatEntry, MatchID) throws -> MatchIdentity, isChained: Bool = false
    ) throws -> (log: SignedLog, keys: [Int: SeatKey]) {
        let id = try MatchID([UInt8](repeating: 7, count: 16))
        let keys = [1: try key(1), 2: try key(2)]
        func person(_ seat: UInt8) throws -> SeatEntry {
            SeatEntry(token: try DisplayName("Seat \(seat)"), key: try key(seat), in: id, isChained: isChained)
        }
        let log = try SignedLog(inviting: identity(person(1), id), key: key(1))
        return (try log.adding([.join(person(2))], seat: 2, key: key(2)), keys)
    }

    private static func plain(_ person: SeatEntry, _ id: MatchID) throws -> MatchIdentity {
        MatchIdentity(
            game: try GameID("rock-paper-scissors"), script: try ScriptDigest([UInt8](repeating: 0x5c, count: 16)),
            id: id,
            setup: try Setup(rulesVersion: 1, seats: 2, inviter: person))
    }

    /// Rounds of two, each of them sealed by so many seats and opened; by 0 seats they are open.
    private static func rounds(
        _ count: Int, bySeats sealing: Int, within most: Int = .max,
        of identity: (SeatEntry, MatchID) throws -> MatchIdentity = plain
    ) throws -> SignedLog {
        var (log, keys) = try begun(identity)
        for _ in 0..<count {
            let begin = log.log.plies.count
            var (entries, openings): ([Ply], [Ply]) = ([], [])
            for seat in 1...2 {
                guard let key = keys[seat], seat <= sealing else {
                    entries.append(Ply(seat: seat, action: .move(2), place: .continuesRound))
                    continue
                }
                let place = CommitmentContext(of: seat, inRoundAt: begin, of: log)
                let sealing = CommitmentKey(of: key)
                entries.append(Ply(seat: seat, action: sealing.seal(3, at: place), place: .continuesRound))
                openings.append(Ply(seat: seat, action: sealing.open(3, at: place), place: .continuesRound))
            }
            let next = try log.adding(Log.round(of: entries), keys: keys)
            let opened = openings.isEmpty ? next : try next.adding(Log.round(of: openings), keys: keys)
            if try url(of: opened).utf8.count > most { break }
            log = opened
        }
        return log
    }

    private static func url(of log: SignedLog) throws -> String {
        let sender = log.log.plies.last?.seat ?? 1
        return try MessageURLCoder(limits: WireLimits(url: 1 << 20)).url(
            of: Envelope(log, sender: sender, standingDigest: [UInt8](repeating: 0, count: 8)))
    }

    // MARK: Times

    private static func verification(within box: TimeBox) throws -> Double {
        let log = try begun(plain).log
        return Stopwatch.median(within: box) { for _ in 0..<20 { _ = log.forgery(of: 1) } } / 20
    }

    /// What reading a match of forty rounds takes longer where they were sealed, and what sealing and opening one more takes.
    private static func sealing(_ sealed: SignedLog, within box: TimeBox) throws -> Double {
        let open = try url(of: rounds(40, bySeats: 0))
        let url = try url(of: sealed)
        let key = try key(1)
        let carrier = MessageURLCoder()
        var times: [Double] = []
        while times.isEmpty || !box.isOver {
            let plainly = Stopwatch()
            _ = try carrier.envelope(from: open).signedLog.forgery()
            let read = plainly.seconds
            let watch = Stopwatch()
            let log = try carrier.envelope(from: url).signedLog
            _ = log.forgery()
            let place = CommitmentContext(of: 1, inRoundAt: log.log.plies.count, of: log)
            let sealing = CommitmentKey(of: key)
            _ = (sealing.seal(3, at: place), sealing.open(3, at: place))
            times.append(watch.seconds - read)
        }
        return times.median
    }

    /// A message as long as a url may be, of the plies that take the most work: in a match that draws as many runs as a chain has
    /// links, in one with sealed rounds such rounds, else as many moves as there is room for.
    static func worst(_ script: GameScript, within box: TimeBox) throws -> Worst {
        let isChained = script.chance != .none
        let isRound = try !isChained && Match(of: script, seats: 2, seed: 0).status.isRound
        func identity(_ person: SeatEntry, _ id: MatchID) throws -> MatchIdentity {
            try MatchIdentity(of: script, options: [:], seats: 2, inviter: person, id: id)
        }
        let most = WireLimits().url
        let log: SignedLog
        if script.secretive, isRound {
            // less the room that two seats need to end the match: 51 bytes
            log = try rounds(.max, bySeats: 2, within: most - 68, of: identity)
        } else {
            let (begun, keys) = try begun(identity, isChained: isChained)
            // a move takes one byte, so three take four characters; behind the last there is room for the match to end
            let room = try (most - url(of: begun).utf8.count) * 3 / 4 - 64
            let moves = (0..<(isChained ? min(room, 2 * 1024 - 2) : room)).map {
                Ply(seat: $0 % 2 + 1, action: .move(1))
            }
            log = try begun.adding(moves, keys: keys)
        }
        let url = try url(of: log)
        var verdict = ""
        let seconds = try Stopwatch.median(within: box) {
            let seat = try BenchSeat(1, script)
            verdict =
                seat.table.read(url, from: nil, chat: BenchSeat.chat, session: seat.session, now: .zero).verdict.code
        }
        return Worst(
            game: script.id, plies: log.log.plies.count, characters: url.utf8.count, verdict: verdict, seconds: seconds)
    }
}
