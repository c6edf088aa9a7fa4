import Testing
import Values

@testable import MessageProtocol

/// The longest match that the rules of each bundled game allow fits into a url, for every number of
/// seats. It has the longest names, the most bets, a claim between every two seats, resignations
/// and closings.
///
/// The plies are written by hand, from the rules. If a game's length changes, these plies must
/// change, too.
@Suite struct LongestMatchTests {
    /// A growing log without signatures. The rest of the envelope is measured in a match in which
    /// all seats have signed.
    private struct Longest {
        let seats: Int
        let isChained: Bool
        var plies: [Ply] = []
        /// The bytes that the log no longer contains after sealed moves are revealed.
        var saved = 0
        private let salt: Salt
        let commitment: Commitment

        init(seats: Int, isChained: Bool) throws {
            (self.seats, self.isChained) = (seats, isChained)
            salt = try Salt([UInt8](repeating: 1, count: 16))
            commitment = try Commitment([UInt8](repeating: 1, count: 32))
            if isChained { for seat in 1...seats { play(seat, .witness) } }
        }

        mutating func play(_ seat: Int, _ action: Ply.Action) { plies.append(Ply(seat: seat, action: action)) }

        mutating func move(_ seat: Int, _ index: Int = 1) { play(seat, .move(.index(index))) }

        mutating func round(_ entries: [(Int, Ply.Action)]) {
            plies += Log.round(of: entries.map { Ply(seat: $0, action: $1) })
        }

        /// Adds a sealed move that a later ply reveals. The log doesn't contain the commitment of
        /// such a move.
        mutating func sealOpened(_ seat: Int) {
            play(seat, .hide(commitment))
            saved += 32
        }

        mutating func reveal(_ seats: [Int], _ index: Int = 1) {
            round(seats.map { ($0, .reveal([RevealedMove(.index(index), salt)])) })
        }

        /// Adds the longest end: every two seats claim against each other, all seats but one
        /// resign, and all seats close the match.
        mutating func end(closing: Disclosure? = nil) {
            for seat in 1...seats { for other in 1...seats where other > seat { play(seat, .claim(against: other)) } }
            for seat in 2...seats { play(seat, .resign) }
            round((1...seats).map { ($0, .close(closing)) })
        }

        /// Returns the number of characters of the match's url.
        func length(options: [String: Value]) throws -> Int {
            let name = String(repeating: "W", count: 24)
            var match = try TestMatch.seated(
                "rock-paper-scissors", options: options, names: [String](repeating: name, count: seats),
                isChained: isChained)
            for seat in 1...seats where match.log.log.lastPly(of: seat) == nil {
                try match.add(seat, isChained ? .witness : .move(1))
            }
            let url = try MessageURLCoder().url(
                of: Envelope(match.log, sender: 1, standingDigest: match.stateDigest))
            let all = Log(checkedSeats: seats, plies: Array(match.log.log.plies.prefix(1)) + plies)
            let log = all.bytes(ShortSeals()).count - saved - match.log.log.bytes(ShortSeals()).count
            // the additional bytes for longer counts in CBOR, for longer ply numbers beside the
            // signatures, and for the codes before the bets
            let beside = 8 + 2 * seats + Bet.mostBytesOfMatch + 2 * Bet.mostOfMatch
            return url.utf8.count + ((log + beside) * 4 + 2) / 3
        }
    }

    private static func expectFits(_ longest: Longest, _ what: String, options: [String: Value]) throws {
        let length = try longest.length(options: options)
        #expect(length <= WireLimits().url, "\(what), \(longest.seats) seats: \(length) characters")
    }

    /// Each seat in turn marks a cell.
    @Test(arguments: [("tic-tac-toe", 9), ("connect-four", 42)]) func boards(game: String, cells: Int) throws {
        var longest = try Longest(seats: 2, isChained: false)
        for ply in 0..<cells { longest.move(ply % 2 + 1) }
        longest.end()
        try Self.expectFits(longest, game, options: [:])
    }

