import Effort
import GameRules
import Testing
import Values

/// The rules of the bundled game whose cards the host deals. ``CrazyEightsOracleTests`` compares whole matches.
@Suite struct CrazyEightsTests {
    private func match(seats: Int = 2, _ options: [String: Value] = [:], seed: UInt64 = 0) throws -> Match {
        try Match(of: catalog().script("crazy-eights"), seats: seats, options: options, seed: seed)
    }

    private func state(_ match: Match) throws -> Value { try Value(canonicalBytes: match.stateBytes()) }

    private func cards(_ value: Value?) -> [String] { (value?.arrayValue ?? []).compactMap(\.stringValue) }

    private func hand(_ state: Value, _ seat: Int) -> [String] {
        cards(state["secret"]?.element(at: .int(Int64(seat))))
    }

    /// Checks that each of the 52 cards is in exactly one place, and that the public counts of cards are right.
    private func checkCards(_ match: Match, _ comment: Comment) throws {
        let state = try state(match)
        let hands = (1...match.seats).map { hand(state, $0) }
        let (deck, pile) = (cards(state["secret"]?["deck"]), cards(state["pile"]))
        let all = hands.joined() + deck + pile
        #expect(all.count == 52 && Set(all).count == 52, comment)
        #expect(state["stock"]?.intValue == deck.count, comment)
        #expect((state["held"]?.arrayValue ?? []).map { $0.intValue ?? -1 } == hands.map(\.count), comment)
    }

    @Test(arguments: 2...5, ["draws", "specials", "reshuffle"]) func noCardIsLost(seats: Int, option: String) throws {
        for seed in TestEffort.extent(quick: 1...1, full: 1...6) as ClosedRange<UInt64> {
            let match = try match(seats: seats, [option: option == "draws" ? 52 : true], seed: seed)
            var random = SplitMix64(seed: seed)
            repeat {
                try checkCards(match, "seed \(seed), ply \(try match.status.ply)")
            } while try match.playRandomMove(using: &random)
        }
    }

    /// Although the stock is turned over again and again, every match ends: no random match takes over 1,000 plies.
    @Test(arguments: [1, 5, 52]) func everyMatchEnds(draws: Int) throws {
        for seats in 2...5 {
            let match = try match(
                seats: seats, ["reshuffle": true, "draws": .int(Int64(draws)), "specials": true], seed: UInt64(seats))
            var random = SplitMix64(seed: 3)
            let plies = try match.playRandomMoves(atMost: 1_000, using: &random)
            #expect(try match.status.outcome != nil, "after \(plies) plies of \(seats)")
        }
    }

    /// In 600 deals, the first seat gets all cards about equally often, and each seat is the dealer about equally
    /// often.
    @Test func dealsAreFair() throws {
        let match = try match(seats: 3)
        var (held, dealers, tops) = ([String: Int](), [Int: Int](), Set<String>())
        for seed in 1...600 as ClosedRange<UInt64> {
            try match.restart(seed: seed)
            let state = try state(match)
            for card in hand(state, 1) { held[card, default: 0] += 1 }
            dealers[state["dealer"]?.intValue ?? 0, default: 0] += 1
            tops.formUnion(cards(state["pile"]))
        }
        #expect(held.count == 52 && dealers.keys.sorted() == [1, 2, 3])
        // 4 standard deviations of 600 × 5/52 and of 600/3
        for (card, times) in held { #expect(abs(times - 58) < 30, "\(card) came \(times) times") }
        for (seat, times) in dealers { #expect(abs(times - 200) < 47, "\(seat) dealt \(times) times") }
        #expect(tops.count == 48 && tops.allSatisfy { $0.first != "8" }, "no eight begins")
    }

    /// A drawn card can't be put back by an undo, so that nobody can look at a card and then play another move.
    @Test func whatWasDrawnIsntUndone() throws {
        let match = try match(seats: 3, seed: 2)
        let seat = try #require(try match.status.turn.first)
        try match.play("draw", seat: seat)
        #expect(try match.rules.lastDraw() == 1 && match.undoKeepingDraws() == nil)
    }

    /// Any seat may leave at any moment of a match. Its cards go back into the stock, the other seats continue, and no
    /// seat that stays has a worse result than the seat that left.
    @Test(arguments: 2...5, [false, true]) func anySeatMayLeaveAtAnyTime(seats: Int, specials: Bool) throws {
        let match = try match(seats: seats, ["specials": .bool(specials)], seed: UInt64(seats))
        var random = SplitMix64(seed: 7)
        var moments: [MatchSnapshot] = []
        repeat { moments.append(try match.rules.snapshot()) } while try match.playRandomMove(using: &random)
        for (ply, moment) in moments.dropLast().enumerated() where ply % TestEffort.extent(quick: 12, full: 4) == 0 {
            for leaving in 1...seats {
                try match.rules.restore(to: moment)
                let (before, turn) = (try state(match), try match.status.turn)
                try match.leave(seat: leaving)
                let (now, status) = (try state(match), try match.status)
                let comment: Comment = "seat \(leaving) of \(seats) left at ply \(ply)"
                #expect(hand(now, leaving).isEmpty && !status.turn.contains(leaving), comment)
                if seats == 2 {
                    #expect(status.outcome == .scores(leaving == 1 ? [-50, 0] : [0, -50]), comment)
                    continue
                }
                try checkCards(match, comment)
                #expect(status.outcome == nil, comment)
                if turn == [leaving] {
                    #expect(now["due"] == 0 && now["drawn"] == 0 && now["naming"] == nil, comment)
                } else {
                    #expect(status.turn == turn && now["due"] == before["due"], comment)
                }
                while try match.playRandomMove(using: &random) {
                    #expect(try !match.status.turn.contains(leaving), comment)
                }
                guard case .scores(let scores)? = try match.status.outcome else {
                    Issue.record(comment)
                    continue
                }
                #expect(scores.filter { $0 <= scores[leaving - 1] }.count == 1, comment)
            }
        }
    }

    @Test(arguments: 3...5) func theLastOneLeftHasWon(seats: Int) throws {
        let match = try match(seats: seats, seed: 3)
        for seat in 1..<seats { try match.leave(seat: seat, why: .claimed) }
        #expect(try match.status.outcome == .scores((1...seats).map { $0 == seats ? 0 : -50 }))
    }
}
