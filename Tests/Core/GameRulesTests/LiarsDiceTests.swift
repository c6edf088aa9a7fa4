import GameRules
import Testing
import Values

/// The rules of the bundled game: dice are hidden under cups, and a call opens the cups.
@Suite struct LiarsDiceTests {
    private func match(seats: Int = 2, _ options: [String: Value] = [:], seed: UInt64 = 0) throws -> Match {
        try Match(of: catalog().script("liars-dice"), seats: seats, options: options, seed: seed)
    }

    /// Rolls for every seat that has to roll.
    private func roll(_ match: Match) throws {
        while let seat = try match.status.turn.first, try match.legalMoves(for: seat).map(\.text) == ["roll"] {
            try match.play("roll", seat: seat)
        }
    }

    private func dice(_ match: Match, _ seat: Int, for viewer: Int?) throws -> Value? {
        try match.view(for: viewer)["secret"]?.element(at: .int(Int64(seat)))?["dice"]
    }

    private func left(_ match: Match) throws -> [Int] {
        (try match.view(for: nil)["dice"]?.arrayValue ?? []).map { $0.intValue ?? -1 }
    }

    @Test func nobodyElseLearnsWhatWasRolled() throws {
        let (one, two) = (try match(seats: 3, seed: 1), try match(seats: 3, seed: 2))
        for match in [one, two] {
            try roll(match)
            try match.play("3x4", seat: 1)
        }
        #expect(try dice(one, 1, for: 1) != dice(two, 1, for: 1))
        #expect(try one.view(for: nil) == two.view(for: nil))
        #expect(try one.scene(for: nil) == two.scene(for: nil))
        #expect(try one.stateBytes(public: true) == two.stateBytes(public: true))
        for seat in 1...3 {
            for viewer in 1...3 where viewer != seat { #expect(try dice(one, seat, for: viewer) == nil) }
            #expect(try dice(one, seat, for: seat)?.arrayValue?.count == 5)
        }
        let event: Value = ["kind": "move", "seat": 3, "text": "sealed"]
        #expect(try one.views.message(of: event) == two.views.message(of: event))
    }

    @Test func aCallOpensAllCupsUntilTheNextRoll() throws {
        let match = try match(seats: 3, seed: 4)
        try roll(match)
        let hands = try (1...3).map { try dice(match, $0, for: $0) }
        try match.play("2x3", seat: 1)
        try match.play("call", seat: 2)
        let shown = try match.view(for: nil)["ended"]?["hands"]?.arrayValue ?? []
        #expect(shown.map { Optional($0) } == hands)
        try roll(match)
        #expect(try match.view(for: nil)["ended"]?["hands"]?.arrayValue == shown, "it stays on the table")
        let first = try #require(try match.status.turn.first)
        for seat in 1...3 where seat != first { #expect(try dice(match, seat, for: first) == nil) }
        try match.play("1x2", seat: first)
        #expect(try match.view(for: nil)["ended"] == nil)
    }

    /// In 200 rounds of three seats, all numbers are about equally frequent, and seats that roll in the same round
    /// don't roll alike. The seeds are fixed, so the counts are always the same.
    @Test func rollsAreFair() throws {
        var faces: [Int: Int] = [:]
        var alike = 0
        let match = try match(seats: 3, seed: 0)
        for seed in 1...200 as ClosedRange<UInt64> {
            try match.restart(seed: seed)
            try roll(match)
            let hands = try (1...3).map { try dice(match, $0, for: $0)?.arrayValue?.compactMap(\.intValue) ?? [] }
            for die in hands.joined() { faces[die, default: 0] += 1 }
            if Set(hands).count < 3 { alike += 1 }
        }
        #expect(faces.keys.sorted() == [1, 2, 3, 4, 5, 6] && faces.values.reduce(0, +) == 3_000)
        // 3 standard deviations of a sixth of 3,000
        for (face, times) in faces { #expect(abs(times - 500) < 62, "\(face) came \(times) times") }
        #expect(alike < 12, "\(alike) of 200 rounds have two equal hands")
    }

    /// At each moment of a match, each seat leaves, and the others play to the end, in matches of two to six seats.
    @Test(arguments: 2...6) func anySeatMayLeaveAtAnyTime(seats: Int) throws {
        let match = try match(seats: seats, ["dice": seats < 4 ? 2 : 1], seed: UInt64(seats))
        var random = SplitMix64(seed: 7)
        var moments: [MatchSnapshot] = []
        repeat { moments.append(try match.rules.snapshot()) } while try match.playRandomMove(using: &random)
        var restarts = 0
        for moment in moments.dropLast() {
            for leaving in 1...seats {
                try match.rules.restore(to: moment)
                let before = (left: try left(match), turn: try match.status.turn, bid: try match.view(for: nil)["bid"])
                try match.leave(seat: leaving)
                let now = try match.status
                #expect(try left(match)[leaving - 1] == 0)
                #expect(!now.turn.contains(leaving))
                if before.left[leaving - 1] == 0 {
                    #expect(try now.turn == before.turn && match.view(for: nil)["bid"] == before.bid, "it was out")
                } else if now.outcome == nil {
                    restarts += 1
                    let first = try #require(now.turn.first)
                    #expect(try match.legalMoves(for: first).map(\.text) == ["roll"])
                    let sealed = now.sealed
                    try roll(match)
                    let rolled = zip(try match.status.sealed, sealed).map { $0 - $1 }
                    #expect(try rolled == left(match).map { $0 > 0 ? 1 : 0 }, "all that are left roll, each once")
                    #expect(try match.status.turn == [first], "and who rolled first begins")
                }
                if now.outcome == nil { while try match.playRandomMove(using: &random) {} }
                guard case .win(let winners)? = try match.status.outcome else {
                    Issue.record("nobody won")
                    continue
                }
                #expect(winners.count == 1 && winners != [leaving])
            }
        }
        #expect(restarts > 0 || seats == 2)
    }

    /// All seats may leave, one after the other, until one seat is left.
    @Test(arguments: 3...6) func theLastOneLeftHasWon(seats: Int) throws {
        for plies in 0...2 * seats {
            let match = try match(seats: seats, seed: 3)
            var random = SplitMix64(seed: UInt64(plies))
            for _ in 0..<plies { try match.playRandomMove(using: &random) }
            for seat in 1..<seats { try match.leave(seat: seat, why: .claimed) }
            #expect(try match.status.outcome == .win([seats]), "after \(plies) plies")
        }
    }
}