    /// Both seats throw sealed moves in all rounds that count, and in six tied rounds.
    @Test func rockPaperScissors() throws {
        var longest = try Longest(seats: 2, isChained: false)
        for _ in 0..<9 + 6 {
            longest.round([(1, .seal(longest.commitment)), (2, .seal(longest.commitment))])
            longest.saved += 2 * 31
            longest.reveal([1, 2])
        }
        longest.end()
        try Self.expectFits(longest, "rock-paper-scissors", options: ["rounds": 9])
    }

    /// Each seat makes twelve commitments, which are never revealed. Then each cell of both seas is
    /// shot at, and each shot is answered.
    @Test func battleship() throws {
        var longest = try Longest(seats: 2, isChained: false)
        for seat in 1...2 {
            for _ in 0..<12 { longest.play(seat, .hide(longest.commitment)) }
            longest.move(seat)
        }
        for _ in 0..<100 {
            for seat in 1...2 {
                longest.move(seat, 100)
                longest.move(3 - seat, 200)
            }
        }
        let scatter = LoggedMove.typed(name: "scatter", argument: .int(1 << 53))
        let key = try CommitmentKey(bytes: [UInt8](repeating: 1, count: 32))
        longest.end(closing: Disclosure(key: key, moves: [LoggedMove](repeating: scatter, count: 12)))
        try Self.expectFits(longest, "battleship", options: ["size": 10, "salvo": true])
    }

    /// Every round costs one die. The seats lose their dice evenly, so that all seats roll for as
    /// long as possible. Each round has twelve bids and a call.
    @Test(arguments: zip(2...6, [5, 5, 5, 3, 2])) func liarsDice(seats: Int, dice: Int) throws {
        var longest = try Longest(seats: seats, isChained: true)
        var left = [Int](repeating: dice, count: seats)
        while let most = left.max(), left.count(where: { $0 > 0 }) > 1 {
            let loser = left.lastIndex(of: most) ?? 0
            let inPlay = (1...seats).filter { left[$0 - 1] > 0 }
            for seat in inPlay { longest.sealOpened(seat) }
            for bid in 0..<13 { longest.move(inPlay[bid % inPlay.count], 120) }
            longest.reveal(inPlay)
            left[loser] -= 1
        }
        longest.end()
        try Self.expectFits(longest, "liars-dice", options: ["dice": 5, "wild": false])
    }

    /// Ten rounds. All seats together take as many cards as there are low cards. No hand goes over
    /// 21 before its last card, and the next seat witnesses each card.
    @Test(arguments: 2...5) func blackjack(seats: Int) throws {
        var longest = try Longest(seats: seats, isChained: true)
        // the lowest cards of one deck, until every hand is over 21; two of each hand are dealt
        var (points, cards) = (0, 0)
        while points <= 22 * seats {
            points += cards / 4 + 1
            cards += 1
        }
        let hits = cards - 2 * seats
        for round in 0..<10 {
            for hit in 0..<hits + seats {
                let seat = min(hit * seats / (hits + seats), seats - 1) + 1
                longest.move(seat, 2)
                longest.play(seat % seats + 1, .witness)
            }
            longest.move(round % seats + 1, 3)
            longest.play((round + 1) % seats + 1, .witness)
            longest.move((round + 1) % seats + 1, 4)
            longest.play((round + 2) % seats + 1, .witness)
        }
        longest.end()
        try Self.expectFits(longest, "blackjack", options: ["rounds": 10])
    }

    /// Each seat has fifty turns, and the next seat witnesses each roll.
    @Test(arguments: 2...6) func pig(seats: Int) throws {
        var longest = try Longest(seats: seats, isChained: true)
        for turn in 0..<50 * seats {
            longest.move(turn % seats + 1, 10)
            longest.play((turn + 1) % seats + 1, .witness)
        }
        longest.end()
        try Self.expectFits(longest, "pig", options: ["target": 100])
    }
}
