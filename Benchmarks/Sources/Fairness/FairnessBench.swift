import Foundation
import Measuring
import Parlor

/// The costs of fair play: the length of messages, the time that sealed moves add to a turn, and the messages that take the
/// most time to check. A report compares the times with the verification of one signature, which is measured in the same run.
struct FairnessBench {
    /// A message that was made to take as much time as possible to check.
    struct Worst {
        let game: String
        let plies: Int
        let characters: Int
        /// The verdict of a device that reads the message.
        let verdict: String
        /// The median time in which a device that doesn't know the match reads the message, in seconds.
        let seconds: Double
    }

    /// The number of shots and the length of the url at the end of the longest possible match of battleship on ten by ten cells.
    /// Nil if battleship isn't measured.
    let battleship: (shots: Int, characters: Int)?
    /// The length of a url of forty rounds in which only the first of two seats seals its moves, and of a url of forty rounds
    /// in which both seats seal them.
    let fortyRounds: Int
    let fortySealedByBoth: Int
    /// The time in which one signature is verified, in seconds.
    let verification: Double
    /// The time that sealed moves add to a turn after forty rounds, in seconds: for reading the sealed rounds, and for sealing
    /// and revealing one more move.
    let sealing: Double
    let worst: [Worst]

    /// - Parameters:
    ///   - worst: For each game, the message that takes the most time to check.
    ///   - battleship: The script of battleship, or nil if its longest match isn't measured.
    ///   - box: The time for the measurements that don't depend on a game.
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

    /// Plays the longest match: both seats scatter their fleets twelve times, and shoot at ships only after they have shot at
    /// all cells with water.
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

    /// Returns a match for two in which both seats are taken and nothing was played.
    private static func begun(
        _ identity: (SeatedPlayer, MatchID) throws -> MatchIdentity, isChained: Bool = false
    ) throws -> (log: SignedLog, keys: [Int: SeatKey]) {
        let id = try MatchID([UInt8](repeating: 7, count: 16))
        let keys = [1: try key(1), 2: try key(2)]
        func person(_ seat: UInt8) throws -> SeatedPlayer {
            SeatedPlayer(token: try DisplayName("Seat \(seat)"), key: try key(seat), in: id, isChained: isChained)
        }
        let log = try SignedLog(inviting: identity(person(1), id), key: key(1))
        return (try log.adding([.join(person(2))], seat: 2, key: key(2)), keys)
    }

    private static func plain(_ person: SeatedPlayer, _ id: MatchID) throws -> MatchIdentity {
        MatchIdentity(
            game: try GameID("rock-paper-scissors"), script: try ScriptDigest([UInt8](repeating: 0x5c, count: 16)),
            id: id,
            setup: try Setup(rulesVersion: 1, seats: 2, inviter: person))
    }

    /// Returns a match for two of `count` rounds, or of fewer rounds if its url would exceed `most` characters. In each round the
    /// first `sealing` seats seal their moves and reveal them afterwards. The other seats make open moves.
    private static func rounds(
        _ count: Int, bySeats sealing: Int, within most: Int = .max,
        of identity: (SeatedPlayer, MatchID) throws -> MatchIdentity = plain
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

    /// Returns the time that sealing adds, in seconds: for reading forty sealed rounds instead of open ones, and for sealing and
    /// revealing one more move.
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

    /// Makes a message that takes as much work as possible to check, and measures how long a device takes to read it. A match
    /// with chance draws has as many link runs as a hash chain allows. Without chance draws, the url is about as long as
    /// allowed: a match with sealed rounds has as many sealed rounds as there is room for, and any other match has as many
    /// moves as there is room for.
    static func worst(_ script: GameScript, within box: TimeBox) throws -> Worst {
        let isChained = script.chance != .none
        let isRound = try !isChained && Match(of: script, seats: 2, seed: 0).status.isRound
        func identity(_ person: SeatedPlayer, _ id: MatchID) throws -> MatchIdentity {
            try MatchIdentity(of: script, options: [:], seats: 2, inviter: person, id: id)
        }
        let most = WireLimits().url
        let log: SignedLog
        if script.secretive, isRound {
            // leave the room that two seats need to end the match: 51 bytes, which are 68 characters
            log = try rounds(.max, bySeats: 2, within: most - 68, of: identity)
        } else {
            let (begun, keys) = try begun(identity, isChained: isChained)
            // a move takes one byte, so three moves take four characters; 64 bytes are left to end the match
            let room = try (most - url(of: begun).utf8.count) * 3 / 4 - 64
            let moves = (0..<(isChained ? min(room, 2 * 1016 - 2) : room)).map {
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
